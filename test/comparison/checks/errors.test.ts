import { expect } from 'chai'
import { describe, it } from 'mocha'
import { checkErrors } from '../../../plugin/comparison/warnings/answers.ts'
import { aCandidate, someLimits } from '../../support/results.ts'
import { runsWithSpeedups } from '../../support/runs.ts'
import type { Limit } from '../../../plugin/concepts/comparison.ts'
import type { Run } from '../../../plugin/concepts/run.ts'

/**
 * @param errorRate of the candidate
 * @param clustered every run of it
 */
const check = (errorRate: Partial<Limit>, clustered?: Partial<Run>) => {
  const runs = runsWithSpeedups([2, 2, 2], { single: { failures: 12, failureKinds: { 503: 12 } }, clustered })
  return checkErrors(runs, [aCandidate({ limits: someLimits({}, errorRate) }), aCandidate({ name: 'four' })])
}

const failed = { failures: 120, failureKinds: { 500: 20, ECONNRESET: 100 } }

describe('the check of the errors', () => {
  it('finds nothing when as few failed as may, or when nothing is required', () => {
    expect(check({ value: 0.02, required: 0.02, verdict: 'pass' }, failed)).to.eql([])
    expect(check({ value: 0.04 }, failed)).to.eql([])
  })

  it('tells how many requests of a candidate failed, why in all rounds, and that nothing else counts then', () => {
    expect(check({ value: 0.1, required: 0.02, verdict: 'fail' }, failed)).to.eql([
      {
        code: 'errors',
        severity: 'problem',
        variant: 'clustered',
        rounds: [],
        message:
          'clustered: 10 % of its requests failed (ECONNRESET (300), 500 (60)), where 2.0 % are allowed. ' +
          'Errors are answered faster than real work, so its latencies and its throughput carry no verdict. Mend the app or lower the load.'
      }
    ])
  })

  it('may allow none at all', () =>
    expect(check({ value: 0.0003, required: 0, verdict: 'fail' }, failed)[0].message).to.match(/^clustered: 0\.030 % of its requests failed .*, where 0 % are allowed\. /))
})
