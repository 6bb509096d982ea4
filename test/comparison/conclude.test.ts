import { expect } from 'chai'
import { describe, it } from 'mocha'
import { compareScenario } from '../../plugin/comparison/compare-scenario.ts'
import { conclude, preliminary } from '../../plugin/comparison/conclude.ts'
import { runsWithSpeedups } from '../support/runs.ts'
import { aPlan, someSettings } from '../support/settings.ts'
import { aCandidateWith, aScenarioResult, someLimits } from '../support/results.ts'

/** @param p95 what is required of a speedup of 2 */
const result = (p95?: number) =>
  compareScenario({ runs: runsWithSpeedups([1.98, 2, 2.02]), answers: [] }, aPlan(p95 === undefined ? {} : { p95 }), someSettings())
const [unrequired, pass, fail, inconclusive] = [result(), result(1.5), result(2.5), result(2)]
const usual = { onInconclusive: 'fail' as const }

describe('the exit code', () => {
  it('is 0 when nothing is required', () => expect(conclude([unrequired], null, usual)).to.eql({ verdict: null, exitCode: 0 }))
  it('is 0 when all pass', () => expect(conclude([unrequired, pass], null, usual)).to.eql({ verdict: 'pass', exitCode: 0 }))
  it('is 1 when one fails, whatever is inconclusive', () =>
    expect(conclude([pass, fail, inconclusive], null, usual)).to.eql({ verdict: 'fail', exitCode: 1 }))
  it('is 2 when one is inconclusive', () =>
    expect(conclude([pass, inconclusive], null, usual)).to.eql({ verdict: 'inconclusive', exitCode: 2 }))

  it('is 0 for inconclusive when the user wants that to pass, but the verdict stays', () => {
    expect(conclude([inconclusive], null, { onInconclusive: 'pass' })).to.eql({ verdict: 'inconclusive', exitCode: 0 })
    expect(conclude([inconclusive, fail], null, { onInconclusive: 'pass' }).exitCode).to.equal(1)
  })

  it('is 3 when it could not be measured, whatever was found before', () =>
    expect(conclude([fail], { code: 'APP_DIED', message: '' }, usual)).to.eql({ verdict: 'not measured', exitCode: 3 }))
})

const candidate = aCandidateWith([{ metric: 'p95', required: 1.3, verdict: 'pass', earlier: { speedup: 9, interval: [8, 10] }, regression: true }], {
  limits: someLimits({ required: 0.8, verdict: 'fail' }),
  againstEarlier: 'fail',
  selfCheck: { verdict: 'fail', biased: ['p50'], leastMargin: { p50: 1.1, p95: 1.1, p99: 1.1, throughput: 1.1 } },
  verdict: 'fail'
})
const whole = aScenarioResult([candidate], { verdict: 'fail' })

describe('what was ended before its time', () => {
  it('keeps its figures and loses every verdict', () => {
    const left = preliminary({ ...whole, rounds: 4, decided: false })
    expect(left).to.include({ preliminary: true, verdict: null })
    expect(JSON.stringify(left.candidates)).to.not.match(/"verdict":"|"regression":true|"biased"|"againstEarlier":"/)
    expect(left.candidates[0].estimates.map(({ speedup }) => speedup)).to.eql(candidate.estimates.map(({ speedup }) => speedup))
    expect(left.candidates[0].estimates[1]).to.deep.include({ required: 1.3, earlier: { speedup: 9, interval: [8, 10] } })
  })

  it('has its verdict when it had been decided, or had its last round', () => {
    const decided = { ...whole, rounds: 4, decided: true }
    expect(preliminary(decided)).to.equal(decided)
    const last = { ...whole, rounds: 10, decided: false }
    expect(preliminary(last)).to.equal(last)
  })

  it('is not decided before the rounds that it needs at least, which is its only look', () => {
    const early = { ...whole, rounds: 4, decided: true, roundsAllowed: { min: 8, max: 8 } }
    expect(preliminary(early).verdict).to.equal(null)
  })
})
