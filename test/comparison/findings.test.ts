import { expect } from 'chai'
import { describe, it } from 'mocha'
import { Findings } from '../../plugin/comparison/findings.ts'
import { aRun, runsWithSpeedups } from '../support/runs.ts'
import { aPlan, refusal, someSettings } from '../support/settings.ts'

const [plan, other] = [aPlan({ p95: 1.5 }), { ...aPlan(), name: 'checkout' }]
const empty = () => new Findings(someSettings({ scenarios: [plan, other] }))

describe('what is known of a comparison while it is made', () => {
  it('holds results from three rounds on, without verdicts where rounds were left', () => {
    const findings = empty()
    const runs = runsWithSpeedups([1.2, 1.5, 1.9])
    for (const run of runs.slice(0, 4)) findings.addRun(run, plan)
    expect(findings.results()).to.eql([])
    for (const run of runs.slice(4)) findings.addRun(run, plan)
    expect(findings.results()[0]).to.include({ scenario: plan.name, rounds: 3, preliminary: true, verdict: null })
    expect(findings.isDecided(plan)).to.equal(false)
  })

  it('has each scenario’s own runs, in the order of the scenarios', () => {
    const [findings, runs] = [empty(), runsWithSpeedups([2, 2, 2])]
    for (const run of runs) findings.addRun({ ...run, scenario: other.name }, other)
    for (const run of runs) findings.addRun(run, plan)
    expect(findings.results().map(({ scenario }) => scenario)).to.eql([plan.name, other.name])
    expect(findings.runs).to.have.length(2 * runs.length)
  })

  it('keeps a run with too many errors, and refuses to go on', () => {
    const [findings, run] = [empty(), aRun({ requests: 100, failures: 50, failureKinds: { 500: 50 } })]
    expect(refusal(() => findings.addRun(run, plan)).code).to.equal('TOO_MANY_ERRORS')
    expect(findings.runs).to.eql([run])
  })

  it('has the answers of a scenario for every load of it', () => {
    const findings = empty()
    const level = { ...plan, name: 'primes at 2x', level: { of: plan.name, factor: 2, phases: [] } }
    const known = () => [plan, level, other].map((scenario) => findings.hasAnswers(scenario))
    expect(known()).to.eql([false, false, false])
    findings.addAnswers({ byVariant: { single: [], clustered: [] }, baselineAgain: null }, level)
    expect(known()).to.eql([true, true, false])
  })
})
