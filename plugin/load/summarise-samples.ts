import { quantileOfSorted } from '../statistics/descriptive.ts'
import { summariseCounts, type Workers } from './summarise-counts.ts'
import type { LatencySummary, Run } from '../vocabulary.ts'
import type { Samples } from './read-samples.ts'

/** From this many requests for each connection, connections are kept, and their first requests are not typical. */
const requestsOfKeptConnection = 10

/**
 * The first request on a connection waits until the app has accepted it, behind all other new connections (libuv
 * accepts one in each turn of its loop). Where connections are kept, that says how users came, not how the app
 * serves: those requests are summarised apart. Where each user asks only a few times, they are the load.
 */
export function keepsConnections({ requests, connections }: Pick<Samples, 'requests' | 'connections'>): boolean {
  return connections > 0 && requests >= requestsOfKeptConnection * connections
}

export function summariseSamples(samples: Samples, { firstRequestsApart, ...workers }: { firstRequestsApart: boolean } & Workers): Pick<Run, 'requests' | 'failures' | 'failureKinds' | 'loadSeconds' | 'latencyMs' | 'firstRequests'
   | 'throughputPerSecond' | 'workers' | 'unattributed'> {
  const { firstLatenciesMs, laterLatenciesMs } = samples
  const apart = firstRequestsApart && laterLatenciesMs.length > 0
  return {
    ...summariseCounts(samples, workers),
    latencyMs: summariseLatencies(apart ? laterLatenciesMs : merged(firstLatenciesMs, laterLatenciesMs)),
    firstRequests: {
      apart,
      count: firstLatenciesMs.length,
      latencyMs: summariseLatencies(firstLatenciesMs)
    }
  }
}

/**
 * @param sorted in ms
 * @returns percentiles by linear interpolation of the raw sample
 */
function summariseLatencies(sorted: Float64Array): LatencySummary | null {
  if (sorted.length === 0) return null
  return {
    p50: round(quantileOfSorted(sorted, 0.5)),
    p95: round(quantileOfSorted(sorted, 0.95)),
    p99: round(quantileOfSorted(sorted, 0.99)),
    mean: round(sorted.reduce((sum, latency) => sum + latency, 0) / sorted.length),
    min: sorted[0],
    max: sorted[sorted.length - 1]
  }
}

function merged(a: Float64Array, b: Float64Array) {
  const all = new Float64Array(a.length + b.length)
  all.set(a)
  all.set(b, a.length)
  return all.sort()
}

/** @param value to the microsecond that was recorded */
function round(value: number) {
  return Math.round(value * 1000) / 1000
}
