import { subscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Target } from '../concepts/settings.ts'

/** A request of this thread to one of the targets, as soon as its response has begun, or it has failed. */
export interface SeenRequest {
  startMs: number // as performance.now() counts
  endMs: number // when the first byte of the response came, or the error
  status: number | null // null: there was no response
  outcome: string // status or error code
  pid: string // of the worker; empty where it is unknown
  isFirst: boolean // the response is the first on its connection
}

const startedAt = Symbol('startedAt')
const used = Symbol('used')

/**
 * Watches this thread's requests. Time to first byte is taken from Node's diagnostics channels, which, unlike
 * Artillery's `afterResponse`, don't make it read the bodies.
 *
 * @param what pidHeader: lower case
 */
export function watchRequests({ targets, pidHeader }: { targets: readonly Pick<Target, 'hostname' | 'port'>[], pidHeader: string }, see: (request: SeenRequest) => void) {
  const isMeant = toTargets(targets)
  const end = (request: TimedRequest, how: Omit<SeenRequest, 'startMs' | 'endMs'>) => {
    const startMs = request[startedAt]
    if (startMs === undefined) return
    request[startedAt] = undefined
    see({ startMs, endMs: performance.now(), ...how })
  }
  subscribe('http.client.request.start', (message) => {
    const { request } = message as { request: TimedRequest }
    if (isMeant(String(request.getHeader('host')))) request[startedAt] = performance.now()
  })
  subscribe('http.client.response.finish', (message) => {
    const { request, response } = message as { request: TimedRequest, response: IncomingMessage }
    const socket = response.socket as UsedSocket
    const isFirst = socket[used] !== true
    socket[used] = true
    const status = Number(response.statusCode)
    end(request, { status, outcome: String(status), pid: asField(response.headers[pidHeader]), isFirst })
  })
  subscribe('http.client.request.error', (message) => {
    const { request, error } = message as { request: TimedRequest, error: NodeJS.ErrnoException }
    // The code of a DOMException is a number, which would pass for a status.
    end(request, { status: null, outcome: asField(typeof error.code === 'string' ? error.code : error.name), pid: '', isFirst: false })
  })
}

type TimedRequest = ClientRequest & { [startedAt]?: number }
type UsedSocket = IncomingMessage['socket'] & { [used]?: true }

/** few PIDs; an app that names each response otherwise must not fill the memory */
const fields: Map<string, string> = new Map()
const mostFields = 1000

/** @returns safe as a field of a comma-separated line, and as a part of a metric's name */
export function asField(value: string | string[] | undefined): string {
  if (value === undefined) return ''
  const text = String(value)
  const known = fields.get(text)
  if (known !== undefined) return known
  const field = text.replace(/[^\w.:-]/g, '_')
  if (fields.size < mostFields) fields.set(text, field)
  return field
}

/**
 * @returns whether a request with this header `host` goes to one of the targets; those to elsewhere are no matter of
 *   ours
 */
export function toTargets(targets: readonly Pick<Target, 'hostname' | 'port'>[]): (host: string) => boolean {
  const hosts = new Set(targets.flatMap(hostsOf))
  return (host) => hosts.has(host)
}

function hostsOf({ hostname, port }: Pick<Target, 'hostname' | 'port'>) {
  const names = [hostname, `[${hostname}]`]
  const withPort = names.map((name) => `${name}:${port}`)
  return port === 80 || port === 443 ? [...withPort, ...names] : withPort
}
