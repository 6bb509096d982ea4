import { expect } from 'chai'
import { describe, it } from 'mocha'
import { explainReply } from '../../plugin/app/ask.ts'
import { aVariant } from '../support/settings.ts'

const insecure = 'load it without asking: `artillery run --insecure`, or `tls: { rejectUnauthorized: false }` in the script’s config.'
const unknown = 'has a certificate that nobody known here has signed'
const wrongTime = 'has a certificate that is not valid now'
const wrongName = 'has a certificate for another name'

describe('why an app that runs somewhere can’t be loaded', () => {
  const explain = (code: string, message = code) => {
    const target = { url: 'https://shop.example', hostname: 'shop.example', port: 443, protocol: 'https:' as const }
    const asked = { variant: aVariant({ name: 'staging', mode: 'url', targets: [target] }), target, url: new URL('https://shop.example/'), ready: null }
    return explainReply(asked, { status: null, location: null, error: Object.assign(new Error(message), { code }) })?.message
  }

  /** as Node has them from OpenSSL */
  const certificates: [code: string, why: string][] = [
    ['DEPTH_ZERO_SELF_SIGNED_CERT', unknown],
    ['SELF_SIGNED_CERT_IN_CHAIN', unknown],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', unknown],
    ['UNABLE_TO_GET_ISSUER_CERT', unknown],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', unknown],
    ['CERT_UNTRUSTED', unknown],
    ['CERT_HAS_EXPIRED', wrongTime],
    ['CERT_NOT_YET_VALID', wrongTime],
    ['ERR_TLS_CERT_ALTNAME_INVALID', wrongName],
    ['HOSTNAME_MISMATCH', wrongName]
  ]
  for (const [code, why] of certificates) {
    it(`is told of a certificate: ${code}`, () => {
      expect(explain(code, 'as OpenSSL says; for others')).to.match(new RegExp(`^Variant staging: https://shop\\.example ${why} \\(${code}: as OpenSSL says\\)\\. `)).and.to.include(insecure)
    })
  }

  it('is told with what to do about a certificate', () => {
    expect(explain('CERT_HAS_EXPIRED', 'certificate has expired')).to.equal(
      `Variant staging: https://shop.example ${wrongTime} (CERT_HAS_EXPIRED: certificate has expired). Renew it, set the clock, or ${insecure}`
    )
    expect(explain('ERR_TLS_CERT_ALTNAME_INVALID', "Host: shop.example. is not in the cert's altnames: DNS:shop.test")).to.equal(
      `Variant staging: https://shop.example ${wrongName} (ERR_TLS_CERT_ALTNAME_INVALID: Host: shop.example. is not in the cert's altnames: DNS:shop.test). Write in url the name that it is for, or ${insecure}`
    )
  })

  it('is nothing where Artillery may have the certificate of a client that is asked for', () => {
    expect(explain('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED')).to.equal(undefined)
  })

  const others: [code: string, meaning: string][] = [
    ['EAI_AGAIN', 'Its name is not known here: is it spelt right?'],
    ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'It does not speak https there, or not as Node does: if it speaks http, write http:// in url.'],
    ['HPE_INVALID_CONSTANT', 'It does not speak http there: if it speaks https, write https:// in url.'],
    ['EHOSTUNREACH', 'Is it running, and can this machine reach it?']
  ]
  for (const [code, meaning] of others) {
    it(`is told of ${code}`, () => expect(explain(code, `it failed: ${code}`)).to.equal(`Variant staging: https://shop.example is not reachable (it failed: ${code}). ${meaning}`))
  }
})
