import type { Aggregate } from './aggregate.ts'
import type { Metered } from './read-metrics.ts'
import type { Counts } from './summarise-counts.ts'

/**
 * What Artillery itself counts, where a load was made without the plugin. What is lost: fractions of a millisecond,
 * and the latencies of redirects where there are other answers; the first requests on their connections are not kept apart; requests to
 * elsewhere are counted in; the time of the load includes what users do before the first request and after the last
 * response; nothing is known of the workers, nor of how users came, so nobody sees who could not keep up with them.
 */
export function artillerysMetrics({ count, countsAfter, summary, latencies, outcome, firstMetricAt, lastMetricAt }: Aggregate): Counts & Metered {
  const codes = countsAfter('http.codes.')
  const failedCodes = Object.fromEntries(Object.entries(codes).filter(([code]) => Number(code) >= 400))
  const requests = count('http.requests')
  const unanswered = Math.max(0, requests - addUp(codes))
  // Artillery tells of all responses together, and of those with 2xx, 3xx, 4xx and 5xx apart. Whether a run has errors must not
  // decide which are taken: rounds would differ by that alone.
  const histogram = summary('http.response_time.2xx') === undefined ? 'http.response_time.3xx' : 'http.response_time.2xx'
  const unknown = { count: 0, latencyMs: null }
  return {
    requests,
    failures: addUp(failedCodes) + unanswered,
    failureKinds: { ...failedCodes, ...(unanswered > 0 ? outcome.errors : {}) },
    firstStartMs: firstMetricAt,
    lastEndMs: lastMetricAt,
    workers: new Map(),
    unattributed: addUp(codes),
    client: { name: 'artillery', because: 'the plugin is not where the load is made' },
    connections: 0,
    outcome: { ...outcome, shortestSessionMs: null, beganMs: firstMetricAt, lastArrivalMs: firstMetricAt },
    all: latencies(histogram, 1),
    first: unknown,
    later: unknown
  }
}

export function addUp(counts: Record<string, number>) {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
