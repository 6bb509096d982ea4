import { checkProtocol, partsOf } from './prepare-request.ts'
import type { Tools } from './artillerys-http.ts'
import type { LeanResponse } from './lean-response.ts'
import type { PreparedRequest } from './exchange.ts'

const redirectCodes = new Set([300, 301, 302, 303, 304, 307, 308])

/** As many as got follows. */
export const mostRedirects = 10

export function isRedirect(response: LeanResponse) {
  return redirectCodes.has(response.statusCode) && Boolean(response.headers.location)
}

/** The request that a redirect leads to, as got makes it. Throws where it leads nowhere. */
export function redirected(request: PreparedRequest, { statusCode, headers }: LeanResponse): PreparedRequest {
  // In UTF-8, which a header is not by itself.
  const url = new URL(Buffer.from(headers.location, 'latin1').toString(), request.url)
  checkProtocol(url)
  const kept = { ...request.headers }
  const isElsewhere = url.hostname !== request.url.hostname || url.port !== request.url.port
  if (isElsewhere) for (const name of ['host', 'cookie', 'authorization']) delete kept[name]
  const next = { ...request, ...partsOf(url), headers: kept }
  next.host = kept.host ?? next.host
  const asksForGet = statusCode === 303 && request.method !== 'GET' && request.method !== 'HEAD'
  return asksForGet ? { ...next, method: 'GET', body: undefined } : next
}

type Context = Record<string, any>

/**
 * The cookies that the script gives are put into the user's jar, and the jar is used from then on for this request.
 *
 * @param request rendered; gets `cookieJar`
 */
export function putCookies(request: Record<string, any>, context: Context, template: Tools['template']) {
  if (typeof request.cookie !== 'object' && typeof context._defaultCookie !== 'object') return
  request.cookieJar = context._jar
  for (const [name, value] of Object.entries({ ...context._defaultCookie, ...request.cookie })) {
    context._jar.setCookieSync(`${name}=${template(value, context)}`, request.url)
  }
}

/** @returns the error of the request's jar, if it refused a cookie */
export function keepCookies(response: LeanResponse, request: Record<string, any>, context: Context, events: any): Error | null {
  if (!response.has('set-cookie')) return null
  const cookies = response.headers['set-cookie'] as string[]
  try {
    if (request.cookieJar) cookies.forEach((cookie) => request.cookieJar.setCookieSync(cookie, response.url))
  } catch (error) {
    return error as Error
  }
  if (context._enableCookieJar) return null
  // An app that sets cookies switches the user's jar on.
  context._enableCookieJar = true
  for (const cookie of cookies) {
    try {
      context._jar.setCookieSync(cookie, request.url)
    } catch {
      events.emit('error', 'cookie_parse_error_invalid_cookie')
    }
  }
  return null
}
