import type { LeanResponse } from './lean-response.ts'

/**
 * The cookies that the script gives are put into the user's jar, and the jar is used from then on for this request.
 *
 * @param request rendered; gets `cookieJar`
 */
export function putCookies(request: Record<string, any>, { context, template }: { context: Record<string, any>, template: (value: any, context: any) => any }) {
  if (typeof request.cookie !== 'object' && typeof context._defaultCookie !== 'object') return
  request.cookieJar = context._jar
  for (const [name, value] of Object.entries({ ...context._defaultCookie, ...request.cookie })) {
    context._jar.setCookieSync(`${name}=${template(value, context)}`, request.url)
  }
}

/** @returns the jar that the request used did not take one */
export function keepCookies(response: LeanResponse, { request, context, events }: { request: Record<string, any>, context: Record<string, any>, events: any }): Error | null {
  if (!response.has('set-cookie')) return null
  const cookies = response.headers['set-cookie'] as string[]
  try {
    if (request.cookieJar) cookies.forEach((cookie) => request.cookieJar.setCookieSync(cookie, response.url))
  } catch (error) {
    return error as Error
  }
  // An app that sets cookies switches the user's jar on.
  if (!context._enableCookieJar) {
    context._enableCookieJar = true
    for (const cookie of cookies) {
      try {
        context._jar.setCookieSync(cookie, request.url)
      } catch {
        events.emit('error', 'cookie_parse_error_invalid_cookie')
      }
    }
  }
  return null
}
