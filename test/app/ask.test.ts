import { expect } from 'chai'
import { describe, it } from 'mocha'
import { ask, explainReply } from '../../plugin/app/ask.ts'
import { serving } from '../support/serving.ts'
import { aVariant } from '../support/settings.ts'

const insecurely = 'load it without asking: `artillery run --insecure`, or `tls: { rejectUnauthorized: false }` in the script’s config.'
const trusting = 'If you trust it, let the environment variable NODE_EXTRA_CA_CERTS name a file with it, or with the certificate of who signed it, in PEM format; or'

describe('a question', () => {
  const serve = serving()

  it('may be as patient as is left of a longer wait, which is no whole number, and is given up when nothing is left', async () => {
    const [good, silent] = [await serve((_request, response) => response.writeHead(204).end()), await serve(() => {})]
    // 2.01 * 1000, as of an option in seconds.
    for (const patienceMs of [2.01 * 1000, 60_000.4]) {
      expect(await ask(new URL(good.target.url), { anyCertificate: false, patienceMs })).to.eql({ status: 204, location: null, error: null })
    }
    for (const patienceMs of [40.5, 0.2, 0, -3.7]) {
      const { status, error } = await ask(new URL(silent.target.url), { anyCertificate: false, patienceMs })
      expect({ status, message: error?.message }).to.eql({ status: null, message: 'no answer within 0 s' })
    }
  })
})

describe('why an app that runs somewhere can’t be loaded', () => {
  const target = { url: 'https://shop.example', hostname: 'shop.example', port: 443, protocol: 'https:' as const }
  const question = { variant: aVariant({ name: 'staging', mode: 'url', targets: [target] }), target, url: new URL('https://shop.example/'), ready: null }
  const explain = (code: string, message: string) =>
    explainReply(question, { status: null, location: null, error: Object.assign(new Error(message), { code }) })?.message
  const certificate = (why: string, advice: string) => (code: string) =>
    `Variant staging: https://shop.example has a certificate ${why} (${code}: it failed). ${advice} ${insecurely}`
  const unreachable = (advice: string) => () => `Variant staging: https://shop.example is not reachable (it failed). ${advice}`

  /** those of certificates as Node has them from OpenSSL */
  const rows: [message: (code: string) => string, ...codes: string[]][] = [
    [
      certificate('that nobody known here has signed', trusting), 'DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'CERT_UNTRUSTED',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'INVALID_CA', 'INVALID_PURPOSE'
    ],
    [certificate('that is not valid now', 'Renew it, set the clock, or'), 'CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'],
    [certificate('for another name', 'Write in url the name that it is for, or'), 'ERR_TLS_CERT_ALTNAME_INVALID', 'HOSTNAME_MISMATCH'],
    [unreachable('Its name is not known here: is it spelt right?'), 'ENOTFOUND', 'EAI_AGAIN'],
    [unreachable('It does not speak https there, or not as Node does: if it speaks http, write http:// in url.'), 'ERR_SSL_PACKET_LENGTH_TOO_LONG'],
    [unreachable('It does not speak http there: if it speaks https, write https:// in url.'), 'HPE_INVALID_CONSTANT'],
    [unreachable('Is it running, and can this machine reach it?'), 'EHOSTUNREACH']
  ]
  for (const [message, ...codes] of rows) {
    it(`is told of ${codes.join(', ')}`, () => {
      for (const code of codes) expect(explain(code, 'it failed; for others')).to.equal(message(code))
    })
  }
})
