import { asField } from '../watch-requests.js'
import { clientError, TimedOut } from './client-error.js'
import { LeanResponse } from './lean-response.js'
/**
 * @import { Dispatcher } from 'undici'
 * @import { BodyReader } from '../note-answers.js'
 * @import { LeanMeans } from './install.js'
 * @import { OpenConnection, OpenLane } from './connections.js'
 *
 * @typedef {object} PreparedRequest
 * @property {string} method
 * @property {URL} url
 * @property {string} origin of it
 * @property {string} path with the query
 * @property {string} host as in the header of that name
 * @property {Record<string, any>} headers lower case
 * @property {string | Buffer | undefined} body
 * @property {boolean} decompress
 *
 * @typedef {object} Listener
 * @property {boolean} readsBody
 * @property {number} timeoutMs from when the request is written until the response begins; 0: as long as the connection lives
 * @property {(response: LeanResponse) => void} begun
 * @property {(response: LeanResponse) => void} ended
 * @property {(error: NodeJS.ErrnoException) => void} failed instead of ended
 */

/**
 * One request and its response, on the connection that it gets: undici's handler of both, in the form that gets headers as
 * they came (in the newer one, undici makes strings of all of them, of which few are ever read). Every request to a target is
 * recorded here, by the definition that holds for Artillery's client, too: from when it is written, or its connection
 * begins to be opened, until the headers of the response are in.
 */
export class Exchange {
  #request
  #lane
  #means
  #listener
  /** @type {OpenConnection | null} */
  #connection = null
  #isFirst = false
  #isRecorded
  #startMs = NaN
  #sentMs = NaN
  /** @type {LeanResponse | null} */
  #response = null
  /** @type {Buffer[]} */
  #chunks = []
  /** @type {BodyReader | null} */
  #note = null
  /** @type {NodeJS.Timeout | undefined} */
  #timer

  /**
   * @param {PreparedRequest} request
   * @param {{ lane: OpenLane, means: LeanMeans, isRecorded: boolean }} way
   * @param {Listener} listener
   */
  constructor(request, { lane, means, isRecorded }, listener) {
    this.#request = request
    this.#lane = lane
    this.#means = means
    this.#isRecorded = isRecorded
    this.#listener = listener
  }

  /** @param {OpenConnection} connection */
  begin(connection) {
    const { method, path, headers, body } = this.#request
    this.#connection = connection
    this.#startMs = performance.now()
    // Without `reset`, undici would close the connection after each HEAD.
    connection.client.dispatch({ method: /** @type {Dispatcher.HttpMethod} */ (method), path, headers, body: body ?? null, reset: false }, this)
  }

  onConnect() {
    const connection = /** @type {OpenConnection} */ (this.#connection)
    this.#sentMs = performance.now()
    this.#isFirst = connection.isFresh
    if (!this.#isFirst) this.#startMs = this.#sentMs
    const { timeoutMs } = this.#listener
    if (timeoutMs > 0) this.#timer = setTimeout(() => connection.end(new TimedOut(timeoutMs)), timeoutMs)
  }

  /**
   * @param {number} status
   * @param {Buffer[]} rawHeaders names and values in turn
   * @param {() => void} _resume
   * @param {string} [statusText]
   * @returns {boolean} to go on
   */
  onHeaders(status, rawHeaders, _resume, statusText = '') {
    // Informational: the response is still to come.
    if (status < 200) return true
    const now = performance.now()
    clearTimeout(this.#timer)
    const connection = /** @type {OpenConnection} */ (this.#connection)
    connection.isFresh = false
    const { method, path, url, decompress } = this.#request
    this.#response = new LeanResponse({ status, statusText, rawHeaders, url, method, decompress, firstByteMs: now - this.#sentMs })
    if (this.#isRecorded) {
      const { pidHeader, see, noteAnswer } = this.#means
      see({ startMs: this.#startMs, endMs: now, status, outcome: asText(status), pid: asField(this.#response.read(pidHeader)), isFirst: this.#isFirst })
      this.#note = noteAnswer(`${method} ${path}`, status)
    }
    this.#listener.begun(this.#response)
    return true
  }

  /**
   * @param {Buffer} chunk valid during this call only
   * @returns {boolean} to go on
   */
  onData(chunk) {
    const response = /** @type {LeanResponse} */ (this.#response)
    response.bytes += chunk.length
    if (this.#listener.readsBody) this.#chunks.push(Buffer.from(chunk))
    this.#note?.update(chunk)
    return true
  }

  onComplete() {
    const response = /** @type {LeanResponse} */ (this.#response)
    response.totalMs = performance.now() - this.#startMs
    this.#note?.end()
    // Node's client takes a HEAD of unknown length for one that ends with the connection.
    if (this.#request.method === 'HEAD' && !response.has('content-length') && !response.has('transfer-encoding')) this.#connection?.end()
    // Not within undici's call: it takes for its own what a hook throws.
    queueMicrotask(() => {
      this.#lane.release(/** @type {OpenConnection} */ (this.#connection))
      if (!this.#listener.readsBody) return this.#listener.ended(response)
      return response.readBody(this.#chunks, (error) => (error === null ? this.#listener.ended(response) : this.#listener.failed(error)))
    })
  }

  /** @param {Error} cause */
  onError(cause) {
    clearTimeout(this.#timer)
    const error = clientError(cause, this.#response !== null)
    if (this.#isRecorded && this.#response === null) {
      this.#means.see({ startMs: this.#startMs, endMs: performance.now(), status: null, outcome: asField(error.code ?? error.name), pid: '', isFirst: false })
    }
    queueMicrotask(() => {
      this.#lane.release(/** @type {OpenConnection} */ (this.#connection))
      this.#listener.failed(error)
    })
  }
}

/** @type {Map<number, string>} */
const texts = new Map()

/** @param {number} status */
function asText(status) {
  let text = texts.get(status)
  if (text === undefined) texts.set(status, (text = String(status)))
  return text
}
