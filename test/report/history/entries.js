import { seededNormal } from '../../support/random.js'
/** @import { HistoryCandidate, HistoryEntry, HistoryScenario, Metric } from '../../../plugin/vocabulary.js' */

/** @typedef {HistoryCandidate['estimates'][number]} HistoryEstimate */

/** @type {readonly Metric[]} */
export const metrics = ['p50', 'p95', 'p99', 'throughput']

/**
 * @param {Partial<HistoryEstimate>} [overrides]
 * @returns {HistoryEstimate} of p95, faster, nothing required
 */
export function aHistoryEstimate(overrides) {
  return { metric: 'p95', speedup: 1.6, interval: [1.34, 1.92], required: null, reason: null, regression: false, ...overrides }
}

/**
 * @param {Partial<HistoryCandidate>} [overrides]
 * @param {Partial<HistoryEstimate>} [estimate] for each metric alike
 * @returns {HistoryCandidate}
 */
export function aHistoryCandidate(overrides, estimate) {
  return { name: 'clustered', verdict: null, estimates: metrics.map((metric) => aHistoryEstimate({ metric, ...estimate })), ...overrides }
}

/**
 * @param {HistoryCandidate[]} [candidates]
 * @param {Partial<HistoryScenario>} [overrides]
 * @returns {HistoryScenario}
 */
export function aHistoryScenario(candidates = [aHistoryCandidate()], overrides) {
  return { scenario: 'primes', baseline: 'single', rounds: 5, candidates, ...overrides }
}

/**
 * @param {Partial<HistoryEntry>} [overrides]
 * @returns {HistoryEntry}
 */
export function aHistoryEntry(overrides) {
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

/**
 * Runs on one day after another, the newest first, around a speedup that grew once.
 *
 * @param {number} count
 * @param {{ candidates?: string[], scenarios?: string[], required?: number | null, spread?: number }} [how]
 * @returns {HistoryEntry[]}
 */
export function someHistory(count, { candidates = ['clustered'], scenarios = ['primes'], required = 1.3, spread = 0.05 } = {}) {
  const normal = seededNormal(count)
  const estimates = (/** @type {number} */ i) => {
    const centre = Math.log(i > count / 2 ? 1.8 : 1.5)
    return metrics.map((metric) => {
      const at = centre + spread * normal()
      const half = 2 * spread * (1 + Math.abs(normal()))
      return aHistoryEstimate({ metric, speedup: Math.exp(at), interval: [Math.exp(at - half), Math.exp(at + half)], required: metric === 'p50' ? null : required })
    })
  }
  const verdict = required === null ? null : /** @type {const} */ ('pass')
  return Array.from({ length: count }, (_, i) => {
    const startedAt = new Date(Date.UTC(2026, 0, 1, 9, 30) + i * 86_400_000).toISOString()
    const of = (/** @type {string} */ name) => ({ name, verdict, estimates: estimates(i) })
    return aHistoryEntry({
      folder: `${startedAt.slice(0, 19).replaceAll(':', '-')}-primes`,
      startedAt,
      verdict,
      scenarios: scenarios.map((scenario) => aHistoryScenario(candidates.map(of), { scenario }))
    })
  }).reverse()
}
