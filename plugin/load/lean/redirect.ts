import { checkProtocol, partsOf } from './prepare-request.ts'
import type { LeanResponse } from './lean-response.ts'
import type { PreparedRequest } from './exchange.ts'

const redirectCodes = new Set([300, 301, 302, 303, 304, 307, 308])

/** As many as got follows. */
export const mostRedirects = 10

export function isRedirect(response: LeanResponse) {
  return redirectCodes.has(response.statusCode) && Boolean(response.headers.location)
}

/**
 * The request that a redirect leads to, as got makes it.
 *
 * @throws it leads nowhere
 */
export function redirected(request: PreparedRequest, { statusCode, headers }: LeanResponse): PreparedRequest {
  // In UTF-8, which a header is not by itself.
  const url = new URL(Buffer.from(headers.location, 'latin1').toString(), request.url)
  checkProtocol(url)
  const kept = { ...request.headers }
  const isElsewhere = url.hostname !== request.url.hostname || url.port !== request.url.port
  if (isElsewhere) for (const name of ['host', 'cookie', 'authorization']) delete kept[name]
  const asksForGet = statusCode === 303 && request.method !== 'GET' && request.method !== 'HEAD'
  return {
    ...request,
    ...partsOf(url),
    ...(kept.host === undefined ? {} : { host: kept.host }),
    headers: kept,
    ...(asksForGet ? { method: 'GET', body: undefined } : {})
  }
}
