import { expect } from 'chai'
import { describe, it } from 'mocha'
import { checkRun } from '../../plugin/comparison/check-run.js'
import { aRun, aWorker } from '../support/runs.js'
import { aPlan, refusal, someSettings } from '../support/settings.js'
/** @import { Run, Thresholds } from '../../plugin/vocabulary.js' */

/**
 * @param {Partial<Run>} overrides
 * @param {Thresholds} [thresholds]
 */
const check = (overrides, thresholds) => checkRun(aRun({ requests: 200, ...overrides }), aPlan(thresholds), someSettings())

const clustered = { variant: 'clustered', round: 2 }
const workers = [aWorker('1', { requests: 180 })]

describe('checking a run', () => {
  it('accepts up to 5 % of errors', () => {
    expect(() => check({ failures: 10, failureKinds: { 500: 10 } })).not.to.throw()
    expect(() => check({ ...clustered, failures: 10, failureKinds: { 500: 10 } })).not.to.throw()
  })

  it('ends the comparison above, and names the errors, the most frequent first', () => {
    const failed = { failures: 50, failureKinds: { 404: 10, ECONNRESET: 40 } }
    expect(refusal(() => check({ ...clustered, ...failed }))).to.eql({
      code: 'TOO_MANY_ERRORS',
      message:
        'Variant clustered: 25 % of the requests in round 2 of primes failed: ECONNRESET (40), 404 (10). ' +
        'Errors are answered faster than real work, so above 5.0 % nothing is compared. ' +
        'Mend the app or lower the load; if such errors belong to the scenario, set plugins.speedup.thresholds.errorRate.'
    })
    expect(refusal(() => check(failed)).message).to.match(/^Variant single: 25 % /)
  })

  it('leaves a candidate with a required error rate to its verdict', () => {
    expect(() => check({ ...clustered, failures: 100, failureKinds: { 500: 100 } }, { errorRate: 0.1 })).not.to.throw()
  })

  it('accepts as many errors of the baseline as of a candidate', () => {
    expect(() => check({ failures: 40, failureKinds: { 404: 40 } }, { errorRate: 0.2 })).not.to.throw()
    expect(refusal(() => check({ failures: 41, failureKinds: { 404: 41 } }, { errorRate: 0.2 })).message).to.include('above 20 % nothing')
  })

  it('does not hold the baseline to the stricter error rate of a candidate', () => {
    expect(() => check({ failures: 8, failureKinds: { 500: 8 } }, { errorRate: 0.01 })).not.to.throw()
  })

  it('ends the comparison when a fairness is required that can’t be seen', () => {
    const nameless = { ...clustered, workers, unattributed: 20 }
    expect(refusal(() => check(nameless, { fairness: 0.8 }))).to.eql({
      code: 'NOT_ATTRIBUTED',
      message:
        'Variant clustered: a fairness is required, but 10 % of the responses in round 2 of primes carried no x-worker-pid header, ' +
        'so nobody knows which worker made them. Does the app remove headers, or does something else answer in its place? ' +
        'Without plugins.speedup.thresholds.fairness the rest is compared.'
    })
  })

  it('accepts responses without the header when no fairness is required, or few of them, or in the baseline', () => {
    expect(() => check({ ...clustered, workers, unattributed: 20 })).not.to.throw()
    expect(() => check({ ...clustered, workers, unattributed: 20 }, { fairness: null })).not.to.throw()
    expect(() => check({ ...clustered, workers, unattributed: 9 }, { fairness: 0.8 })).not.to.throw()
    expect(() => check({ workers, unattributed: 20 }, { fairness: 0.8 })).not.to.throw()
  })
})
