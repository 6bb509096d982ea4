import { subscribe } from 'node:diagnostics_channel'
import { openSync, writeSync } from 'node:fs'
import { toTarget } from './to-target.js'
/**
 * @import { ClientRequest, IncomingMessage } from 'node:http'
 * @import { RunOrder } from './run-order.js'
 */

const startedAt = Symbol('startedAt')
const used = Symbol('used')

/** Often enough that hardly anything is lost when the thread is ended, seldom enough to cost nothing. */
const flushMilliseconds = 20

/**
 * Records every request of this thread to the target: one line of the samples file each, written as they come,
 * since a load thread may be ended without a word. Time to first byte is taken from Node's diagnostics channels,
 * which, unlike Artillery's `afterResponse`, don't make it read the bodies.
 *
 * @param {RunOrder} order
 * @returns {{ flush: () => void }}
 */
export function startRecorder({ samplesFile, originMs, hostname, port, pidHeader }) {
  // Appending whole lines is atomic between the load threads that share the file.
  const file = openSync(samplesFile, 'a')
  const offset = performance.timeOrigin - originMs
  const isMeant = toTarget({ hostname, port })
  let lines = ''
  /** @type {NodeJS.Timeout | undefined} */
  let timer

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (lines === '') return
    writeSync(file, lines)
    lines = ''
  }

  /**
   * @param {TimedRequest} request
   * @param {string | number} status
   * @param {string} pid
   * @param {0 | 1} first
   */
  const add = (request, status, pid, first) => {
    const start = request[startedAt]
    if (start === undefined) return
    request[startedAt] = undefined
    lines += `${(start + offset).toFixed(3)},${(performance.now() - start).toFixed(3)},${status},${pid},${first}\n`
    timer ??= setTimeout(flush, flushMilliseconds)
  }

  subscribe('http.client.request.start', (message) => {
    const { request } = /** @type {{ request: TimedRequest }} */ (message)
    if (isMeant(request)) request[startedAt] = performance.now()
  })
  subscribe('http.client.response.finish', (message) => {
    const { request, response } = /** @type {{ request: TimedRequest, response: IncomingMessage }} */ (message)
    const socket = /** @type {UsedSocket} */ (response.socket)
    const first = socket[used] === true ? 0 : 1
    socket[used] = true
    add(request, Number(response.statusCode), asField(response.headers[pidHeader]), first)
  })
  subscribe('http.client.request.error', (message) => {
    const { request, error } = /** @type {{ request: TimedRequest, error: NodeJS.ErrnoException }} */ (message)
    // The code of a DOMException is a number, which would pass for a status.
    add(request, asField(typeof error.code === 'string' ? error.code : error.name), '', 0)
  })
  return { flush }
}

/**
 * @typedef {ClientRequest & { [startedAt]?: number }} TimedRequest
 * @typedef {IncomingMessage['socket'] & { [used]?: true }} UsedSocket
 */

/**
 * @param {string | string[] | undefined} value
 * @returns {string} safe as a field of a comma-separated line
 */
function asField(value) {
  return value === undefined ? '' : String(value).replace(/[^\w.:-]/g, '_')
}
