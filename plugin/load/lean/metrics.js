/**
 * @import { LeanResponse } from './lean-response.js'
 *
 * @typedef {{ emit: (kind: string, name: string, value?: number) => unknown }} Events Artillery's, of a scenario
 */

/** Artillery's periods last 10 s: what is told so late falls into the right one, as good as always. */
const keptMs = 100

/** @type {Map<number, { code: string, time: string | null }>} */
const names = new Map()

/**
 * Adds requests to Artillery's metrics, as its own client does. Artillery keeps a line for each count until it adds them
 * up, which costs as much as a request: here they are added up before.
 */
export class Metrics {
  #events
  /** @type {Map<string, number>} */
  #counts = new Map()
  #toldMs = 0
  #users = 0

  /** @param {Events} events */
  constructor(events) {
    this.#events = events
  }

  request() {
    this.#count('http.requests', 1)
    this.#events.emit('rate', 'http.request_rate')
  }

  /** @param {LeanResponse} response that has begun */
  response({ statusCode, firstByteMs }) {
    let name = names.get(statusCode)
    if (name === undefined) names.set(statusCode, (name = namesOf(statusCode)))
    this.#count(name.code, 1)
    this.#count('http.responses', 1)
    this.#events.emit('histogram', 'http.response_time', firstByteMs)
    if (name.time !== null) this.#events.emit('histogram', name.time, firstByteMs)
  }

  /** @param {number} bytes of a response that has ended */
  end(bytes) {
    this.#count('http.downloaded_bytes', bytes)
    this.#tellIfDue()
  }

  userCame() {
    this.#users++
  }

  /** Artillery ends when all users have left; one who failed may leave requests behind that others are waiting for. */
  userLeft() {
    this.#users--
    this.#tellIfDue()
  }

  #tellIfDue() {
    const now = performance.now()
    if (this.#users === 0 || now - this.#toldMs > keptMs) this.#tell(now)
  }

  /** @param {number} now */
  #tell(now) {
    this.#toldMs = now
    for (const [name, value] of this.#counts) this.#events.emit('counter', name, value)
    this.#counts.clear()
  }

  /**
   * @param {string} name
   * @param {number} value
   */
  #count(name, value) {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + value)
  }
}

/** @param {number} status */
function namesOf(status) {
  return { code: `http.codes.${status}`, time: status < 600 ? `http.response_time.${Math.floor(status / 100)}xx` : null }
}
