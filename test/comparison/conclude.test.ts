import { expect } from 'chai'
import { describe, it } from 'mocha'
import { conclude, preliminary } from '../../plugin/comparison/conclude.ts'
import { itFinds } from '../support/cases.ts'
import { aCandidateWith, aScenarioResult, someLimits } from '../support/results.ts'
import type { Verdict } from '../../plugin/concepts/verdicts.ts'

describe('the exit code', () => {
  const concluded = (verdicts: (Verdict | null)[], onInconclusive: 'fail' | 'pass' = 'fail', error: Parameters<typeof conclude>[1] = null) => {
    const { verdict, exitCode } = conclude(verdicts.map((one) => aScenarioResult([], { verdict: one })), error, { onInconclusive })
    return `${verdict} ${exitCode}`
  }

  itFinds({
    'is 0 when nothing is required, and when all pass': [[concluded([null]), 'null 0'], [concluded([null, 'pass']), 'pass 0']],
    'is 1 when one fails, whatever is inconclusive': [[concluded(['pass', 'fail', 'inconclusive']), 'fail 1']],
    'is 2 when one is inconclusive; 0 when the user wants that to pass, but the verdict stays': [
      [concluded(['pass', 'inconclusive']), 'inconclusive 2'], [concluded(['inconclusive'], 'pass'), 'inconclusive 0'], [concluded(['inconclusive', 'fail'], 'pass'), 'fail 1']
    ],
    'is 3 when it could not be measured, whatever was found before': [[concluded(['fail'], 'fail', { code: 'APP_DIED', message: '' }), 'not measured 3']]
  })
})

describe('what was ended before its time', () => {
  const candidate = aCandidateWith([{ metric: 'p95', required: 1.3, verdict: 'pass', earlier: { speedup: 9, interval: [8, 10] }, regression: true }], {
    limits: someLimits({ required: 0.8, verdict: 'fail' }),
    againstEarlier: 'fail',
    selfCheck: { verdict: 'fail', biased: ['p50'], leastMargin: { p50: 1.1, p95: 1.1, p99: 1.1, throughput: 1.1 } },
    verdict: 'fail'
  })
  const whole = aScenarioResult([candidate], { verdict: 'fail' })

  it('keeps its figures and loses every verdict', () => {
    const left = preliminary({ ...whole, rounds: 4, decided: false })
    expect(left).to.include({ preliminary: true, verdict: null })
    expect(JSON.stringify(left.candidates)).to.not.match(/"verdict":"|"regression":true|"biased"|"againstEarlier":"/)
    expect(left.candidates[0].estimates.map(({ speedup }) => speedup)).to.eql(candidate.estimates.map(({ speedup }) => speedup))
    expect(left.candidates[0].estimates[1]).to.deep.include({ required: 1.3, earlier: { speedup: 9, interval: [8, 10] } })
  })

  it('has its verdict when it had been decided after the fewest rounds, or had its last round', () => {
    for (const ended of [{ ...whole, rounds: 4, decided: true }, { ...whole, rounds: 10, decided: false }]) expect(preliminary(ended)).to.equal(ended)
    expect(preliminary({ ...whole, rounds: 4, decided: true, roundsAllowed: { min: 8, max: 8 } }).verdict, 'before its only look').to.equal(null)
  })
})
