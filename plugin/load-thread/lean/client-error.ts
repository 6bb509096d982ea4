/** Reports why Artillery's client must run the scenario. @returns the error of who can't go on */
export type Lacks = (because: string) => Error

/** As got calls a response that did not begin in time. */
export const timedOut = (ms: number) => named('TimeoutError', 'ETIMEDOUT', `Timeout awaiting 'response' for ${ms}ms`)

/** As Node's agent calls a connection on which nothing comes. */
export const socketTimeout = () => named('RequestError', 'ERR_SOCKET_TIMEOUT', 'Socket timeout')

/** @param isReading the response had begun */
export const hangUp = (isReading: boolean) =>
  isReading
    ? named('ReadError', 'ECONNRESET', 'The server aborted pending request')
    : named('RequestError', 'ECONNRESET', 'socket hang up')

/** What breaks HTTP, as Node's parser says it. */
export const parseError = (code: string, reason: string) =>
  named('RequestError', `HPE_${code}`, `Parse Error: ${reason}`)

/** @returns with the name and the code that Artillery's client has for it */
export function clientError(cause: NodeJS.ErrnoException) {
  const { name, code = 'ERR_GOT_REQUEST_ERROR', message } = cause
  return ['TimeoutError', 'ReadError', 'RequestError'].includes(name)
    ? cause
    : named('RequestError', code, message, cause)
}

export const named = (name: string, code: string, message: string, cause?: Error) =>
  Object.assign(new Error(message, cause && { cause }), { name, code })

export const requestError = (message: string) => clientError(new Error(message))

/** Set on the error of a request that the app lost, in whatever way. */
export const isLost = Symbol('isLost')

/** A response that says that the app failed has nothing that could be captured. */
export const failedCapture = (status: number) =>
  Object.assign(new Error('Failed capture or match'), { [isLost]: status >= 500 })
