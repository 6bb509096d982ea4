import { expect } from 'chai'
import { describe, it } from 'mocha'
import { compareScenario } from '../../plugin/comparison/compare-scenario.ts'
import { worst } from '../../plugin/comparison/conclude.ts'
import { aGenerator, aRun, aWorker, runsWithSpeedups } from '../support/runs.ts'
import { anEarlierResult, aPlan, someSettings } from '../support/settings.ts'
import { itFinds } from '../support/cases.ts'
import type { EarlierResult } from '../../plugin/concepts/settings.ts'
import type { Run } from '../../plugin/concepts/run.ts'
import type { Thresholds } from '../../plugin/concepts/options.ts'

const compare = (runs: Run[], thresholds?: Thresholds) => compareScenario({ runs, answers: [] }, aPlan(thresholds), someSettings())

const around = (speedup: number) => [0.99, 1, 1.01].map((factor) => speedup * factor)

describe('comparing a scenario', () => {
  it('estimates four metrics and two limits for each candidate', () => {
    const { candidates, ...rest } = compare(runsWithSpeedups(around(2)))
    expect(candidates).to.have.length(1)
    expect(candidates[0]).to.include({ name: 'clustered', workers: 2, verdict: null })
    expect(candidates[0].estimates.map(({ metric, speedup }) => `${metric} ${speedup.toFixed(2)}`))
      .to.eql(['p50 2.00', 'p95 2.00', 'p99 2.00', 'throughput 2.00'])
    expect(candidates[0].limits.map(({ metric, value }) => ({ metric, value }))).to.eql([{ metric: 'fairness', value: 1 }, { metric: 'errorRate', value: 0 }])
    expect(rest).to.deep.include({ scenario: 'primes', baseline: 'single', rounds: 3, roundsAllowed: { min: 3, max: 10 }, confidence: 0.95, verdict: null })
  })

  describe('at p99.9', () => {
    /** @param latencies in each run that count: the first on each of 20 connections does not */
    const runs = (latencies: number) => {
      const requests = latencies + 20
      return runsWithSpeedups(around(2), { single: { requests }, clustered: { requests } })
    }
    const estimateOf = ({ candidates }: ReturnType<typeof compare>) => candidates[0].estimates.find(({ metric }) => metric === 'p99.9')

    it('tells a speedup where each run has 10,000 responses, and judges it', () => {
      expect(estimateOf(compare(runs(10_000), { 'p99.9': 1.5 }))).to.deep.include({ required: 1.5, verdict: 'pass', reason: null })
      expect(estimateOf(compare(runs(10_000)))?.speedup).to.be.closeTo(2, 0.01)
    })

    it('tells none where a run has fewer, and no verdict where one is required', () => {
      expect(estimateOf(compare(runs(9_999)))).to.equal(undefined)
      const result = compare(runs(9_999), { 'p99.9': 1.5 })
      expect(estimateOf(result)).to.deep.include({ required: 1.5, verdict: 'inconclusive', reason: 'too-few-requests' })
      const warned = result.warnings.find(({ code }) => code === 'too-few-requests')
      expect(warned).to.include({ severity: 'problem' })
      expect(warned?.message).to.match(/9,?999 latencies a run are few for a p99\.9 \(10000 are enough\): .*, or judge by p50 or p95 or p99\.$/)
    })
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
    const scenario = { name: 'primes', only: null, thresholds: { clustered: { p95: 1.5 }, four: { p95: 3 } }, level: null }
    const { candidates, verdict } = compareScenario({ runs, answers: [] }, scenario, settings)
    expect(candidates.map(({ name, workers, verdict }) => ({ name, workers, verdict }))).to.eql([
      { name: 'clustered', workers: 2, verdict: 'pass' },
      { name: 'four', workers: 4, verdict: 'fail' }
    ])
    expect(verdict).to.equal('fail')
  })

  it('finds the opposite when the baseline is the other one', () => {
    const scenario = { name: 'primes', only: null, thresholds: { single: {} }, level: null }
    const measured = { runs: runsWithSpeedups(around(2)), answers: [] }
    const [{ name, estimates }] = compareScenario(measured, scenario, someSettings({ baseline: 'clustered' })).candidates
    expect(name).to.equal('single')
    expect(estimates.map(({ speedup }) => speedup.toFixed(2))).to.eql(['0.50', '0.50', '0.50', '0.50'])
  })
})

describe('the verdict of a scenario', () => {
  itFinds({
    'is the worst of its parts': [
      [worst(['pass', null, 'inconclusive', 'fail']), 'fail'], [worst(['pass', null, 'inconclusive']), 'inconclusive'],
      [worst([null, 'pass']), 'pass'], [worst([null]), null], [worst([]), null]
    ]
  })

  it('counts what is required besides speedups', () => {
    expect(compare(runsWithSpeedups(around(2)), { p95: 1.5, fairness: 1 }).verdict).to.equal('pass')
    const uneven = { workers: [aWorker('101', { requests: 900 }), aWorker('102', { requests: 300 })] }
    expect(compare(runsWithSpeedups(around(2), { clustered: uneven }), { p95: 1.5, fairness: 0.9 }).verdict).to.equal('fail')
  })

  it('fails for too many errors, and the speedups of fast errors count for nothing', () => {
    const { verdict, decided, candidates } = compare(runsWithSpeedups(around(2), { clustered: { failures: 120 } }), { p95: 1.5, errorRate: 0.02 })
    expect({ verdict, decided }).to.eql({ verdict: 'fail', decided: true })
    expect(candidates[0].estimates.map((estimate) => estimate.verdict)).to.eql([null, 'inconclusive', null, null])
    expect(candidates[0].limits[1]).to.eql({ metric: 'errorRate', value: 0.1, required: 0.02, verdict: 'fail' })
  })
})

describe('a scenario that is compared with an earlier result', () => {
  const around15 = runsWithSpeedups(around(1.5))
  const compareWith = (runs: Run[], thresholds?: Thresholds, earlier?: Partial<EarlierResult>) =>
    compareScenario({ runs, answers: [] }, aPlan(thresholds), someSettings({ compareWith: anEarlierResult(earlier) }))

  it('fails when a speedup fell, whatever the thresholds say', () => {
    const { verdict, candidates: [{ estimates, againstEarlier }] } = compareWith(around15, { p95: 1.2 })
    expect({ verdict, againstEarlier }).to.eql({ verdict: 'fail', againstEarlier: 'fail' })
    expect(estimates.map(({ verdict, regression }) => ({ verdict, regression }))).to.eql([
      { verdict: null, regression: true },
      { verdict: 'pass', regression: true },
      { verdict: null, regression: true },
      { verdict: null, regression: true }
    ])
    expect(estimates[1].earlier).to.eql({ speedup: 2, interval: [1.8, 2.2] })
  })

  it('has a verdict by that alone', () => {
    expect(compareWith(around15).verdict).to.equal('fail')
    expect(compareWith(runsWithSpeedups(around(2))).verdict).to.equal('pass')
    expect(compareWith(around15, {}, { cores: 4 }).verdict).to.equal('inconclusive')
  })

  it('can’t be told where the candidate had another number of workers', () => {
    const estimates = anEarlierResult().estimates.map((one) => ({ ...one, workers: 4 }))
    const { verdict, decided, warnings, candidates: [{ estimates: found, againstEarlier }] } = compareWith(around15, {}, { estimates })
    expect({ verdict, decided, againstEarlier }).to.eql({ verdict: 'inconclusive', decided: true, againstEarlier: 'inconclusive' })
    expect(found.map(({ regression, earlier }) => [regression, earlier?.speedup])).to.eql(Array(4).fill([false, 2]))
    expect(warnings.map(({ code }) => code)).to.eql(['different-variant'])
  })

  it('still fails and is undecided by its thresholds', () => {
    expect(compareWith(runsWithSpeedups(around(2)), { p95: 3 }).verdict).to.equal('fail')
    expect(compareWith(runsWithSpeedups(around(2)), { p95: 2 }).verdict).to.equal('inconclusive')
  })

  it('has no verdict on what is new since then', () => {
    const renamed = anEarlierResult().estimates.map((one) => ({ ...one, scenario: 'io' }))
    const { verdict, decided, warnings, candidates: [{ againstEarlier }] } = compareWith(around15, {}, { estimates: renamed, cores: 4 })
    expect({ verdict, decided, warnings, againstEarlier }).to.eql({ verdict: null, decided: true, warnings: [], againstEarlier: null })
  })

  it('claims no fall of what carries no verdict', () => {
    const busy = { generator: aGenerator({ utilization: 0.95 }) }
    const { verdict, candidates } = compareWith(runsWithSpeedups(around(1.5), { clustered: busy }))
    expect(verdict).to.equal('inconclusive')
    expect(candidates[0].estimates.map(({ regression }) => regression)).to.eql([false, false, false, false])
  })

  it('does not look for falls between the baseline and itself, where there is only noise', () => {
    const { variants: [single] } = someSettings()
    const settings = someSettings({ variants: [single, { ...single, name: 'clustered' }], compareWith: anEarlierResult() })
    const { candidates: [{ againstEarlier, selfCheck }] } = compareScenario({ runs: runsWithSpeedups(around(1)), answers: [] }, aPlan(), settings)
    expect(againstEarlier).to.equal(null)
    expect(selfCheck?.verdict).to.equal('pass')
  })
})

describe('a candidate that does not answer as the baseline', () => {
  const answers = [{ variant: 'clustered', requests: 1, different: ['GET /'], unsteady: [] }]
  const compareOther = (thresholds: Thresholds) => compareScenario({ runs: runsWithSpeedups(around(2)), answers }, aPlan(thresholds), someSettings())

  it('passes nothing, whatever it reaches', () => {
    expect(compareOther({ fairness: 0.5, errorRate: 0.1 })).to.include({ verdict: 'inconclusive', decided: true })
    expect(compareOther({ fairness: 0.5, p95: 1.5 })).to.include({ verdict: 'inconclusive', decided: true })
  })

  it('may fail all the same, and has no verdict where nothing is required', () => {
    const uneven = { workers: [aWorker('101', { requests: 900 }), aWorker('102', { requests: 300 })] }
    const runs = runsWithSpeedups(around(2), { clustered: uneven })
    expect(compareScenario({ runs, answers }, aPlan({ fairness: 0.9 }), someSettings()).verdict).to.equal('fail')
    expect(compareOther({}).verdict).to.equal(null)
  })
})

describe('what a scenario result tells beside the numbers', () => {
  const [first] = compare(runsWithSpeedups(around(1.6))).candidates

  it('is how each variant used the machine, the bound that follows and why the candidate is faster', () => {
    const { variants } = compare(runsWithSpeedups(around(1.6)))
    expect(variants.map(({ name, workers, utilization }) => ({ name, workers, busy: Number(utilization).toFixed(2) }))).to.eql([
      { name: 'single', workers: 1, busy: '0.99' },
      { name: 'clustered', workers: 2, busy: '0.99' }
    ])
    // As much of the generator for each request as it took of the candidate's.
    expect(first.bound?.atMost).to.be.closeTo((2 - 0.01) / (1 + 0.2 / 1.6), 0.001)
    expect(first.diagnosis.code).to.equal('cpu-bound')
    expect(first.diagnosis.message).to.include('at most about 1.77x')
    expect(first.selfCheck).to.equal(null)
  })

  it('is decided for each candidate by what it could keep up with itself', () => {
    const [kept, late] = [0.1, 3].map((seconds) => ({ generator: aGenerator({ shortestSessionMs: 20, arrivalSeconds: 10, drainSeconds: seconds, queueSeconds: seconds }) }))
    const reasons = [kept, late].map((clustered) => compare(runsWithSpeedups(around(0.5), { single: kept, clustered }), { throughput: 1.3 }).candidates[0].estimates[3])
    expect(reasons.map(({ reason, verdict }) => [reason, verdict])).to.eql([['throughput-fixed', 'inconclusive'], [null, 'fail']])
  })

  it('is the model of the load and the answers', () => {
    const answers = [{ variant: 'clustered', requests: 1, different: ['GET /'], unsteady: [] }]
    const result = compareScenario({ runs: runsWithSpeedups(around(2)), answers }, aPlan({ p95: 1.5 }), someSettings())
    expect(result).to.deep.include({ load: { model: 'closed', saturated: [] }, answers, verdict: 'inconclusive', decided: true })
    expect(result.candidates[0].estimates[1]).to.include({ reason: 'different-answers', verdict: 'inconclusive' })
  })
})

describe('the load of a scenario result', () => {
  it('is the one that was written, or a multiple of it', () => {
    const measured = { runs: runsWithSpeedups([1.98, 2, 2.02]), answers: [] }
    expect(compareScenario(measured, aPlan(), someSettings()).level).to.equal(null)
    const level = { of: 'primes', factor: 1.5, phases: [{ duration: 10, arrivalRate: 30 }] }
    expect(compareScenario(measured, { ...aPlan(), level }, someSettings()).level).to.eql({ of: 'primes', factor: 1.5 })
  })
})
