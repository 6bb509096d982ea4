import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'

/** status: null: none came, for the error; location: where a redirect leads */
export type Reply = {
  status: number | null
  headers: IncomingHttpHeaders
  location: string | null
  error: NodeJS.ErrnoException | null
}

/** Asks once, follows no redirect, never rejects. anyCertificate: even one that proves nothing is good enough. */
export function ask(
  url: URL,
  { anyCertificate, patienceMs }: { anyCertificate: boolean; patienceMs: number },
  signal?: AbortSignal
): Promise<Reply> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  // What is left of a longer wait is rarely a whole number, which it must be here.
  const timeout = AbortSignal.timeout(Math.max(1, Math.round(patienceMs)))
  const until = AbortSignal.any(signal === undefined ? [timeout] : [timeout, signal])
  // Else the environment decides which certificates are good, as it does for Artillery.
  const trust = anyCertificate ? { rejectUnauthorized: false } : {}
  return new Promise((resolve) => {
    const asked = request(url, { agent: false, headers: { accept: '*/*' }, signal: until, ...trust }, (response) => {
      // An endless answer is cut off by the signal.
      response.resume().once('error', () => {})
      const { statusCode: status = 0, headers } = response
      const { location = null } = headers
      // A 201 may have a location, too: that of what was created.
      resolve({ status, headers, location: status >= 300 && status < 400 ? location : null, error: null })
    })
    asked.once('error', (error) => {
      const why = timeout.aborted ? new Error(`no answer within ${Math.round(patienceMs / 100) / 10} s`) : error
      resolve({ status: null, headers: {}, location: null, error: why })
    })
    asked.end()
  })
}
