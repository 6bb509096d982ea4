import { setTimeout as delay } from 'node:timers/promises'
import { ask } from '../ask.js'
import { explainRedirect, explainReply } from '../explain-reply.js'
import { watchTarget } from '../watch-target.js'
import { whereItLeads } from '../where-it-leads.js'
/**
 * @import { App, Settings, Target, Variant } from '../../vocabulary.js'
 * @import { Asked } from '../explain-reply.js'
 * @import { Way } from '../modes.js'
 * @import { RunningVariant } from '../start-variant.js'
 */

/**
 * Runs somewhere already, and goes on doing so: nothing is started or stopped.
 *
 * @type {Way}
 */
export const url = {
  async check(settings, variant, signal) {
    const { insecure = false } = /** @type {Settings & { insecure?: boolean }} */ (settings)
    const how = { anyCertificate: insecure, patienceMs: 1000 * settings.app.readyTimeoutSeconds }
    for (const asked of questions(settings.app, variant)) {
      const reply = await ask(asked.url, how, signal)
      const to = await whereItLeads(asked.url, reply, (next) => ask(next, how, signal))
      signal.throwIfAborted()
      const refusal = explainReply(asked, reply) ?? (to === null ? null : explainRedirect(asked, to))
      if (refusal !== null) throw refusal
    }
  },
  async start({ app, variant, insecure = false }, signal) {
    const begunAt = performance.now()
    for (const asked of questions(app, variant)) {
      await waitForAnswer(asked, { anyCertificate: insecure, patienceMs: 1000 * app.readyTimeoutSeconds }, signal)
    }
    const end = new AbortController()
    return {
      readySeconds: (performance.now() - begunAt) / 1000,
      workerPids: () => [],
      restarts: () => 0,
      usage: () => [],
      kin: null,
      died: anyLoss(variant, AbortSignal.any([signal, end.signal])),
      async stop() {
        end.abort()
        return false
      }
    }
  }
}

/**
 * @param {App} app
 * @param {Variant} variant
 * @returns {Asked[]} one for each target
 */
function questions({ ready }, variant) {
  return seenFromHere(variant.targets).map((target) => ({ variant, target, url: new URL(ready ?? '/', target.url), ready }))
}

/**
 * Behind a proxy nobody can tell from here what Artillery will reach. It takes these two variables, and no exceptions
 * from them.
 *
 * @param {Target[]} targets
 */
function seenFromHere(targets) {
  const { HTTP_PROXY = '', HTTPS_PROXY = '' } = process.env
  return targets.filter(({ protocol }) => HTTP_PROXY === '' && (HTTPS_PROXY === '' || protocol === 'http:'))
}

const pollMs = 250

/**
 * @param {Asked} asked
 * @param {{ anyCertificate: boolean, patienceMs: number }} how
 * @param {AbortSignal} signal
 */
async function waitForAnswer(asked, { anyCertificate, patienceMs }, signal) {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const leftMs = deadline - performance.now()
    const refusal = explainReply(asked, await ask(asked.url, { anyCertificate, patienceMs: Math.ceil(leftMs) }, signal))
    signal.throwIfAborted()
    if (refusal === null) return
    if (deadline - performance.now() < pollMs) throw refusal
    await delay(pollMs, undefined, { signal }).catch(() => {})
  }
}

/**
 * @param {Variant} variant
 * @param {AbortSignal} signal
 * @returns {RunningVariant['died']}
 */
function anyLoss(variant, signal) {
  return new Promise((resolve) => {
    for (const target of seenFromHere(variant.targets)) void watchTarget(variant, target, signal).then((loss) => loss !== null && resolve(loss))
  })
}
