import { expect } from 'chai'
import { describe, it } from 'mocha'
import { Findings } from '../../plugin/comparison/findings.ts'
import { aRun, runsWithSpeedups } from '../support/runs.ts'
import { aPlan, refusal, someSettings } from '../support/settings.ts'

const [plan, other] = [aPlan(), { ...aPlan(), name: 'checkout' }]
const settings = someSettings({ scenarios: [plan, other] })

describe('what is known of a comparison while it is made', () => {
  const findingsOf = (speedups: number[]) => {
    const findings = new Findings(settings)
    for (const run of runsWithSpeedups(speedups)) findings.addRun(run, plan)
    return findings
  }

  it('holds results from three rounds on, without verdicts where rounds were left', () => {
    const open = someSettings({ scenarios: [aPlan({ p95: 1.5 })] })
    const findings = new Findings(open)
    for (const run of runsWithSpeedups([1.2, 1.5, 1.9])) findings.addRun(run, open.scenarios[0])
    expect(findings.results()).to.have.length(1)
    expect(findings.results()[0]).to.include({ scenario: plan.name, rounds: 3, preliminary: true, verdict: null })
    expect(findings.isDecided(open.scenarios[0])).to.equal(false)
    expect(findingsOf([2, 2]).results()).to.eql([])
  })

  it('has each scenario’s own runs, in the order of the scenarios', () => {
    const findings = new Findings(settings)
    const runs = runsWithSpeedups([2, 2, 2])
    for (const run of runs) findings.addRun({ ...run, scenario: other.name }, other)
    for (const run of runs) findings.addRun(run, plan)
    expect(findings.results().map(({ scenario }) => scenario)).to.eql([plan.name, other.name])
    expect(findings.runs).to.have.length(2 * runs.length)
  })

  it('keeps a run with too many errors, and refuses to go on', () => {
    const findings = new Findings(settings)
    const run = aRun({ requests: 100, failures: 50, failureKinds: { 500: 50 } })
    expect(refusal(() => findings.addRun(run, plan)).code).to.equal('TOO_MANY_ERRORS')
    expect(findings.runs).to.eql([run])
  })

  it('has the answers of a scenario for every load of it', () => {
    const findings = new Findings(settings)
    const level = { ...plan, name: 'primes at 2x', level: { of: plan.name, factor: 2, phases: [] } }
    expect([plan, level, other].map((scenario) => findings.hasAnswers(scenario))).to.eql([false, false, false])
    findings.addAnswers({ byVariant: { single: [], clustered: [] }, baselineAgain: null }, level)
    expect([plan, level, other].map((scenario) => findings.hasAnswers(scenario))).to.eql([true, true, false])
  })
})
