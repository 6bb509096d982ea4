import { compareScenario } from '../../plugin/comparison/compare-scenario.ts'
import { quantiles } from '../../plugin/measure/condense-run.ts'
import { lookOf } from '../../plugin/report/palette.ts'
import { aRunDetail } from './pages.ts'
import { seededNormal, seededUniform } from './random.ts'
import { aRun, aWorker } from './runs.ts'
import { summary } from './runs-over-time.ts'
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
export function aRandomView({ seed, candidates = 1, rounds = 3, requests = 300, ...plan }: RandomPlan): ScenarioView {
  const { mediansMs = [], spread = 0.4, noise = 0.05, thresholds = {} } = plan
  const [uniform, normal] = [seededUniform(seed), seededNormal(seed + 1)]
  const candidateNames = Array.from({ length: candidates }, (_, i) =>
    candidates === 1 ? 'clustered' : `cluster-${i + 2}`
  )
  const names = ['single', ...candidateNames]
  const medians = names.map((_, i) => mediansMs[i] ?? (i === 0 ? 100 : 20 * 10 ** uniform()))
  const runs = Array.from({ length: rounds }, (_, i) =>
    names.map((variant, j) => {
      const median = medians[j] * Math.exp(noise * normal())
      const count = requests < 2 ? requests : Math.ceil(requests * (1 + 0.1 * uniform()))
      return detailOf(
        variant,
        i + 1,
        median,
        Float64Array.from({ length: count }, () => median * Math.exp(spread * normal())).sort()
      )
    })
  ).flat()
  const variants = names.map((name, i) => ({ ...(i === 0 ? single : clustered), name }))
  const record = { runs: runs.map(({ run }) => run), answers: [] }
  const isCompared = rounds >= 3 && requests > 0
  return {
    scenario: 'primes',
    prefix: '',
    level: 2,
    isFolded: false,
    baseline: 'single',
    names,
    runs,
    planned: Object.fromEntries(variants.map((variant) => [variant.name, variant])),
    lookOf: (name) => lookOf(name, variants.slice(1)),
    result: isCompared ? compareScenario(record, aPlan(thresholds, candidateNames), someSettings({ variants })) : null
  }
}

/** @param sorted in ms */
function detailOf(variant: string, round: number, median: number, sorted: Float64Array): RunDetail {
  const workers = variant === 'single' ? [aWorker('100')] : [aWorker('101'), aWorker('102')]
  const run = aRun({ variant, round, throughputPerSecond: 20_000 / median, latencyMs: summary(sorted), workers })
  return aRunDetail({ run, counted: sorted.length, quantiles: quantiles(sorted) })
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
