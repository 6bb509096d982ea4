import { probabilityOf, summaryOf } from '../../plugin/concepts/metrics.ts'
import { compareScenario } from '../../plugin/comparison/compare-scenario.ts'
import { quantiles } from '../../plugin/record/condense-run.ts'
import { lookOf } from '../../plugin/report/palette.ts'
import { quantileOfSorted } from '../../plugin/statistics/descriptive.ts'
import { aRunDetail } from './pages.ts'
import { seededNormal, seededUniform } from './random.ts'
import { aRun, aWorker } from './runs.ts'
import { aPlan, someSettings } from './settings.ts'
import type { RunDetail } from '../../plugin/concepts/report-data.ts'
import type { Thresholds } from '../../plugin/concepts/options.ts'
import type { ScenarioView } from '../../plugin/report/page/section.ts'

interface RandomPlan {
  seed: number
  candidates?: number
  rounds?: number // below 3 nothing is concluded
  requests?: number // that count in each run, about; 0: none do
  mediansMs?: number[] // of the variants, the baseline first; others are up to four times as fast, or slower
  spread?: number // standard deviation of the latencies' logarithms; with 0, all of a run are equal
  noise?: number // standard deviation of a round's median, relative
  thresholds?: Thresholds
}

const [single, clustered] = someSettings().variants

/** A scenario that never ran, with the project's own conclusions. The same for the same plan. */
export function aRandomView({ seed, candidates = 1, rounds = 3, requests = 300, mediansMs = [], spread = 0.4, noise = 0.05, thresholds = {} }: RandomPlan): ScenarioView {
  const [uniform, normal] = [seededUniform(seed), seededNormal(seed + 1)]
  const names = ['single', ...Array.from({ length: candidates }, (_, i) => (candidates === 1 ? 'clustered' : `cluster-${i + 2}`))]
  const medians = names.map((_, i) => mediansMs[i] ?? (i === 0 ? 100 : 20 * 10 ** uniform()))
  const runs: RunDetail[] = []
  for (let round = 1; round <= rounds; round++) {
    for (const [i, variant] of names.entries()) {
      const median = medians[i] * Math.exp(noise * normal())
      const count = requests < 2 ? requests : Math.ceil(requests * (1 + 0.1 * uniform()))
      const sorted = Float64Array.from({ length: count }, () => median * Math.exp(spread * normal())).sort()
      runs.push(detailOf({ variant, round, throughputPerSecond: 20_000 / median }, sorted))
    }
  }
  const variants = names.map((name, i) => ({ ...(i === 0 ? single : clustered), name }))
  const compared = { runs: runs.map(({ run }) => run), answers: [] }
  const result = rounds < 3 || requests === 0 ? null : compareScenario(compared, aPlan(thresholds, names.slice(1)), someSettings({ variants }))
  const planned = Object.fromEntries(variants.map((variant) => [variant.name, variant]))
  const look = (name: string) => lookOf(name, { baseline: 'single', candidates: variants.slice(1) })
  return { scenario: 'primes', prefix: '', level: 2, result, baseline: 'single', names, planned, runs, lookOf: look }
}

/** @param sorted in ms */
function detailOf(of: { variant: string, round: number, throughputPerSecond: number }, sorted: Float64Array): RunDetail {
  const at = (probability: number) => quantileOfSorted(sorted, probability)
  const latencyMs = sorted.length === 0 ? null : summaryOf((percentile) => at(probabilityOf(percentile)), { mean: at(0.5), min: at(0), max: at(1) })
  const workers = of.variant === 'single' ? [aWorker('100')] : [aWorker('101'), aWorker('102')]
  return aRunDetail({ run: aRun({ ...of, latencyMs, workers }), counted: sorted.length, quantiles: quantiles(sorted) })
}

/** What all charts must bear. */
export const hardCases: Record<string, Omit<RandomPlan, 'seed'>> = {
  'one round': { rounds: 1 },
  'one candidate': {},
  'five candidates': { candidates: 5, thresholds: { p95: 1.3 } },
  'one request': { requests: 1 },
  'equal latencies': { spread: 0, noise: 0, mediansMs: [10, 10] },
  'no counted responses': { requests: 0 },
  'latencies from 0.05 ms to 100 s': { candidates: 2, mediansMs: [100_000, 0.05, 50], thresholds: { p50: 2 } },
  'a candidate a hundred times slower': { mediansMs: [1, 100] },
  'a candidate a hundred times faster': { mediansMs: [100, 1], requests: 3000, thresholds: { p99: 0.01 } },
  'rounds far apart': { noise: 1, rounds: 8, thresholds: { p50: 1.3, p95: 1.3, p99: 1.3, throughput: 1.3 } }
}
