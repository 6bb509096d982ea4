/** As got calls a response that did not begin in time. */
export const timedOut = (ms: number): NodeJS.ErrnoException =>
  named('TimeoutError', 'ETIMEDOUT', `Timeout awaiting 'response' for ${ms}ms`)

/** What undici names differently from Node's client, on which Artillery's is built. */
const names: Record<string, [code: string, message?: string]> = {
  UND_ERR_SOCKET: ['ECONNRESET', 'socket hang up'],
  UND_ERR_HEADERS_OVERFLOW: ['HPE_HEADER_OVERFLOW', 'Parse Error: Header overflow'],
  UND_ERR_CONNECT_TIMEOUT: ['ERR_SOCKET_TIMEOUT', 'Socket timeout'],
  UND_ERR_HEADERS_TIMEOUT: ['ERR_SOCKET_TIMEOUT', 'Socket timeout'],
  UND_ERR_BODY_TIMEOUT: ['ERR_SOCKET_TIMEOUT', 'Socket timeout'],
  UND_ERR_INVALID_ARG: ['ERR_INVALID_CHAR'],
  // Lengths that contradict one another are found before the response begins.
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['HPE_UNEXPECTED_CONTENT_LENGTH', 'Parse Error: Duplicate Content-Length']
}

const closings = ['UND_ERR_SOCKET', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH']

/** What the parser that undici and Node share says, and Node's code for it: undici (7.30) leaves out the codes. */
const parseErrors: [said: RegExp, code: string][] = [
  [/Expected HTTP/, 'HPE_INVALID_CONSTANT'],
  [/version/, 'HPE_INVALID_VERSION'],
  [/status/, 'HPE_INVALID_STATUS'],
  [/CR after/, 'HPE_CR_EXPECTED'],
  [/LF after|expected LF/, 'HPE_LF_EXPECTED'],
  [/Transfer-Encoding/, 'HPE_INVALID_TRANSFER_ENCODING'],
  [/Duplicate Content-Length|can't be present/, 'HPE_UNEXPECTED_CONTENT_LENGTH'],
  [/Content-Length/, 'HPE_INVALID_CONTENT_LENGTH'],
  [/[Cc]hunk/, 'HPE_INVALID_CHUNK_SIZE'],
  [/header/, 'HPE_INVALID_HEADER_TOKEN']
]

/** @returns with the name and the code that Artillery's client has for it; isReading: the response had begun */
export function clientError(cause: Error & { code?: string }, isReading: boolean): NodeJS.ErrnoException {
  if (cause.name === 'TimeoutError') return cause
  const { code = 'ERR_GOT_REQUEST_ERROR', message } = cause
  if (isReading && closings.includes(code))
    return named('ReadError', 'ECONNRESET', 'The server aborted pending request', cause)
  if (cause.name === 'HTTPParserError') {
    const said = /\((.*)\)/.exec(message)?.[1] ?? message
    return named(
      'RequestError',
      parseErrors.find(([pattern]) => pattern.test(said))?.[1] ?? 'HPE_STRICT',
      `Parse Error: ${said}`,
      cause
    )
  }
  const [nodeCode, nodeMessage = message] = names[code] ?? [code]
  return named('RequestError', nodeCode, nodeMessage, cause)
}

export const named = (name: string, code: string, message: string, cause?: Error) =>
  Object.assign(new Error(message, cause && { cause }), { name, code })

export const requestError = (message: string): NodeJS.ErrnoException => clientError(new Error(message), false)

/** Set on the error of a request that the app lost, in whatever way. */
export const isLost = Symbol('isLost')

/** A response that says that the app failed has nothing that could be captured. */
export const failedCapture = (status: number) =>
  Object.assign(new Error('Failed capture or match'), { [isLost]: status >= 500 })
