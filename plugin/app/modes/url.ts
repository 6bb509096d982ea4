import { setTimeout as delay } from 'node:timers/promises'
import { ask, explainRedirect, explainReply, type Asked, type Reply } from '../ask.ts'
import type { App, Generator, Target, Variant } from '../../concepts/settings.ts'
import type { Runner } from '../modes.ts'
import type { RunningVariant } from '../start-variant.ts'
import { SpeedupError } from '../../concepts/errors.ts'
import { tryConnection } from '../port.ts'

/** Runs somewhere already, and goes on doing so: nothing is started or stopped. */
export const url: Runner = {
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

const everyMs = 1000
/** Longer than it takes to put another process in the place of one. */
const refusedMs = 3000
/** What is overloaded may be silent for a while; but after this long Artillery gives up, too. */
const silentMs = 10_000

/**
 * Tries once a second whether somebody still accepts connections there.
 *
 * @param signal ends the watch, and leaves nothing behind
 * @returns APP_DIED; null: the watch was ended
 */
export async function watchTarget(variant: Variant, target: Target, signal: AbortSignal): Promise<SpeedupError | null> {
  let sinceMs: number | null = null
  while (!signal.aborted) {
    const begunMs = Date.now()
    const error = await tryConnection(target, signal)
    if (error === null) {
      sinceMs = null
    } else if (!signal.aborted) {
      sinceMs ??= begunMs
      const forMs = Date.now() - sinceMs
      if (forMs > (error.code === 'ETIMEDOUT' ? silentMs : refusedMs)) return lossOf(variant, target, { sinceMs, forMs, error })
    }
    await delay(everyMs, undefined, { signal, ref: false }).catch(() => {})
  }
  return null
}

function lossOf({ name }: Variant, { url }: Target, { sinceMs, forMs, error }: { sinceMs: number, forMs: number, error: NodeJS.ErrnoException }) {
  const time = new Date(sinceMs).toISOString().slice(11, 19)
  return new SpeedupError(
    'APP_DIED',
    `Variant ${name}: ${url} has accepted no connection since ${time} UTC, for ${Math.round(forMs / 1000)} s (${error.message || error.code}), ` +
      'while it was measured. Does it still run, and can it bear this load?'
  )
}

/** More than anybody needs from http://shop.example to https://www.shop.example. */
const mostRedirects = 5

/**
 * Follows redirects until one stays where it is: what an app does within one origin is its own matter, such as sending
 * those to a login who are not known.
 *
 * @param from what was asked
 * @returns in another origin; null: it does not lead to one
 */
async function whereItLeads(from: URL, reply: Reply, ask: (url: URL) => Promise<Reply>): Promise<URL | null> {
  let [at, last] = [from, reply]
  for (let i = 0; i < mostRedirects && last.location !== null; i++) {
    const next = URL.parse(last.location, at.href)
    if (next === null || next.origin === at.origin || !/^https?:$/.test(next.protocol)) break
    at = next
    last = await ask(next)
  }
  return at.origin === from.origin ? null : at
}
