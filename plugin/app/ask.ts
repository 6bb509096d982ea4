import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { SpeedupError } from '../concepts/errors.ts'
import type { Target, Variant } from '../concepts/settings.ts'

/** anyCertificate: even one that proves nothing */
type Patience = { anyCertificate: boolean, patienceMs: number }
/** status: null: none came, for the error; location: where a redirect leads */
export type Reply = { status: number | null, location: string | null, error: NodeJS.ErrnoException | null }

/** Asks once, follows no redirect, never rejects. */
export function ask(url: URL, { anyCertificate, patienceMs }: Patience, signal?: AbortSignal): Promise<Reply> {
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
      const { statusCode: status = 0, headers: { location = null } } = response
      // A 201 may have a location, too: that of what was created.
      resolve({ status, location: status >= 300 && status < 400 ? location : null, error: null })
    })
    asked.once('error', (error) => {
      const why = timeout.aborted ? new Error(`no answer within ${Math.round(patienceMs / 100) / 10} s`) : error
      resolve({ status: null, location: null, error: why })
    })
    asked.end()
  })
}

/** url: what was asked; ready: the path that the user gave, null: `/` was asked */
export type Question = { variant: Variant, target: Target, url: URL, ready: string | null }

/** Why an app that runs somewhere can't be loaded there: APP_NOT_READY; null: it can. */
export function explainReply({ variant, target, url, ready }: Question, { status, error }: Reply): SpeedupError | null {
  const refusal = (why: string) => new SpeedupError('APP_NOT_READY', `Variant ${variant.name}: ${target.url} ${why}`)
  // It is there, but wants the certificate of a client, which Artillery may have.
  if (error?.code?.endsWith('ALERT_CERTIFICATE_REQUIRED')) return null
  if (error !== null) return refusal(whyUnreachable(error))
  if (Number(status) < 500) return null
  const elsewhere = 'If the app answers elsewhere, let plugins.speedup.app.ready name a path for this question'
  const advice = ready === null ? elsewhere : 'See plugins.speedup.app.ready'
  return refusal(`is not ready: GET ${url.pathname}${url.search} answered ${status}, and it must answer below 500. ${advice}.`)
}

/** @returns INVALID_SETTINGS */
export function explainRedirect({ variant: { name }, target, url, ready }: Question, to: URL): SpeedupError {
  const path = `${url.pathname}${url.search}`
  const onlyThis = ` If only ${path} leads there, for instance to a login, let plugins.speedup.app.ready name a path that answers itself.`
  return new SpeedupError('INVALID_SETTINGS', `Variant ${name}: GET ${path} at ${target.url} leads to another place, ${to.origin}${to.pathname}. ` +
    'Each request of the load would be made twice, and the second one, which has the answer, would not be measured. ' +
    `Set plugins.speedup.variants.${name}.url to ${to.origin}.${ready === null ? onlyThis : ''}`)
}

const insecure = 'load it without asking: `artillery run --insecure`, or `tls: { rejectUnauthorized: false }` in the script’s config'
const certificateFile = 'a file with it, or with the certificate of who signed it, in PEM format'
const trusting = `If you trust it, let the environment variable NODE_EXTRA_CA_CERTS name ${certificateFile}; or ${insecure}.`

/** The first that fits the error's code. Node has most codes of certificates from OpenSSL. */
const causes: { code: RegExp, certificate?: string, advice: string }[] = [
  { code: /^ECONNREFUSED$/, advice: 'Nobody accepts connections there: is it running, and is the port right?' },
  { code: /^(ENOTFOUND|EAI_AGAIN)$/, advice: 'Its name is not known here: is it spelt right?' },
  { code: /^(EPROTO|ERR_SSL_.*)$/, advice: 'It does not speak https there, or not as Node does: if it speaks http, write http:// in url.' },
  { code: /^(ECONNRESET|HPE_.*)$/, advice: 'It does not speak http there: if it speaks https, write https:// in url.' },
  { code: /CERT.*(EXPIRED|NOT_YET_VALID)/, certificate: 'that is not valid now', advice: `Renew it, set the clock, or ${insecure}.` },
  { code: /CERT_ALTNAME|^HOSTNAME_MISMATCH$/, certificate: 'for another name', advice: `Write in url the name that it is for, or ${insecure}.` },
  { code: /CERT|SELF_SIGNED|^UNABLE_TO_|^INVALID_(CA|PURPOSE)$/, certificate: 'that nobody known here has signed', advice: trusting },
  { code: /^/, advice: 'Is it running, and can this machine reach it?' }
]

function whyUnreachable({ code = '', message }: NodeJS.ErrnoException) {
  // OpenSSL's messages have lines of its source as well, and Node's, behind a semicolon, advice about another program.
  const [, reason] = /:error:\w+:[^:]*:[^:]*:([^:]+):/.exec(message) ?? []
  const brief = reason === undefined ? message.split(';')[0].trim() || code : `${code}: ${reason}`
  const [{ certificate, advice }] = causes.filter((cause) => cause.code.test(code))
  return certificate === undefined ? `is not reachable (${brief}). ${advice}` : `has a certificate ${certificate} (${code}: ${brief}). ${advice}`
}
