/** As got calls a response that did not begin in time. */
export class TimedOut extends Error {
  code = 'ETIMEDOUT'

  /** @param {number} ms */
  constructor(ms) {
    super(`Timeout awaiting 'response' for ${ms}ms`)
    this.name = 'TimeoutError'
  }
}

/** What undici calls otherwise than Node's client, which Artillery's is built on. */
const names = /** @type {Record<string, [code: string, message?: string]>} */ ({
  UND_ERR_SOCKET: ['ECONNRESET', 'socket hang up'],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['ECONNRESET', 'aborted'],
  UND_ERR_HEADERS_OVERFLOW: ['HPE_HEADER_OVERFLOW', 'Parse Error: Header overflow'],
  UND_ERR_CONNECT_TIMEOUT: ['ERR_SOCKET_TIMEOUT', 'Socket timeout'],
  UND_ERR_HEADERS_TIMEOUT: ['ERR_SOCKET_TIMEOUT', 'Socket timeout'],
  UND_ERR_BODY_TIMEOUT: ['ERR_SOCKET_TIMEOUT', 'Socket timeout'],
  UND_ERR_INVALID_ARG: ['ERR_INVALID_CHAR']
})

/**
 * @param {Error & { code?: string }} cause
 * @returns {NodeJS.ErrnoException} with the code that Artillery's client has for it
 */
export function clientError(cause) {
  const name = names[cause.code ?? '']
  if (name === undefined) return cause
  return Object.assign(new Error(name[1] ?? cause.message, { cause }), { code: name[0] })
}

/**
 * @param {string} message
 * @returns {NodeJS.ErrnoException} a request that can't be made, as got calls it
 */
export function requestError(message) {
  return Object.assign(new Error(message), { name: 'RequestError', code: 'ERR_GOT_REQUEST_ERROR' })
}
