import { expect } from 'chai'
import { describe, it } from 'mocha'
import { compareScenario } from '../../plugin/comparison/compare-scenario.ts'
import { limits } from '../../plugin/comparison/limits.ts'
import { requireFairness, requireSpeedup } from '../../plugin/kit/judge-candidate.ts'
import { findCandidate } from '../../plugin/kit/subject.ts'
import { decide, logInterval, tailPerLook } from '../../plugin/statistics/sequential-rule.ts'
import { seededNormal, seededUniform } from '../support/random.ts'
import { aCandidate, aCandidateWith, aComparison, aScenarioResult, someLimits } from '../support/results.ts'
import { aGenerator, aWorker, runsWithSpeedups } from '../support/runs.ts'
import { aPlan, someSettings } from '../support/settings.ts'
import type { CandidateResult, ScenarioResult } from '../../plugin/concepts/comparison.ts'
import type { Metric } from '../../plugin/concepts/metrics.ts'
import type { Run } from '../../plugin/concepts/run.ts'
import type { Thresholds } from '../../plugin/concepts/options.ts'

const metrics = ['p50', 'p95', 'p99', 'throughput'] as const

const compared = (candidate: CandidateResult, scenario?: Partial<ScenarioResult>) => findCandidate(aComparison([aScenarioResult([candidate], scenario)]))

describe('a speedup that is required alone', () => {
  it('is judged as the rule for thresholds judges it, whatever the rounds show', () => {
    const [uniform, normal] = [seededUniform(1), seededNormal(2)]
    const counts: Record<string, number> = { pass: 0, fail: 0, inconclusive: 0 }
    for (let i = 0; i < 5000; i++) {
      const [rounds, truth, spread] = [3 + Math.floor(8 * uniform()), normal(), 0.3 * uniform()]
      const judgement = logInterval(Array.from({ length: rounds }, () => truth + spread * normal()), tailPerLook({ min: 3, max: 10, confidence: 0.95 }))
      const { centre, halfWidth } = judgement
      const interval = [Math.exp(centre - halfWidth), Math.exp(centre + halfWidth)] as [number, number]
      const least = Math.exp(centre + 2 * (2 * uniform() - 1) * halfWidth)
      const { verdict } = requireSpeedup(compared(aCandidateWith([{ metric: 'p95', speedup: Math.exp(centre), interval }])), { metric: 'p95', least })
      expect(verdict).to.equal(decide(judgement, least))
      counts[verdict] += 1
    }
    expect(Object.values(counts).every((count) => count > 1000)).to.equal(true)
  })

  const fixed = aGenerator({ shortestSessionMs: 20, arrivalSeconds: 10, drainSeconds: 0.1 })
  const late = aGenerator({ shortestSessionMs: 20, arrivalSeconds: 10, drainSeconds: 3, queueSeconds: 3 })
  const loads: [string, { single?: Partial<Run>, clustered?: Partial<Run> }, boolean?][] = [
    ['of users who ask again and again', {}],
    ['of users who come at a fixed rate', { single: { generator: fixed }, clustered: { generator: fixed } }],
    ['that the baseline can’t keep up with', { single: { generator: late }, clustered: { generator: fixed } }],
    ['that the candidate can’t keep up with', { single: { generator: fixed }, clustered: { generator: late } }],
    ['that nobody can keep up with', { single: { generator: late }, clustered: { generator: late } }],
    ['that the generator can’t make', { clustered: { generator: aGenerator({ utilization: 0.95 }) } }],
    ['under which the candidate answers otherwise', {}, true]
  ]
  for (const [what, overrides, isOther = false] of loads) {
    it(`is judged as a threshold of the comparison is, at a load ${what}`, () => {
      const uniform = seededUniform(3)
      const answers = isOther ? [{ variant: 'clustered', requests: 1, different: ['GET /'], unsteady: [] }] : []
      const compare = (runs: Run[], thresholds: Thresholds) => compareScenario({ runs, answers }, aPlan(thresholds), someSettings())
      for (let i = 0; i < 40; i++) {
        const centre = 0.7 + uniform()
        const runs = runsWithSpeedups([0.98, 1, 1.02].map((factor) => centre * factor), overrides)
        const least = 0.7 + uniform()
        const threshold = compare(runs, Object.fromEntries(metrics.map((metric) => [metric, least]))).candidates[0]
        // Whatever thresholds the comparison itself had.
        for (const thresholds of [{}, { throughput: 0.9 }, { throughput: 1.3, p95: 1.3 }]) {
          const result = compare(runs, thresholds)
          const found = metrics.map((metric) => requireSpeedup(findCandidate(aComparison([result])), { metric, least }).estimate)
          const told = (estimates: CandidateResult['estimates']) => estimates.map(({ metric, required, verdict, reason }) => ({ metric, required, verdict, reason }))
          expect(told(found)).to.eql(told(threshold.estimates))
        }
      }
    })
  }

  it('has no verdict when the comparison was ended before its time', () => {
    const candidate = compared(aCandidate(), { preliminary: true })
    expect(requireSpeedup(candidate, { metric: 'p95', least: 1.1 }).verdict).to.equal('inconclusive')
    expect(requireFairness(candidate, 0.1).verdict).to.equal('inconclusive')
  })

  it('is all that is required then', () => {
    const busy = aCandidateWith([{ metric: 'p50', required: 3, verdict: 'fail', regression: true }], {
      limits: someLimits({ required: 1, verdict: 'pass' }, { required: 0.1, verdict: 'pass' }),
      againstEarlier: 'fail',
      verdict: 'fail'
    })
    const { alone } = requireSpeedup(compared(busy), { metric: 'p95', least: 1.1 })
    expect(alone).to.include({ verdict: 'pass', againstEarlier: null, selfCheck: null })
    expect([...alone.estimates, ...alone.limits].map(({ metric, required, verdict }) => `${metric} ${required} ${verdict}`)).to.eql([
      'p50 null null', 'p95 1.1 pass', 'p99 null null', 'throughput null null', 'fairness null null', 'errorRate null null'
    ])
    expect(alone.estimates.map(({ regression }) => regression)).to.eql([false, false, false, false])
  })

  it('keeps what is known of more rounds only for the threshold that the comparison had', () => {
    const outlook = { hopeless: true, roundsThatWouldDecide: 14, timesLonger: 2 }
    const candidate = compared(aCandidateWith([{ metric: 'p95', required: 1.5, verdict: 'inconclusive', ...outlook }]))
    expect(requireSpeedup(candidate, { metric: 'p95', least: 1.5 }).estimate).to.include(outlook)
    expect(requireSpeedup(candidate, { metric: 'p95', least: 1.6 }).estimate).to.include({ hopeless: false, roundsThatWouldDecide: null, timesLonger: null })
  })
})

describe('a fairness that is required alone', () => {
  it('is judged as a threshold of the comparison is', () => {
    const uniform = seededUniform(4)
    for (let i = 0; i < 500; i++) {
      const [requests, least] = [Math.ceil(1200 * uniform()), i % 10 === 0 ? 1 : uniform()]
      const clustered = { workers: [aWorker('101', { requests }), aWorker('102', { requests: i % 7 === 0 ? requests : 1200 - requests })], unattributed: i % 5 === 0 ? 500 : 0 }
      const runs = runsWithSpeedups([2, 2, 2], { clustered }).filter(({ variant }) => variant === 'clustered')
      const [wanted] = limits(runs, 2, { fairness: least })
      const candidate = compared(aCandidate({ limits: someLimits({ value: limits(runs, 2, {})[0].value }) }))
      expect(requireFairness(candidate, least).limit).to.eql(wanted)
    }
  })

  it('is all that is required then', () => {
    const { alone } = requireFairness(compared(aCandidateWith([{ metric: 'p50', required: 3, verdict: 'fail' }])), 0.8)
    expect(alone.verdict).to.equal('pass')
    expect([...alone.estimates, ...alone.limits].filter(({ required }) => required !== null).map(({ metric }) => metric as Metric | 'fairness')).to.eql(['fairness'])
  })
})
