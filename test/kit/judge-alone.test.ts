import { expect } from 'chai'
import { compareScenario } from '../../plugin/comparison/compare-scenario.ts'
import { requireSpeedup } from '../../plugin/kit/judges.ts'
import { findCandidate } from '../../plugin/kit/subject.ts'
import { seededUniform } from '../support/random.ts'
import { aComparison } from '../support/results.ts'
import { aGenerator, runsWithSpeedups } from '../support/runs.ts'
import { aPlan, someSettings } from '../support/settings.ts'
import type { CandidateResult } from '../../plugin/concepts/comparison.ts'
import type { Run } from '../../plugin/concepts/run.ts'
import type { Thresholds } from '../../plugin/concepts/options.ts'

const metrics = ['p50', 'p95', 'p99', 'throughput'] as const

describe('a speedup that is required alone', () => {
  const fixed = aGenerator({ shortestSessionMs: 20, arrivalSeconds: 10, drainSeconds: 0.1 })
  const late = aGenerator({ shortestSessionMs: 20, arrivalSeconds: 10, drainSeconds: 3, queueSeconds: 3 })
  const loads: [string, { single?: Partial<Run>; clustered?: Partial<Run> }, seen?: string[], isOther?: boolean][] = [
    ['of users who ask again and again', {}],
    ['of users who come at a fixed rate', { single: { generator: fixed }, clustered: { generator: fixed } }],
    ['that the baseline can’t keep up with', { single: { generator: late }, clustered: { generator: fixed } }],
    ['that the candidate can’t keep up with', { single: { generator: fixed }, clustered: { generator: late } }],
    ['that nobody can keep up with', { single: { generator: late }, clustered: { generator: late } }],
    [
      'that the generator can’t make',
      { clustered: { generator: aGenerator({ utilization: 0.95 }) } },
      ['inconclusive', 'pass']
    ],
    ['under which the candidate answers otherwise', {}, ['inconclusive'], true]
  ]
  for (const [what, overrides, seen = ['fail', 'inconclusive', 'pass'], isOther = false] of loads) {
    it(`is judged as a threshold of the comparison is, at a load ${what}`, () => {
      const uniform = seededUniform(3)
      const answers = isOther
        ? [{ variant: 'clustered', requests: 1, different: ['GET /'], unsteady: [], unequal: [] }]
        : []
      const compare = (runs: Run[], thresholds: Thresholds) =>
        compareScenario({ runs, answers }, aPlan(thresholds), someSettings())
      const verdicts = new Set()
      for (let i = 0; i < 20; i++) {
        const [centre, least] = [0.7 + uniform(), 0.7 + uniform()]
        const runs = runsWithSpeedups(
          Array.from({ length: 3 + (i % 8) }, () => centre * (0.95 + 0.1 * uniform())),
          overrides
        )
        const threshold = compare(runs, Object.fromEntries(metrics.map((metric) => [metric, least]))).candidates[0]
        // Whatever thresholds the comparison itself had.
        for (const thresholds of [{}, { throughput: 0.9 }, { throughput: 1.3, p95: 1.3 }]) {
          const result = compare(runs, thresholds)
          const found = metrics.map((metric) => requireSpeedup(findCandidate(aComparison([result])), { metric, least }))
          const told = (estimates: CandidateResult['estimates']) =>
            estimates.map(({ metric, required, verdict, reason }) => ({ metric, required, verdict, reason }))
          expect(told(found)).to.eql(told(threshold.estimates))
          for (const { verdict } of found) verdicts.add(verdict)
        }
      }
      expect([...verdicts].sort()).to.eql(seen)
    })
  }
})
