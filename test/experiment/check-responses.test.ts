import { expect } from 'chai'
import { checkResponses } from '../../plugin/experiment/load-apps.ts'
import { aVariant, refusal } from '../support/settings.ts'

const where = { variant: aVariant(), when: 'in round 2', targets: [{ url: 'http://127.0.0.1:3030' }], errors: {} }
const staging = {
  ...where,
  variant: aVariant({ name: 'staging', mode: 'url' }),
  targets: [{ url: 'https://staging.example' }]
}
const failed = {
  requests: 7,
  failures: 7,
  failureKinds: { ECONNREFUSED: 2, 404: 5 },
  hasLatencies: false,
  leastLatencyMs: null
}
const none = { ...failed, requests: 0, failures: 0, failureKinds: {} }

describe('the responses of a run', () => {
  it('are enough when there is one', () => {
    expect(() => checkResponses({ ...failed, failures: 6, hasLatencies: true }, where)).not.to.throw()
  })

  const nothingAsked =
    'no request reached http://127.0.0.1:3030 in round 2. Check that the scenario sends requests to config.target, with URLs that begin with /.'
  const allFailed = (target: string) => `all 7 requests to ${target} failed in round 2: 404 (5), ECONNREFUSED (2).`
  const byHand = 'Try the scenario’s URLs by hand against the app as the variant starts it.'
  const rows: [what: string, ...Parameters<typeof checkResponses>, message: string][] = [
    // Without errors, it is the README's example.
    [
      'nothing was asked, with what Artillery counted instead',
      none,
      { ...where, errors: { EBADURL: 4 } },
      `single: ${nothingAsked} Artillery counted: EBADURL (4).`
    ],
    ['all requests failed', failed, where, `single: ${allFailed('http://127.0.0.1:3030')} ${byHand}`],
    [
      'all requests failed where the variant runs elsewhere',
      failed,
      staging,
      `staging: ${allFailed('https://staging.example')} Check that it is still up, and try the scenario’s URLs there by hand.`
    ],
    [
      'all requests failed at several places',
      failed,
      { ...staging, targets: [...staging.targets, { url: 'https://second.example' }] },
      `staging: ${allFailed('https://staging.example and https://second.example')} Check that they are still up, and try the scenario’s URLs there by hand.`
    ],
    [
      'metrics tell the latency of none of them',
      { ...failed, failures: 3 },
      staging,
      'staging: the metrics of the load on https://staging.example have no latency of a 2xx or 3xx response in round 2, although 4 of 7 requests did not fail. ' +
        'Run the command of plugins.speedup.generator by hand with --output to see why.'
    ],
    [
      'all requests found a certificate that nobody knows, of an app that is started here',
      { ...failed, failureKinds: { DEPTH_ZERO_SELF_SIGNED_CERT: 7 } },
      { ...where, targets: [{ url: 'https://127.0.0.1:3030' }] },
      'single: all 7 requests to https://127.0.0.1:3030 failed in round 2: DEPTH_ZERO_SELF_SIGNED_CERT (7). ' +
        'It has a certificate whose issuer is not trusted here. If you trust it, set the environment variable NODE_EXTRA_CA_CERTS to ' +
        'a PEM file with it, or with the certificate of its issuer; or skip the check: `artillery run --insecure`, ' +
        'or `tls: { rejectUnauthorized: false }` in the script’s config.'
    ],
    [
      'all requests asked by http an app that speaks https',
      { ...failed, failureKinds: { 502: 1, ECONNRESET: 6 } },
      where,
      'single: all 7 requests to http://127.0.0.1:3030 failed in round 2: ECONNRESET (6), 502 (1). ' +
        'It closes connections, or does not speak http there: if it speaks https, use https:// in its URL.'
    ],
    [
      'all requests asked by https an app that speaks http',
      { ...failed, failureKinds: { ERR_SSL_WRONG_VERSION_NUMBER: 7 } },
      where,
      'single: all 7 requests to http://127.0.0.1:3030 failed in round 2: ERR_SSL_WRONG_VERSION_NUMBER (7). ' +
        'It does not speak https there, or not as Node does: if it speaks http, use http:// in its URL.'
    ],
    [
      'all requests were refused by a rate limiter',
      { ...failed, failureKinds: { 429: 7 } },
      where,
      'single: all 7 requests to http://127.0.0.1:3030 failed in round 2: 429 (7). ' +
        'A rate limiter answers 429: raise its limit, or switch it off for the test.'
    ],
    [
      'none came in the part that counts',
      { ...failed, failures: 3, leastLatencyMs: 5 },
      where,
      'single: no 2xx or 3xx response came in the part of the load that counts in round 2, although 4 of 7 requests did not fail: neither the start of a run ' +
        '(plugins.speedup.warmUp) nor its end, when users leave, is counted. Make the warm-up or the think times shorter, or the load longer.'
    ]
  ]
  for (const [what, load, circumstances, message] of rows) {
    it(`are missed when ${what}`, () => {
      expect(refusal(() => checkResponses(load, circumstances))).to.eql({
        code: 'NO_RESPONSES',
        message: `Variant ${message}`
      })
    })
  }
})
