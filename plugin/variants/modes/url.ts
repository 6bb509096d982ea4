import { setTimeout as delay } from 'node:timers/promises'
import { ask } from '../ask.ts'
import { explainRedirect, explainReply, type Asked } from '../explain-reply.ts'
import { watchTarget } from '../watch-target.ts'
import { whereItLeads } from '../where-it-leads.ts'
import type { App, Generator, Target, Variant } from '../../vocabulary.ts'
import type { Way } from '../modes.ts'
import type { RunningVariant } from '../start-variant.ts'

/** Runs somewhere already, and goes on doing so: nothing is started or stopped. */
export const url: Way = {
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

type Reach = { variant: Variant, generator: Generator | null }

/** @returns one for each target that the load will reach as we do */
function questions({ app: { ready }, variant, generator }: { app: App } & Reach): Asked[] {
  return seenFromHere({ variant, generator }).map((target) => ({ variant, target, url: new URL(ready ?? '/', target.url), ready }))
}

/**
 * A load that is made elsewhere may come to where nobody comes from here, as within a private network. And behind a proxy
 * nobody can tell from here what Artillery will reach: it takes these two variables, and no exceptions from them.
 */
function seenFromHere({ variant: { targets }, generator }: Reach): Target[] {
  if (generator !== null && generator.command !== 'run') return []
  const { HTTP_PROXY = '', HTTPS_PROXY = '' } = process.env
  return targets.filter(({ protocol }) => HTTP_PROXY === '' && (HTTPS_PROXY === '' || protocol === 'http:'))
}

const pollMs = 250

async function waitForAnswer(asked: Asked, { anyCertificate, patienceMs }: { anyCertificate: boolean, patienceMs: number }, signal: AbortSignal) {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const refusal = explainReply(asked, await ask(asked.url, { anyCertificate, patienceMs: deadline - performance.now() }, signal))
    signal.throwIfAborted()
    if (refusal === null) return
    if (deadline - performance.now() < pollMs) throw refusal
    await delay(pollMs, undefined, { signal }).catch(() => {})
  }
}

function anyLoss({ variant, generator }: Reach, signal: AbortSignal): RunningVariant['died'] {
  return new Promise((resolve) => {
    for (const target of seenFromHere({ variant, generator })) void watchTarget(variant, target, signal).then((loss) => loss !== null && resolve(loss))
  })
}
