import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'

/** Why a connection failed. certificate: what is wrong with that, behind "has a certificate" */
export type Cause = { code: RegExp; certificate?: string; advice: string }

/** status: null: none came, for the error; location: where a redirect leads */
export type Reply = {
  status: number | null
  headers: IncomingHttpHeaders
  location: string | null
  error: NodeJS.ErrnoException | null
}

type Asked = {
  anyCertificate: boolean // even one that proves nothing is good enough
  patienceMs: number
  content?: { method: string; headers: Record<string, string>; body: string | null }
}

/** Asks once, follows no redirect, never rejects. */
export function ask(
  url: URL,
  {
    anyCertificate,
    patienceMs,
    content: { method, headers, body } = { method: 'GET', headers: {}, body: null }
  }: Asked,
  signal?: AbortSignal
): Promise<Reply> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  // What is left of a longer wait is rarely a whole number, which it must be here.
  const timeout = AbortSignal.timeout(Math.max(1, Math.round(patienceMs)))
  const until = AbortSignal.any(signal === undefined ? [timeout] : [timeout, signal])
  return new Promise((resolve) => {
    const options = {
      agent: false,
      method,
      headers: { accept: '*/*', ...headers },
      signal: until,
      // Else the environment decides which certificates are good, as it does for Artillery.
      ...(anyCertificate && { rejectUnauthorized: false })
    }
    const asked = request(url, options, (response) => {
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
    asked.end(body ?? undefined)
  })
}

const insecure =
  'skip the check: `artillery run --insecure`, or `tls: { rejectUnauthorized: false }` in the script’s config'

/** The first that fits the error's code. Node has most codes of certificates from OpenSSL. */
const protocolCauses: Cause[] = [
  {
    code: /^(EPROTO|ERR_SSL_.*)$/,
    advice: 'It does not speak https there, or not as Node does: if it speaks http, use http:// in its URL.'
  },
  {
    code: /^(ECONNRESET|HPE_.*)$/,
    advice: 'It closes connections, or does not speak http there: if it speaks https, use https:// in its URL.'
  },
  {
    code: /CERT.*(EXPIRED|NOT_YET_VALID)/,
    certificate: 'that is expired or not yet valid',
    advice: `Renew it, set the clock, or ${insecure}.`
  },
  {
    code: /CERT_ALTNAME|^HOSTNAME_MISMATCH$/,
    certificate: 'for another host name',
    advice: `Use a host name of the certificate in its URL, or ${insecure}.`
  },
  {
    code: /CERT|SELF_SIGNED|^UNABLE_TO_|^INVALID_(CA|PURPOSE)$/,
    certificate: 'whose issuer is not trusted here',
    advice:
      'If you trust it, set the environment variable NODE_EXTRA_CA_CERTS to a PEM file with it, or with the ' +
      `certificate of its issuer; or ${insecure}.`
  }
]

/** @returns of an error's code, which may be of something else */
export const protocolCause = (code: string) => protocolCauses.find((cause) => cause.code.test(code))

/** @param failureKinds of requests that all failed. @returns null: they tell nothing of the protocol */
export function protocolCure(failureKinds: Record<string, number>) {
  const [[code] = ['']] = Object.entries(failureKinds).sort(([, a], [, b]) => b - a)
  const { certificate, advice = null } = protocolCause(code) ?? {}
  return certificate === undefined ? advice : `It has a certificate ${certificate}. ${advice}`
}
