import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { SpeedupError } from '../concepts/errors.ts'
import type { Target, Variant } from '../concepts/settings.ts'

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

export interface Asked {
  variant: Variant
  target: Target
  url: URL // what was asked
  ready: string | null // path that the user gave; null: `/` was asked
}

/**
 * Why an app that runs somewhere can't be loaded there.
 *
 * @returns APP_NOT_READY; null: it can
 */
export function explainReply({ variant, target, url, ready }: Asked, { status, error }: Reply): SpeedupError | null {
  const who = `Variant ${variant.name}: ${target.url}`
  if (error !== null) {
    const why = whyNone(error)
    return why === null ? null : new SpeedupError('APP_NOT_READY', `${who} ${why}`)
  }
  if (Number(status) < 500) return null
  const way = ready === null ? 'If the app answers elsewhere, let plugins.speedup.app.ready name a path for this question' : 'See plugins.speedup.app.ready'
  return new SpeedupError('APP_NOT_READY', `${who} is not ready: GET ${url.pathname}${url.search} answered ${status}, and it must answer below 500. ${way}.`)
}

/** @returns INVALID_SETTINGS */
export function explainRedirect({ variant, target, url, ready }: Asked, to: URL): SpeedupError {
  const path = `${url.pathname}${url.search}`
  const onlyThis = ready === null ? ` If only ${path} leads there, for instance to a login, let plugins.speedup.app.ready name a path that answers itself.` : ''
  return new SpeedupError(
    'INVALID_SETTINGS',
    `Variant ${variant.name}: GET ${path} at ${target.url} leads to another place, ${to.origin}${to.pathname}. Each request of the load would be made twice, and the second one, ` +
      `which has the answer, would not be measured. Set plugins.speedup.variants.${variant.name}.url to ${to.origin}.${onlyThis}`
  )
}

/** @returns null: it is there, but speaks only to those who show a certificate, as Artillery may */
function whyNone(error: NodeJS.ErrnoException): string | null {
  const { code = '' } = error
  if (code.endsWith('ALERT_CERTIFICATE_REQUIRED')) return null
  if (isOfCertificate(code)) return whyCertificate(code, brief(error))
  const [, meaning = 'Is it running, and can this machine reach it?'] = meanings.find(([pattern]) => pattern.test(code)) ?? []
  return `is not reachable (${brief(error)}). ${meaning}`
}

function brief({ code, message }: NodeJS.ErrnoException) {
  // OpenSSL tells the lines of its source as well, and Node, behind a semicolon, what to do about another program.
  const [, ofOpenSsl] = /:error:\w+:[^:]*:[^:]*:([^:]+):/.exec(message) ?? []
  return ofOpenSsl === undefined ? message.split(';')[0].trim() || code : `${code}: ${ofOpenSsl}`
}

const meanings: [RegExp, string][] = [
  [/^ECONNREFUSED$/, 'Nobody accepts connections there: is it running, and is the port right?'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'Its name is not known here: is it spelt right?'],
  [/^(EPROTO|ERR_SSL_.*)$/, 'It does not speak https there, or not as Node does: if it speaks http, write http:// in url.'],
  [/^(ECONNRESET|HPE_.*)$/, 'It does not speak http there: if it speaks https, write https:// in url.']
]

/** @param code of Node, which has most of them from OpenSSL */
function isOfCertificate(code: string) {
  return /CERT|SELF_SIGNED|^UNABLE_TO_|^INVALID_(CA|PURPOSE)$|^HOSTNAME_MISMATCH$/.test(code) && !code.startsWith('ERR_SSL_')
}

function whyCertificate(code: string, what: string | undefined) {
  const insecure = 'load it without asking: `artillery run --insecure`, or `tls: { rejectUnauthorized: false }` in the script’s config'
  if (/EXPIRED|NOT_YET_VALID/.test(code)) return `has a certificate that is not valid now (${code}: ${what}). Renew it, set the clock, or ${insecure}.`
  if (/ALTNAME|HOSTNAME/.test(code)) return `has a certificate for another name (${code}: ${what}). Write in url the name that it is for, or ${insecure}.`
  return (
    `has a certificate that nobody known here has signed (${code}: ${what}). If you trust it, let the environment variable NODE_EXTRA_CA_CERTS ` +
    `name a file with it, or with the certificate of who signed it, in PEM format; or ${insecure}.`
  )
}
