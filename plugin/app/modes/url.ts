import { setTimeout as delay } from 'node:timers/promises'
import { SpeedupError } from '../../concepts/errors.ts'
import { protocolCause, ask, type Cause, type Reply } from '../ask.ts'
import { placeOf } from '../../concepts/generators.ts'
import { clockMs } from '../../machine/clock.ts'
import { tryConnection } from '../port.ts'
import type { Settings, Target, Variant } from '../../concepts/settings.ts'
import type { Runner } from '../runner.ts'

type Context = Pick<Settings, 'app' | 'insecure' | 'generator'>
/** url: what was asked; ready: the path that the user gave, null: `/` was asked */
type Question = ReturnType<typeof questions>[number]

/** The app runs somewhere already, and goes on: nothing is started or stopped. */
export const url: Runner = {
  async check(settings, variant, signal) {
    const ways = { anyCertificate: settings.insecure, patienceMs: 1000 * settings.app.readyTimeoutSeconds }
    const askHere = (at: URL) => ask(at, ways, signal)
    for (const question of questions(settings, variant)) {
      const reply = await askHere(question.url)
      const to = await whereItLeads(question.url, reply.location, askHere)
      signal.throwIfAborted()
      const refusal = explainReply(question, reply) ?? (to && explainRedirect(question, to))
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
      reported: () => ({ workerPids: [], restarts: 0, usage: [], lives: [] }),
      kin: null,
      died: new Promise((resolve) => {
        for (const { target } of asked)
          void watchTarget(variant, target, watched).then((error) => error !== null && resolve(error))
      }),
      grip: null,
      async stop() {
        end.abort()
        return false
      }
    }
  }
}

/**
 * A load that is made elsewhere may reach what can't be reached from here, as in a private network. And behind a proxy
 * it is unknown what Artillery will reach: it reads these two variables, and no exceptions from them.
 *
 * @returns one for each target that the load will reach as we do
 */
function questions({ app: { ready }, generator }: Context, variant: Variant) {
  const { HTTP_PROXY = '', HTTPS_PROXY = '' } = process.env
  const isDirect = ({ protocol }: Target) => HTTP_PROXY === '' && (HTTPS_PROXY === '' || protocol === 'http:')
  const targets = placeOf(generator) === null ? variant.targets.filter(isDirect) : []
  return targets.map((target) => ({ variant, target, url: new URL(ready ?? '/', target.url), ready }))
}

/** More than it takes to get from http://shop.example to https://www.shop.example. */
const mostRedirects = 5

/**
 * @returns in another origin; null: it does not lead to one. Within one origin, a redirect is the app's own matter,
 * such as one to a login.
 */
async function whereItLeads(from: URL, location: string | null, follow: (url: URL) => Promise<Reply>) {
  let at = from
  for (let i = 0; i < mostRedirects && location !== null; i++) {
    const next = URL.parse(location, at.href)
    if (next === null || next.origin === at.origin || !/^https?:$/.test(next.protocol)) break
    at = next
    location = (await follow(next)).location
  }
  return at.origin === from.origin ? null : at
}

const pollMs = 250

async function waitForAnswer(question: Question, { app, insecure: anyCertificate }: Context, signal: AbortSignal) {
  const deadline = performance.now() + 1000 * app.readyTimeoutSeconds
  // The last question has hardly any time left: what an earlier one was answered tells more than that it had none.
  for (let answered: SpeedupError | null = null; ; await delay(pollMs, undefined, { signal }).catch(() => {})) {
    const reply = await ask(question.url, { anyCertificate, patienceMs: deadline - performance.now() }, signal)
    signal.throwIfAborted()
    const refusal = explainReply(question, reply)
    if (refusal === null) return
    if (reply.status !== null) answered = refusal
    if (deadline - performance.now() < pollMs) throw answered ?? refusal
  }
}

const everyMs = 1000
/** Longer than it takes to replace a process by another one. */
const refusedMs = 3000
/** An overloaded server may be silent for a while; but after this long Artillery gives up, too. */
const silentMs = 10_000

/**
 * Tries once a second whether connections are still accepted there.
 * @returns APP_DIED; null: the signal has ended the watch
 */
export async function watchTarget({ name }: Variant, target: Target, signal: AbortSignal) {
  for (
    let lostFromMs = Infinity;
    !signal.aborted;
    await delay(everyMs, undefined, { signal, ref: false }).catch(() => {})
  ) {
    const begunMs = clockMs()
    const error = await tryConnection(target, signal)
    if (signal.aborted) return null
    lostFromMs = error === null ? Infinity : Math.min(lostFromMs, begunMs)
    const lostMs = clockMs() - lostFromMs
    if (error === null || lostMs <= (error.code === 'ETIMEDOUT' ? silentMs : refusedMs)) continue
    const since = new Date(Date.now() - lostMs).toISOString().slice(11, 19)
    return new SpeedupError(
      'APP_DIED',
      `Variant ${name}: ${target.url} has accepted no connection since ${since} UTC, for ` +
        `${Math.round(lostMs / 1000)} s (${error.message || error.code}), while it was measured. ` +
        'Check that it still runs and can handle this load.'
    )
  }
  return null
}

/** Why an app that runs somewhere can't be loaded there: APP_NOT_READY; null: it can. */
export function explainReply({ variant, target, url, ready }: Question, { status, error }: Reply) {
  const refusal = (why: string) => new SpeedupError('APP_NOT_READY', `Variant ${variant.name}: ${target.url} ${why}`)
  // It is there, but wants the certificate of a client, which Artillery may have.
  if (error?.code?.endsWith('ALERT_CERTIFICATE_REQUIRED')) return null
  if (error !== null) return refusal(whyUnreachable(error))
  if (Number(status) < 500) return null
  const elsewhere = 'If the app answers on another path, set plugins.speedup.app.ready to it'
  const advice = ready === null ? elsewhere : 'Fix the app, or change plugins.speedup.app.ready'
  return refusal(
    `is not ready: GET ${url.pathname}${url.search} answered ${status} instead of a status below 500. ${advice}.`
  )
}

/** @returns INVALID_SETTINGS */
function explainRedirect({ variant: { name }, target, url, ready }: Question, to: URL) {
  const path = `${url.pathname}${url.search}`
  const advice = 'for example to a login, set plugins.speedup.app.ready to a path that does not.'
  const onlyThis = ` If only ${path} redirects, ${advice}`
  return new SpeedupError(
    'INVALID_SETTINGS',
    `Variant ${name}: GET ${path} at ${target.url} redirects to ${to.origin}${to.pathname}. ` +
      'Each request of the load would be made twice, and the second one, which gets the answer, would not be ' +
      `measured. Set plugins.speedup.variants.${name}.url to ${to.origin}.${ready === null ? onlyThis : ''}`
  )
}

/** The first that fits the error's code, beside those of protocols. */
const causes: Cause[] = [
  {
    code: /^ECONNREFUSED$/,
    advice: 'No program accepts connections there: check that the app is running and that the port is right.'
  },
  { code: /^(ENOTFOUND|EAI_AGAIN)$/, advice: 'The host name is unknown here: check its spelling.' },
  { code: /^/, advice: 'Check that it is running and that this machine can reach it.' }
]

function whyUnreachable({ code = '', message }: NodeJS.ErrnoException) {
  // OpenSSL's messages have lines of its source as well, and Node's, behind a semicolon, advice about another program.
  const [, reason] = /:error:\w+:[^:]*:[^:]*:([^:]+):/.exec(message) ?? []
  const brief = reason === undefined ? message.split(';')[0].trim() || code : `${code}: ${reason}`
  const { certificate, advice } = protocolCause(code) ?? causes.filter((cause) => cause.code.test(code))[0]
  return certificate === undefined
    ? `is not reachable (${brief}). ${advice}`
    : `has a certificate ${certificate} (${code}: ${brief}). ${advice}`
}
