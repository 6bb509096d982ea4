/** @import { CandidateResult, Comparison, Estimate, Limit, ScenarioResult } from '../../plugin/vocabulary.js' */

/**
 * @param {Partial<Estimate>} [overrides]
 * @returns {Estimate} of p95, faster, nothing required
 */
export function anEstimate(overrides) {
  return {
    metric: 'p95',
    baseline: 100,
    candidate: 62.5,
    speedup: 1.6,
    interval: [1.34, 1.92],
    spread: 0.1,
    ratios: [1.5, 1.6, 1.6, 1.7],
    outliers: [],
    required: null,
    verdict: null,
    hopeless: false,
    roundsThatWouldDecide: null,
    ...overrides
  }
}

/**
 * @param {Partial<Limit>} [fairness]
 * @param {Partial<Limit>} [errorRate]
 * @returns {Limit[]} met, nothing required
 */
export function someLimits(fairness, errorRate) {
  return [
    { metric: 'fairness', value: 1, required: null, verdict: null, ...fairness },
    { metric: 'errorRate', value: 0, required: null, verdict: null, ...errorRate }
  ]
}

/**
 * The candidate of the worked example, without requirements.
 *
 * @param {Partial<CandidateResult>} [overrides]
 * @returns {CandidateResult}
 */
export function aCandidate(overrides) {
  return {
    name: 'clustered',
    workers: 2,
    estimates: [
      anEstimate({ metric: 'p50', speedup: 1.97, interval: [1.51, 2.58] }),
      anEstimate(),
      anEstimate({ metric: 'p99', speedup: 1.96, interval: [1.42, 2.71] }),
      anEstimate({ metric: 'throughput', speedup: 1.66, interval: [1.3, 2.12] })
    ],
    limits: someLimits(),
    shares: [0.5, 0.5],
    verdict: null,
    ...overrides
  }
}

/**
 * A candidate with other estimates in place of those of the same metric.
 *
 * @param {Partial<Estimate>[]} estimates
 * @param {Partial<CandidateResult>} [overrides]
 */
export function aCandidateWith(estimates, overrides) {
  const usual = aCandidate(overrides)
  const replaced = usual.estimates.map((one) => ({ ...one, ...estimates.find(({ metric }) => metric === one.metric) }))
  return { ...usual, estimates: replaced }
}

/**
 * @param {CandidateResult[]} candidates
 * @param {Partial<ScenarioResult>} [overrides]
 * @returns {ScenarioResult}
 */
export function aScenarioResult(candidates, overrides) {
  return {
    scenario: 'primes',
    baseline: 'single',
    rounds: 4,
    roundsAllowed: { min: 3, max: 10 },
    confidence: 0.95,
    candidates,
    warnings: [],
    verdict: null,
    decided: true,
    ...overrides
  }
}

/**
 * @param {ScenarioResult[]} scenarios
 * @param {Partial<Comparison>} [overrides]
 * @returns {Comparison}
 */
export function aComparison(scenarios, overrides) {
  return {
    schemaVersion: 1,
    file: '/home/me/scenarios/primes.yml',
    startedAt: '2026-11-20T12:00:00.000Z',
    finishedAt: '2026-11-20T12:01:00.000Z',
    environment: { node: '24.21.0', artillery: '2.0.34', plugin: '0.1.0', os: 'Linux 6', cpu: 'unknown', cores: 2, commit: null },
    settings: { app: '/home/me/server.js', target: 'http://127.0.0.1:3030', variants: [], baseline: 'single', rounds: { min: 3, max: 10 }, confidence: 0.95 },
    scenarios,
    error: null,
    verdict: null,
    exitCode: 0,
    ...overrides
  }
}
