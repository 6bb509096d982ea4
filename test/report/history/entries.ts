import { seededNormal } from '../../support/random.ts'
import type { HistoryCandidate, HistoryEntry, HistoryScenario } from '../../../plugin/concepts/report-data.ts'
import type { Metric } from '../../../plugin/concepts/metrics.ts'

export type HistoryEstimate = HistoryCandidate['estimates'][number]

export const metrics: readonly Metric[] = ['p50', 'p95', 'p99', 'throughput']

/** @returns of p95, faster, nothing required */
export const aHistoryEstimate = (overrides?: Partial<HistoryEstimate>): HistoryEstimate => ({
  metric: 'p95',
  speedup: 1.6,
  interval: [1.34, 1.92],
  side: null,
  required: null,
  reason: null,
  regression: false,
  responsesPerRun: null,
  ...overrides
})

/** @param estimate for each metric alike */
export const aHistoryCandidate = (
  overrides?: Partial<HistoryCandidate>,
  estimate?: Partial<HistoryEstimate>
): HistoryCandidate => ({
  name: 'clustered',
  verdict: null,
  estimates: metrics.map((metric) => aHistoryEstimate({ metric, ...estimate })),
  ...overrides
})

export const aHistoryScenario = (
  candidates = [aHistoryCandidate()],
  overrides?: Partial<HistoryScenario>
): HistoryScenario => ({ scenario: 'primes', baseline: 'single', rounds: 5, verdict: null, candidates, ...overrides })

export const aHistoryEntry = (overrides?: Partial<HistoryEntry>): HistoryEntry => ({
  folder: '2026-11-20T12-00-00-primes',
  hasPage: true,
  file: 'scenarios/primes.yml',
  startedAt: '2026-11-20T12:00:00.000Z',
  commit: '9b0572b23ef99309abc2b016adeaf678bdd290a8',
  measuredBy: 'a machine',
  interrupted: false,
  verdict: null,
  scenarios: [aHistoryScenario()],
  ...overrides
})

/** Of one scenario. */
export const anEntryOf = (...candidates: HistoryCandidate[]) =>
  aHistoryEntry({ scenarios: [aHistoryScenario(candidates)] })

/** required: of each metric but p50 */
type HistoryPlan = { candidates?: string[]; scenarios?: string[]; required?: number | null }

/** Runs on one day after another, the newest first, around a speedup that grew once. */
export function someHistory(
  count: number,
  { candidates = ['clustered'], scenarios = ['primes'], required = 1.3 }: HistoryPlan = {}
): HistoryEntry[] {
  const normal = seededNormal(count)
  const estimateOf = (metric: Metric, i: number) => {
    const middle = Math.log(i > count / 2 ? 1.8 : 1.5) + 0.05 * normal()
    const reach = 0.1 * (1 + Math.abs(normal()))
    const [speedup, low, high] = [middle, middle - reach, middle + reach].map(Math.exp)
    return aHistoryEstimate({ metric, speedup, interval: [low, high], required: metric === 'p50' ? null : required })
  }
  const verdict = required === null ? null : ('pass' as const)
  return Array.from({ length: count }, (_, i) => {
    const startedAt = new Date(Date.UTC(2026, 0, 1, 9, 30) + i * 86_400_000).toISOString()
    const candidateOf = (name: string) => ({ name, verdict, estimates: metrics.map((metric) => estimateOf(metric, i)) })
    const results = scenarios.map((scenario) => aHistoryScenario(candidates.map(candidateOf), { scenario }))
    return aHistoryEntry({
      folder: `${startedAt.slice(0, 19).replaceAll(':', '-')}-primes`,
      startedAt,
      verdict,
      scenarios: results
    })
  }).reverse()
}
