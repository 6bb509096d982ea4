import { setTimeout as delay } from 'node:timers/promises'
import { ask } from '../ask.js'
import { explainRedirect, explainReply } from '../explain-reply.js'
import { watchTarget } from '../watch-target.js'
import { whereItLeads } from '../where-it-leads.js'
/**
 * @import { App, Generator, Target, Variant } from '../../vocabulary.js'
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
    const { app, insecure, generator } = settings
    const how = { anyCertificate: insecure, patienceMs: 1000 * app.readyTimeoutSeconds }
    for (const asked of questions({ app, variant, generator })) {
      const reply = await ask(asked.url, how, signal)
      const to = await whereItLeads(asked.url, reply, (next) => ask(next, how, signal))
      signal.throwIfAborted()
      const refusal = explainReply(asked, reply) ?? (to === null ? null : explainRedirect(asked, to))
      if (refusal !== null) throw refusal
    }
  },
  async start({ app, variant, insecure, generator }, signal) {
    const begunAt = performance.now()
    for (const asked of questions({ app, variant, generator })) {
      await waitForAnswer(asked, { anyCertificate: insecure, patienceMs: 1000 * app.readyTimeoutSeconds }, signal)
    }
    const end = new AbortController()
    return {
      readySeconds: (performance.now() - begunAt) / 1000,
      workerPids: () => [],
      restarts: () => 0,
      usage: () => [],
      kin: null,
      died: anyLoss({ variant, generator }, AbortSignal.any([signal, end.signal])),
      async stop() {
        end.abort()
        return false
      }
    }
  }
}

/** @typedef {{ variant: Variant, generator: Generator | null }} Reach */

/**
 * @param {{ app: App } & Reach} what
 * @returns {Asked[]} one for each target that the load will reach as we do
 */
function questions({ app: { ready }, variant, generator }) {
  return seenFromHere({ variant, generator }).map((target) => ({ variant, target, url: new URL(ready ?? '/', target.url), ready }))
}

/**
 * A load that is made elsewhere may come to where nobody comes from here, as within a private network. And behind a proxy
 * nobody can tell from here what Artillery will reach: it takes these two variables, and no exceptions from them.
 *
 * @param {Reach} reach
 * @returns {Target[]}
 */
function seenFromHere({ variant: { targets }, generator }) {
  if (generator !== null && generator.command !== 'run') return []
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
    const refusal = explainReply(asked, await ask(asked.url, { anyCertificate, patienceMs: deadline - performance.now() }, signal))
    signal.throwIfAborted()
    if (refusal === null) return
    if (deadline - performance.now() < pollMs) throw refusal
    await delay(pollMs, undefined, { signal }).catch(() => {})
  }
}

/**
 * @param {Reach} reach
 * @param {AbortSignal} signal
 * @returns {RunningVariant['died']}
 */
function anyLoss({ variant, generator }, signal) {
  return new Promise((resolve) => {
    for (const target of seenFromHere({ variant, generator })) void watchTarget(variant, target, signal).then((loss) => loss !== null && resolve(loss))
  })
}
