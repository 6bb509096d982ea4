import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'

export interface Reply {
  status: number | null // null: none came
  location: string | null // where a redirect leads
  error: NodeJS.ErrnoException | null // why none came
}

/**
 * Asks once, and follows no redirect.
 *
 * @param how anyCertificate: even one that proves nothing
 * @returns never rejects
 */
export function ask(url: URL, { anyCertificate, patienceMs }: { anyCertificate: boolean, patienceMs: number }, signal?: AbortSignal): Promise<Reply> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  // What is left of a longer wait is rarely a whole number, which it must be here.
  const timeout = AbortSignal.timeout(Math.max(1, Math.round(patienceMs)))
  const until = signal === undefined ? timeout : AbortSignal.any([timeout, signal])
  // Given only where it differs: what the environment says of certificates holds here as it does for Artillery.
  const trust = anyCertificate ? { rejectUnauthorized: false } : {}
  return new Promise((resolve) => {
    const asked = request(url, { agent: false, headers: { accept: '*/*' }, signal: until, ...trust }, (response) => {
      // An endless answer is cut off by the signal.
      response.resume().once('error', () => {})
      const { statusCode: status = 0, headers: { location = null } } = response
      // What has just been created may have one, too.
      resolve({ status, location: status >= 300 && status < 400 ? location : null, error: null })
    })
    asked.once('error', (error) => {
      const none = timeout.aborted ? new Error(`no answer within ${Math.round(patienceMs / 100) / 10} s`) : error
      resolve({ status: null, location: null, error: none })
    })
    asked.end()
  })
}
