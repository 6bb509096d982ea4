import { setTimeout as delay } from 'node:timers/promises'
import { SpeedupError } from '../../concepts/errors.ts'
import { kindOf } from '../../concepts/generators.ts'
import { ask, explainRedirect, explainReply, type Question } from '../ask.ts'
import { tryConnection } from '../port.ts'
import type { Settings, Target, Variant } from '../../concepts/settings.ts'
import type { Runner } from '../modes.ts'

type Context = Pick<Settings, 'app' | 'insecure' | 'generator'>

/** The app runs somewhere already, and goes on: nothing is started or stopped. */
export const url: Runner = {
  async check(settings, variant, signal) {
    const { insecure: anyCertificate, app: { readyTimeoutSeconds } } = settings
    const askHere = (at: URL) => ask(at, { anyCertificate, patienceMs: 1000 * readyTimeoutSeconds }, signal)
    for (const question of questions(settings, variant)) {
      const reply = await askHere(question.url)
      const to = await whereItLeads(question.url, reply.location, async (next) => (await askHere(next)).location)
      signal.throwIfAborted()
      const refusal = explainReply(question, reply) ?? (to === null ? null : explainRedirect(question, to))
      if (refusal !== null) throw refusal
    }
  },
  async start({ variant, ...context }, signal) {
    const begunAt = performance.now()
    const asked = questions(context, variant)
    for (const question of asked) await waitForAnswer(question, context, signal)
    const end = new AbortController()
    const watched = AbortSignal.any([signal, end.signal])
    return {
      readySeconds: (performance.now() - begunAt) / 1000,
      reported: () => ({ workerPids: [], restarts: 0, usage: [] }),
      kin: null,
      died: new Promise((resolve) => {
        for (const { target } of asked) void watchTarget(variant, target, watched).then((loss) => loss !== null && resolve(loss))
      }),
      async stop() {
        end.abort()
        return false
      }
    }
  }
}

/**
 * A load that is made elsewhere may reach what can't be reached from here, as in a private network. And behind a proxy it is unknown what
 * Artillery will reach: it reads these two variables, and no exceptions from them.
 *
 * @returns one for each target that the load will reach as we do
 */
function questions({ app: { ready }, generator }: Context, variant: Variant): Question[] {
  const { HTTP_PROXY = '', HTTPS_PROXY = '' } = process.env
  const isDirect = ({ protocol }: Target) => HTTP_PROXY === '' && (HTTPS_PROXY === '' || protocol === 'http:')
  const targets = kindOf(generator).place === null ? variant.targets.filter(isDirect) : []
  return targets.map((target) => ({ variant, target, url: new URL(ready ?? '/', target.url), ready }))
}

/** More than anybody needs from http://shop.example to https://www.shop.example. */
const mostRedirects = 5

/** @returns in another origin; null: it does not lead to one. Within one origin, a redirect is the app's own matter, such as one to a login. */
async function whereItLeads(from: URL, location: string | null, follow: (url: URL) => Promise<string | null>): Promise<URL | null> {
  let at = from
  for (let i = 0; i < mostRedirects && location !== null; i++) {
    const next = URL.parse(location, at.href)
    if (next === null || next.origin === at.origin || !/^https?:$/.test(next.protocol)) break
    at = next
    location = await follow(next)
  }
  return at.origin === from.origin ? null : at
}

const pollMs = 250

async function waitForAnswer(question: Question, { app, insecure: anyCertificate }: Context, signal: AbortSignal) {
  const deadline = performance.now() + 1000 * app.readyTimeoutSeconds
  for (;;) {
    const reply = await ask(question.url, { anyCertificate, patienceMs: deadline - performance.now() }, signal)
    signal.throwIfAborted()
    const refusal = explainReply(question, reply)
    if (refusal === null) return
    if (deadline - performance.now() < pollMs) throw refusal
    await delay(pollMs, undefined, { signal }).catch(() => {})
  }
}

const everyMs = 1000
/** Longer than it takes to replace a process by another one. */
const refusedMs = 3000
/** An overloaded server may be silent for a while; but after this long Artillery gives up, too. */
const silentMs = 10_000

/** Tries once a second whether connections are still accepted there. @returns APP_DIED; null: the signal has ended the watch */
export async function watchTarget({ name }: Variant, target: Target, signal: AbortSignal): Promise<SpeedupError | null> {
  for (let lostAt = Infinity; !signal.aborted; await delay(everyMs, undefined, { signal, ref: false }).catch(() => {})) {
    const begunAt = Date.now()
    const error = await tryConnection(target, signal)
    if (signal.aborted) return null
    lostAt = error === null ? Infinity : Math.min(lostAt, begunAt)
    const lostMs = Date.now() - lostAt
    if (error === null || lostMs <= (error.code === 'ETIMEDOUT' ? silentMs : refusedMs)) continue
    const since = `since ${new Date(lostAt).toISOString().slice(11, 19)} UTC, for ${Math.round(lostMs / 1000)} s`
    const problem = `has accepted no connection ${since} (${error.message || error.code}), while it was measured`
    return new SpeedupError('APP_DIED', `Variant ${name}: ${target.url} ${problem}. Does it still run, and can it bear this load?`)
  }
  return null
}
