import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { readAlong, type NoteAnswer } from './note-answers.ts'
import { atEndOfLoad } from './one-load.ts'
import type { RunOrder } from './run-order.ts'
import type { SampleRow } from './samples.ts'

/** A request of this thread to one of the targets, as soon as its response has begun, or it has failed. */
export interface SeenRequest extends Pick<SampleRow, 'outcome' | 'pid' | 'isFirst'> {
  startMs: number // as performance.now() counts
  endMs: number // when the first byte of the response came, or the error
  status: number | null // null: there was no response
}

/** Who is told of what a client sends to the targets. */
export interface Listeners {
  see: (request: SeenRequest) => void
  noteAnswer?: NoteAnswer | undefined // called with each response
}

const startedAt = Symbol('startedAt')
const used = Symbol('used')
type TimedRequest = ClientRequest & { [startedAt]?: number }

/**
 * Watches this thread's requests by Node's diagnostics channels, which, unlike Artillery's `afterResponse`, don't make
 * it read the bodies.
 */
export function watchRequests(
  { pidHeader, ...order }: Pick<RunOrder, 'targets' | 'strays' | 'pidHeader'>,
  { see, noteAnswer }: Listeners
) {
  const isTarget = toTargets(order)
  const end = (request: TimedRequest, status: number | null, outcome: string, pid: string, isFirst: boolean) => {
    const startMs = request[startedAt]
    if (startMs === undefined) return false
    request[startedAt] = undefined
    see({ startMs, endMs: performance.now(), status, outcome, pid, isFirst })
    return true
  }
  hear('http.client.request.start', (message) => {
    const { request } = message as { request: TimedRequest }
    if (isTarget(String(request.getHeader('host')))) request[startedAt] = performance.now()
  })
  hear('http.client.response.finish', (message) => {
    const { request, response } = message as { request: TimedRequest; response: IncomingMessage }
    const socket = response.socket as IncomingMessage['socket'] & { [used]?: true }
    const isFirst = socket[used] !== true
    socket[used] = true
    const status = Number(response.statusCode)
    if (!end(request, status, String(status), asField(response.headers[pidHeader]), isFirst)) return
    const reader =
      noteAnswer?.(`${request.method} ${request.path}`, status, response.headers['content-encoding']) ?? null
    if (reader !== null) readAlong(response, reader, () => !request.shouldKeepAlive)
  })
  hear('http.client.request.error', (message) => {
    const { request, error } = message as { request: TimedRequest; error: NodeJS.ErrnoException }
    // The code of a DOMException is a number, which would pass for a status.
    end(request, null, asField(typeof error.code === 'string' ? error.code : error.name), '', false)
  })
}

function hear(channel: string, listener: (message: unknown) => void) {
  subscribe(channel, listener)
  atEndOfLoad(() => unsubscribe(channel, listener))
}

/** @returns safe as a field of a comma-separated line, and as a part of a metric's name */
export const asField = (value: string | string[] | undefined): string =>
  value === undefined ? '' : fieldOf(String(value))

// Few PIDs; an app that names each response otherwise must not fill the memory.
const fieldOf = remembered((text: string) => text.replace(/[^\w.:-]/g, '_'), 1000)

/** @returns makes each value once, for as many keys as there may be most; a value is never undefined */
export function remembered<K, V>(make: (key: K) => V, most = Infinity): (key: K) => V {
  const known: Map<K, V> = new Map()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const made = make(key)
    if (known.size < most) known.set(key, made)
    return made
  }
}

/** @returns whether a request with this header `host` is recorded */
export function toTargets({ targets, strays = [] }: Pick<RunOrder, 'targets' | 'strays'>): (host: string) => boolean {
  const hosts = new Set(
    [...targets, ...strays].flatMap(({ hostname, port }) => {
      const names = [hostname, `[${hostname}]`]
      const withPort = names.map((name) => `${name}:${port}`)
      return port === 80 || port === 443 ? [...withPort, ...names] : withPort
    })
  )
  return (host) => hosts.has(host)
}
