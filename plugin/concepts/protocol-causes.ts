/** Why a connection failed. certificate: what is wrong with that, behind "has a certificate" */
export type Cause = { code: RegExp; certificate?: string; advice: string }

const insecure =
  'skip the check: `artillery run --insecure`, or `tls: { rejectUnauthorized: false }` in the script’s config'
const certificateFile = 'a PEM file with it, or with the certificate of its issuer'
const trusting = `If you trust it, set the environment variable NODE_EXTRA_CA_CERTS to ${certificateFile}; or ${insecure}.`

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
    advice: trusting
  }
]

/** @returns of an error's code, which may be of something else */
export const protocolCause = (code: string): Cause | undefined => protocolCauses.find((cause) => cause.code.test(code))

/** @param failureKinds of requests that all failed. @returns null: they tell nothing of the protocol */
export function protocolCure(failureKinds: Record<string, number>): string | null {
  const [[code] = ['']] = Object.entries(failureKinds).sort(([, a], [, b]) => b - a)
  const { certificate, advice = null } = protocolCause(code) ?? {}
  return certificate === undefined ? advice : `It has a certificate ${certificate}. ${advice}`
}
