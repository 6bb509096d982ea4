import { seededNormal } from '../../support/random.ts'
import type { HistoryCandidate, HistoryEntry, HistoryScenario } from '../../../plugin/concepts/report-data.ts'
import type { Metric } from '../../../plugin/concepts/metrics.ts'

export type HistoryEstimate = HistoryCandidate['estimates'][number]

export const metrics: readonly Metric[] = ['p50', 'p95', 'p99', 'throughput']

/** @returns of p95, faster, nothing required */
export function aHistoryEstimate(overrides?: Partial<HistoryEstimate>): HistoryEstimate {
  return { metric: 'p95', speedup: 1.6, interval: [1.34, 1.92], required: null, reason: null, regression: false, ...overrides }
}

/** @param estimate for each metric alike */
export function aHistoryCandidate(overrides?: Partial<HistoryCandidate>, estimate?: Partial<HistoryEstimate>): HistoryCandidate {
  return { name: 'clustered', verdict: null, estimates: metrics.map((metric) => aHistoryEstimate({ metric, ...estimate })), ...overrides }
}

export function aHistoryScenario(candidates: HistoryCandidate[] = [aHistoryCandidate()], overrides?: Partial<HistoryScenario>): HistoryScenario {
  return { scenario: 'primes', baseline: 'single', rounds: 5, candidates, ...overrides }
}

export function aHistoryEntry(overrides?: Partial<HistoryEntry>): HistoryEntry {
  return {
    folder: '2026-11-20T12-00-00-primes',
    hasPage: true,
    file: 'scenarios/primes.yml',
    startedAt: '2026-11-20T12:00:00.000Z',
    commit: '9b0572b23ef99309abc2b016adeaf678bdd290a8',
    interrupted: false,
    verdict: null,
    scenarios: [aHistoryScenario()],
    ...overrides
  }
}

/** Runs on one day after another, the newest first, around a speedup that grew once. */
export function someHistory(count: number, { candidates = ['clustered'], scenarios = ['primes'], required = 1.3, spread = 0.05 }: { candidates?: string[], scenarios?: string[], required?: number | null, spread?: number } = {}): HistoryEntry[] {
  const normal = seededNormal(count)
  const estimates = (i: number) => {
    const centre = Math.log(i > count / 2 ? 1.8 : 1.5)
    return metrics.map((metric) => {
      const at = centre + spread * normal()
      const half = 2 * spread * (1 + Math.abs(normal()))
      return aHistoryEstimate({ metric, speedup: Math.exp(at), interval: [Math.exp(at - half), Math.exp(at + half)], required: metric === 'p50' ? null : required })
    })
  }
  const verdict = required === null ? null : 'pass' as const
  return Array.from({ length: count }, (_, i) => {
    const startedAt = new Date(Date.UTC(2026, 0, 1, 9, 30) + i * 86_400_000).toISOString()
    const of = (name: string) => ({ name, verdict, estimates: estimates(i) })
    return aHistoryEntry({
      folder: `${startedAt.slice(0, 19).replaceAll(':', '-')}-primes`,
      startedAt,
      verdict,
      scenarios: scenarios.map((scenario) => aHistoryScenario(candidates.map(of), { scenario }))
    })
  }).reverse()
}
