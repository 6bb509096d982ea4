import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { cutOff } from '../concepts/requests.ts'
import { readAlong, type NoteAnswer } from './note-answers.ts'
import { atEndOfLoad } from '../internals/artillerys-modules.ts'
import { asking, outcomeOf, type Asking, type Passing, type SeePass } from './passes.ts'
import type { RunOrder } from '../messages/load.ts'
import type { RowParts } from '../record/write-samples.ts'

/** How the lean client reports requests, and which. */
export interface Recording extends Listeners {
  isTarget: (host: string) => boolean
  pidHeader: string
  seesConnections: boolean // whether a response ends, and which connection a failure was on, matters too
}

/** A request of this thread to one of the targets, as soon as the body of its response has ended, or it has failed. */
export interface SeenRequest extends RowParts {
  startMs: number // as performance.now() counts
  endMs: number // when the first byte of the response came, or the error
  doneMs: number // when the last byte had come, or the error
  status: number | null // null: there was no response, or it was cut off; 0: the step expects it, whatever it is
  user: Passing | null // null: unknown
}

/** method: of the request that it answers */
export type Redirect = { request: number; method: string; location: string; isFollowed: boolean }

/** Who is told of what a client sends to the targets. */
export interface Listeners {
  see: (request: SeenRequest) => void
  seePass: SeePass
  noteAnswer?: NoteAnswer // called with each response
  // responses that have begun, but not ended, kept by the client; last: name of the request whose response began last
  open: { count: number; last: string }
  goesElsewhere: (host: string) => void // called with each request that goes to no target
  isRedirected: (redirect: Redirect) => void // called with each redirect that its step does not expect
}

const sent = Symbol('sent')
const used = Symbol('used')
const fail = Symbol('fail')
/** by: unknown of what Artillery's own code asks for outside of a step */
type TimedRequest = ClientRequest & {
  [sent]?: { startMs: number; by: Asking | undefined }
  [fail]?: () => void // once its response has begun
}

/**
 * Watches this thread's requests by Node's diagnostics channels, which, unlike Artillery's `afterResponse`, don't make
 * it read the bodies.
 */
export function watchRequests(
  { pidHeader, ...order }: Pick<RunOrder, 'targets' | 'strays' | 'pidHeader'>,
  { see, noteAnswer, open, goesElsewhere, isRedirected }: Listeners
) {
  const isTarget = toTargets(order)
  const take = (request: TimedRequest) => {
    const { [sent]: own } = request
    request[sent] = undefined
    return own
  }
  hear('http.client.request.start', (message) => {
    const { request } = message as { request: TimedRequest }
    const host = String(request.getHeader('host'))
    if (isTarget(host)) request[sent] = { startMs: performance.now(), by: asking.getStore() }
    else goesElsewhere(host)
  })
  hear('http.client.response.finish', (message) => {
    const { request, response } = message as { request: TimedRequest; response: IncomingMessage }
    const socket = response.socket as IncomingMessage['socket'] & { [used]?: true }
    const isFirst = socket[used] !== true
    socket[used] = true
    const own = take(request)
    if (own === undefined) return
    const { startMs, by } = own
    const status = Number(response.statusCode)
    const endMs = performance.now()
    open.count++
    open.last = by?.name ?? `a ${request.method}`
    let hasEnded = false
    let gapMs = 0
    let cameMs = endMs
    const come = () => {
      const nowMs = performance.now()
      gapMs = Math.max(gapMs, nowMs - cameMs)
      cameMs = nowMs
    }
    const end = (isWhole: boolean) => {
      if (hasEnded) return
      hasEnded = true
      open.count--
      const doneMs = performance.now()
      const seen = { startMs, doneMs, ...who(by) }
      if (!isWhole) return see({ ...seen, endMs: doneMs, status: null, outcome: cutOff, pid: '', isFirst: false })
      const expected = by?.expected ?? null
      const pid = asField(response.headers[pidHeader])
      const outcome = outcomeOf(status, expected)
      return see({ ...seen, endMs, gapMs, status: expected?.has(status) ? 0 : status, outcome, pid, isFirst })
    }
    // Before Artillery hears of it, and the user goes on.
    request[fail] = () => end(false)
    response.once('aborted', request[fail])
    const { location } = response.headers
    const leadsOn = status >= 300 && status < 400 && location !== undefined
    const isFollowed = by?.follows ?? true
    if (leadsOn && !by?.expected?.has(status))
      isRedirected({ request: by?.request ?? 0, method: request.method, location, isFollowed })
    // Nobody reads the body of a redirect that is followed.
    if (leadsOn && isFollowed) end(true)
    else {
      readAlong(response, { update: come, end: come }, () => false)
      response.once('close', () => end(response.complete))
    }
    const reader =
      noteAnswer?.(`${request.method} ${request.path}`, status, response.headers['content-encoding']) ?? null
    if (reader !== null) readAlong(response, reader, () => !request.shouldKeepAlive)
  })
  hear('http.client.request.error', (message) => {
    const { request, error } = message as { request: TimedRequest; error: NodeJS.ErrnoException }
    const own = take(request)
    if (own === undefined) return request[fail]?.()
    const endMs = performance.now()
    // The code of a DOMException is a number, which would pass for a status.
    const outcome = asField(typeof error.code === 'string' ? error.code : error.name)
    see({ startMs: own.startMs, endMs, doneMs: endMs, status: null, outcome, pid: '', isFirst: false, ...who(own.by) })
  })
}

const who = (by: Asking | undefined) => ({ request: by?.request ?? 0, user: by?.user ?? null })

function hear(channel: string, listener: (message: unknown) => void) {
  subscribe(channel, listener)
  atEndOfLoad(() => unsubscribe(channel, listener))
}

/** @returns safe as a field of a comma-separated line, and as a part of a metric's name */
export const asField = (value: string | string[] | undefined) => (value === undefined ? '' : fieldOf(String(value)))

// Few PIDs; an app that names each response otherwise must not fill the memory.
const fieldOf = remembered((text: string) => text.replace(/[^\w.:-]/g, '_'), 1000)

/** @returns makes each value once, for as many keys as there may be most; a value is never undefined */
export function remembered<K, V>(make: (key: K) => V, most = Infinity) {
  const known = new Map<K, V>()
  return (key: K) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const made = make(key)
    if (known.size < most) known.set(key, made)
    return made
  }
}

/** All that lead to this machine, as a URL or a header has them. */
const loopback = ['127.0.0.1', 'localhost', '::1', '[::1]', '0.0.0.0', '[::]']

/** @returns whether a request with this header `host` is recorded */
export function toTargets({ targets, strays = [] }: Pick<RunOrder, 'targets' | 'strays'>) {
  const hosts = new Set(
    [...targets, ...strays].flatMap(({ hostname, port }) => {
      const names = loopback.includes(hostname) ? loopback : [hostname, `[${hostname}]`]
      const withPort = names.map((name) => `${name}:${port}`)
      return port === 80 || port === 443 ? [...withPort, ...names] : withPort
    })
  )
  return (host: string) => hosts.has(host)
}
