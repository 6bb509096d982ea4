import { subscribe } from 'node:diagnostics_channel'
import { toTargets } from './to-targets.js'
/**
 * @import { ClientRequest, IncomingMessage } from 'node:http'
 * @import { Target } from '../vocabulary.js'
 */

/**
 * A request of this thread to one of the targets, as soon as its response has begun, or it has failed.
 *
 * @typedef {object} SeenRequest
 * @property {number} startMs as performance.now() counts
 * @property {number} endMs when the first byte of the response came, or the error
 * @property {number | null} status null: there was no response
 * @property {string} outcome status or error code
 * @property {string} pid of the worker; empty where it is unknown
 * @property {boolean} isFirst the response is the first on its connection
 */

const startedAt = Symbol('startedAt')
const used = Symbol('used')

/**
 * Watches this thread's requests. Time to first byte is taken from Node's diagnostics channels, which, unlike
 * Artillery's `afterResponse`, don't make it read the bodies.
 *
 * @param {{ targets: readonly Pick<Target, 'hostname' | 'port'>[], pidHeader: string }} what pidHeader: lower case
 * @param {(request: SeenRequest) => void} see
 */
export function watchRequests({ targets, pidHeader }, see) {
  const isMeant = toTargets(targets)
  const end = (/** @type {TimedRequest} */ request, /** @type {Omit<SeenRequest, 'startMs' | 'endMs'>} */ how) => {
    const startMs = request[startedAt]
    if (startMs === undefined) return
    request[startedAt] = undefined
    see({ startMs, endMs: performance.now(), ...how })
  }
  subscribe('http.client.request.start', (message) => {
    const { request } = /** @type {{ request: TimedRequest }} */ (message)
    if (isMeant(String(request.getHeader('host')))) request[startedAt] = performance.now()
  })
  subscribe('http.client.response.finish', (message) => {
    const { request, response } = /** @type {{ request: TimedRequest, response: IncomingMessage }} */ (message)
    const socket = /** @type {UsedSocket} */ (response.socket)
    const isFirst = socket[used] !== true
    socket[used] = true
    const status = Number(response.statusCode)
    end(request, { status, outcome: String(status), pid: asField(response.headers[pidHeader]), isFirst })
  })
  subscribe('http.client.request.error', (message) => {
    const { request, error } = /** @type {{ request: TimedRequest, error: NodeJS.ErrnoException }} */ (message)
    // The code of a DOMException is a number, which would pass for a status.
    end(request, { status: null, outcome: asField(typeof error.code === 'string' ? error.code : error.name), pid: '', isFirst: false })
  })
}

/**
 * @typedef {ClientRequest & { [startedAt]?: number }} TimedRequest
 * @typedef {IncomingMessage['socket'] & { [used]?: true }} UsedSocket
 */

/** @type {Map<string, string>} few PIDs; an app that names each response otherwise must not fill the memory */
const fields = new Map()
const mostFields = 1000

/**
 * @param {string | string[] | undefined} value
 * @returns {string} safe as a field of a comma-separated line, and as a part of a metric's name
 */
export function asField(value) {
  if (value === undefined) return ''
  const text = String(value)
  const known = fields.get(text)
  if (known !== undefined) return known
  const field = text.replace(/[^\w.:-]/g, '_')
  if (fields.size < mostFields) fields.set(text, field)
  return field
}
