import { expect } from 'chai'
import { describe, it } from 'mocha'
import { compareScenario, worst } from '../../plugin/comparison/compare-scenario.js'
import { aRun, runsWithSpeedups } from '../support/runs.js'
import { aPlan, someSettings } from '../support/settings.js'
/** @import { Run, Thresholds } from '../../plugin/vocabulary.js' */

/**
 * @param {Run[]} runs
 * @param {Thresholds} [thresholds]
 */
const compare = (runs, thresholds) => compareScenario(runs, aPlan(thresholds), someSettings())

const around = (/** @type {number} */ speedup) => [0.99, 1, 1.01].map((factor) => speedup * factor)
/** Six rounds around a speedup that is the threshold itself. */
const onTheThreshold = [1.8, 2.2, 1.9, 2.1, 2.05, 1.95]

describe('comparing a scenario', () => {
  it('estimates four metrics and two limits for each candidate', () => {
    const { candidates, ...rest } = compare(runsWithSpeedups(around(2)))
    expect(candidates).to.have.length(1)
    expect(candidates[0]).to.include({ name: 'clustered', workers: 2, verdict: null })
    expect(candidates[0].estimates.map(({ metric, speedup }) => `${metric} ${speedup.toFixed(2)}`)).to.eql(['p50 2.00', 'p95 2.00', 'p99 2.00', 'throughput 2.00'])
    expect(candidates[0].limits.map(({ metric, value }) => ({ metric, value }))).to.eql([{ metric: 'fairness', value: 1 }, { metric: 'errorRate', value: 0 }])
    expect(rest).to.deep.include({ scenario: 'primes', baseline: 'single', rounds: 3, roundsAllowed: { min: 3, max: 10 }, confidence: 0.95, verdict: null })
  })

  it('leaves out a round that was cut short', () => {
    const result = compare([...runsWithSpeedups(around(2)), aRun({ round: 4, variant: 'clustered', throughputPerSecond: 1 })])
    expect(result.rounds).to.equal(3)
    expect(result.candidates[0].estimates[3].ratios).to.have.length(3)
  })

  it('pairs the runs whatever came first in each round', () => {
    const runs = runsWithSpeedups([1, 2, 4])
    const [a1, b1, a2, b2, a3, b3] = runs
    expect(compare([a1, b1, b2, a2, a3, b3]).candidates).to.eql(compare(runs).candidates)
  })

  it('compares each candidate with the baseline, by its own thresholds', () => {
    const { variants } = someSettings()
    const settings = someSettings({ variants: [...variants, { ...variants[1], name: 'four', workers: 4 }] })
    const runs = runsWithSpeedups(around(2)).flatMap((run) => (run.variant === 'clustered' ? [run, { ...run, variant: 'four' }] : [run]))
    const scenario = { name: 'primes', only: null, thresholds: { clustered: { p95: 1.5 }, four: { p95: 3 } } }
    const { candidates, verdict } = compareScenario(runs, scenario, settings)
    expect(candidates.map(({ name, workers, verdict }) => ({ name, workers, verdict }))).to.eql([
      { name: 'clustered', workers: 2, verdict: 'pass' },
      { name: 'four', workers: 4, verdict: 'fail' }
    ])
    expect(verdict).to.equal('fail')
  })

  it('finds the opposite when the baseline is the other one', () => {
    const scenario = { name: 'primes', only: null, thresholds: { single: {} } }
    const [{ name, estimates }] = compareScenario(runsWithSpeedups(around(2)), scenario, someSettings({ baseline: 'clustered' })).candidates
    expect(name).to.equal('single')
    expect(estimates.map(({ speedup }) => speedup.toFixed(2))).to.eql(['0.50', '0.50', '0.50', '0.50'])
  })
})

describe('the verdict of a scenario', () => {
  it('is the worst of its parts', () => {
    expect(worst(['pass', null, 'inconclusive', 'fail'])).to.equal('fail')
    expect(worst(['pass', null, 'inconclusive'])).to.equal('inconclusive')
    expect(worst([null, 'pass'])).to.equal('pass')
    expect(worst([null])).to.equal(null)
    expect(worst([])).to.equal(null)
  })

  it('counts what is required besides speedups', () => {
    expect(compare(runsWithSpeedups(around(2)), { p95: 1.5, fairness: 1 }).verdict).to.equal('pass')
    const uneven = { workers: [{ pid: '101', requests: 900, connections: 15 }, { pid: '102', requests: 300, connections: 5 }] }
    expect(compare(runsWithSpeedups(around(2), { clustered: uneven }), { p95: 1.5, fairness: 0.9 }).verdict).to.equal('fail')
  })

  it('fails for too many errors, and the speedups of fast errors count for nothing', () => {
    const { verdict, decided, candidates } = compare(runsWithSpeedups(around(2), { clustered: { failures: 120 } }), { p95: 1.5, errorRate: 0.02 })
    expect({ verdict, decided }).to.eql({ verdict: 'fail', decided: true })
    expect(candidates[0].estimates.map((estimate) => estimate.verdict)).to.eql([null, 'inconclusive', null, null])
    expect(candidates[0].limits[1]).to.eql({ metric: 'errorRate', value: 0.1, required: 0.02, verdict: 'fail' })
  })
})

describe('the end of the rounds', () => {
  it('comes when nothing is required', () => {
    expect(compare(runsWithSpeedups([1, 2, 4])).decided).to.equal(true)
  })

  it('comes when all pass', () => {
    expect(compare(runsWithSpeedups(around(2)), { p95: 1.5, throughput: 1.5 }).decided).to.equal(true)
  })

  it('does not come while one is undecided', () => {
    const { verdict, decided } = compare(runsWithSpeedups(around(2)), { p95: 1.5, throughput: 2 })
    expect({ verdict, decided }).to.eql({ verdict: 'inconclusive', decided: false })
  })

  it('comes with the first that fails, whatever is undecided', () => {
    const { verdict, decided } = compare(runsWithSpeedups(around(2)), { p50: 3, p95: 1.5, throughput: 2 })
    expect({ verdict, decided }).to.eql({ verdict: 'fail', decided: true })
  })

  it('comes when everything undecided is hopeless', () => {
    const { verdict, decided } = compare(runsWithSpeedups(onTheThreshold), { p95: 2, throughput: 2 })
    expect({ verdict, decided }).to.eql({ verdict: 'inconclusive', decided: true })
  })

  it('does not come while one of the undecided has hope', () => {
    const { candidates, decided } = compare(runsWithSpeedups(onTheThreshold), { p95: 2, throughput: 1.85 })
    expect(candidates[0].estimates.map(({ verdict, hopeless }) => ({ verdict, hopeless }))).to.eql([
      { verdict: null, hopeless: false },
      { verdict: 'inconclusive', hopeless: true },
      { verdict: null, hopeless: false },
      { verdict: 'inconclusive', hopeless: false }
    ])
    expect(decided).to.equal(false)
  })
})
