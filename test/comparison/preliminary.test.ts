import { expect } from 'chai'
import { describe, it } from 'mocha'
import { preliminary } from '../../plugin/comparison/conclude.ts'
import { aCandidateWith, aScenarioResult, someLimits } from '../support/results.ts'

const candidate = aCandidateWith([{ metric: 'p95', required: 1.3, verdict: 'pass', earlier: { speedup: 9, interval: [8, 10] }, regression: true }], {
  limits: someLimits({ required: 0.8, verdict: 'fail' }),
  againstEarlier: 'fail',
  selfCheck: { verdict: 'fail', biased: ['p50'], leastMargin: { p50: 1.1, p95: 1.1, p99: 1.1, throughput: 1.1 } },
  verdict: 'fail'
})
const result = aScenarioResult([candidate], { verdict: 'fail' })

describe('what was ended before its time', () => {
  it('keeps its figures and loses every verdict', () => {
    const left = preliminary({ ...result, rounds: 4, decided: false })
    expect(left).to.include({ preliminary: true, verdict: null })
    expect(JSON.stringify(left.candidates)).to.not.match(/"verdict":"|"regression":true|"biased"|"againstEarlier":"/)
    expect(left.candidates[0].estimates.map(({ speedup }) => speedup)).to.eql(candidate.estimates.map(({ speedup }) => speedup))
    expect(left.candidates[0].estimates[1]).to.deep.include({ required: 1.3, earlier: { speedup: 9, interval: [8, 10] } })
  })

  it('has its verdict when it had been decided, or had its last round', () => {
    const decided = { ...result, rounds: 4, decided: true }
    expect(preliminary(decided)).to.equal(decided)
    const last = { ...result, rounds: 10, decided: false }
    expect(preliminary(last)).to.equal(last)
  })

  it('is not decided before the rounds that it needs at least, which is its only look', () => {
    const early = { ...result, rounds: 4, decided: true, roundsAllowed: { min: 8, max: 8 } }
    expect(preliminary(early).verdict).to.equal(null)
  })
})
