/** @import { LatencySummary, Run } from '../../plugin/vocabulary.js' */

/**
 * A run of `single`, in which all went well.
 *
 * @param {Partial<Run>} [overrides]
 * @returns {Run}
 */
export function aRun(overrides) {
  return {
    scenario: 'primes',
    variant: 'single',
    round: 1,
    startedAt: '2026-11-20T12:00:00.000Z',
    readySeconds: 0.1,
    loadSeconds: 5,
    wallSeconds: 7,
    requests: 1200,
    failures: 0,
    failureKinds: {},
    artilleryErrors: {},
    latencyMs: latencies(100),
    firstRequests: { apart: true, count: 20, latencyMs: latencies(150) },
    throughputPerSecond: 200,
    workers: [{ pid: '100', requests: 1200, connections: 20 }],
    unattributed: 0,
    restarts: 0,
    killed: false,
    samples: 'samples/scenario-1-round-1-single.csv',
    ...overrides
  }
}

/**
 * @param {number} ms
 * @returns {LatencySummary} of responses that all took as long
 */
export function latencies(ms) {
  return { p50: ms, p95: ms, p99: ms, mean: ms, min: ms, max: ms }
}

/**
 * Whole rounds of `single` and `clustered`, the second faster by a round's ratio in every metric.
 *
 * @param {number[]} ratios
 * @param {{ single?: Partial<Run>, clustered?: Partial<Run> }} [overrides] of every run
 * @returns {Run[]}
 */
export function runsWithSpeedups(ratios, { single, clustered } = {}) {
  const workers = [
    { pid: '101', requests: 600, connections: 10 },
    { pid: '102', requests: 600, connections: 10 }
  ]
  return ratios.flatMap((ratio, i) => {
    const faster = { latencyMs: latencies(100 / ratio), throughputPerSecond: 200 * ratio, workers }
    return [aRun({ round: i + 1, ...single }), aRun({ round: i + 1, variant: 'clustered', ...faster, ...clustered })]
  })
}
