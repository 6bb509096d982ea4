import { quantileOfSorted } from '../statistics/descriptive.js'
import { summariseCounts } from './summarise-counts.js'
/**
 * @import { LatencySummary, Run } from '../vocabulary.js'
 * @import { Samples } from './read-samples.js'
 * @import { Workers } from './summarise-counts.js'
 */

/** From this many requests for each connection, connections are kept, and their first requests are not typical. */
const requestsOfKeptConnection = 10

/**
 * The first request on a connection waits until the app has accepted it, behind all other new connections (libuv
 * accepts one in each turn of its loop). Where connections are kept, that says how users came, not how the app
 * serves: those requests are summarised apart. Where each user asks only a few times, they are the load.
 *
 * @param {Pick<Samples, 'requests' | 'connections'>} samples
 * @returns {boolean}
 */
export function keepsConnections({ requests, connections }) {
  return connections > 0 && requests >= requestsOfKeptConnection * connections
}

/**
 * @param {Samples} samples
 * @param {{ firstRequestsApart: boolean } & Workers} how
 * @returns {Pick<Run, 'requests' | 'failures' | 'failureKinds' | 'loadSeconds' | 'latencyMs' | 'firstRequests'
 *   | 'throughputPerSecond' | 'workers' | 'unattributed'>}
 */
export function summariseSamples(samples, { firstRequestsApart, ...workers }) {
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
 * @param {Float64Array} sorted in ms
 * @returns {LatencySummary | null} percentiles by linear interpolation of the raw sample
 */
function summariseLatencies(sorted) {
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

/**
 * @param {Float64Array} a
 * @param {Float64Array} b
 */
function merged(a, b) {
  const all = new Float64Array(a.length + b.length)
  all.set(a)
  all.set(b, a.length)
  return all.sort()
}

/** @param {number} value to the microsecond that was recorded */
function round(value) {
  return Math.round(value * 1000) / 1000
}
