import { expect } from 'chai'
import { describe, it } from 'mocha'
import { checkResponses } from '../../plugin/experiment/measure-run.ts'
import { aVariant, refusal, someSettings } from '../support/settings.ts'

const settings = someSettings()
const where = { variant: aVariant(), when: 'in round 2', settings, errors: {} }
const none = { requests: 0, failures: 0, failureKinds: {}, hasLatencies: false }
const failed = { requests: 7, failures: 7, failureKinds: { ECONNREFUSED: 2, 404: 5 }, hasLatencies: false }
const target = { url: 'https://staging.example', hostname: 'staging.example', port: 443, protocol: 'https:' as const }
const elsewhere = aVariant({ name: 'staging', mode: 'url', workers: null, targets: [target] })

describe('the responses of a run', () => {
  it('are enough when there is one', () => {
    expect(() => checkResponses({ ...failed, failures: 6, hasLatencies: true }, where)).not.to.throw()
  })

  it('are missed when nothing was asked, with what Artillery counted instead', () => {
    expect(refusal(() => checkResponses(none, where))).to.eql({
      code: 'NO_RESPONSES',
      message: 'Variant single: no request reached http://127.0.0.1:3030 in round 2. Does the scenario send requests to config.target, with URLs that begin with /?'
    })
    expect(refusal(() => checkResponses(none, { ...where, errors: { EBADURL: 4 } })).message).to.match(/ begin with \/\? Artillery counted: EBADURL \(4\)\.$/)
  })

  it('are missed when all requests failed', () => {
    expect(refusal(() => checkResponses(failed, where))).to.eql({
      code: 'NO_RESPONSES',
      message: 'Variant single: all 7 requests to http://127.0.0.1:3030 failed in round 2: 404 (5), ECONNREFUSED (2). Try the scenario’s URLs by hand against the app as the variant starts it.'
    })
  })

  it('are missed when metrics tell the latency of none of them', () => {
    expect(refusal(() => checkResponses({ ...failed, failures: 3 }, { ...where, variant: elsewhere }))).to.eql({
      code: 'NO_RESPONSES',
      message:
        'Variant staging: the metrics of the load on https://staging.example have no latency of a response with 2xx or 3xx in round 2, though 4 of 7 requests did not fail. ' +
        'Try the command of plugins.speedup.generator by hand with --output.'
    })
  })

  it('are missed where the variant runs, when that is elsewhere', () => {
    expect(refusal(() => checkResponses(failed, { ...where, variant: elsewhere })).message).to.equal(
      'Variant staging: all 7 requests to https://staging.example failed in round 2: 404 (5), ECONNREFUSED (2). Is it still up, and do the scenario’s URLs work there by hand?'
    )
    const two = { ...elsewhere, targets: [target, { ...target, url: 'https://second.example' }] }
    expect(refusal(() => checkResponses(failed, { ...where, variant: two })).message).to.match(/to https:\/\/staging\.example and https:\/\/second\.example failed .* Are they still up, /)
    expect(refusal(() => checkResponses(none, { ...where, variant: elsewhere })).message).to.include('no request reached https://staging.example in')
  })
})
