import { quantileOfSorted } from '../statistics/descriptive.js'
/**
 * @import { LatencySummary, Run, WorkerShare, WorkerUsage } from '../vocabulary.js'
 * @import { Samples } from './read-samples.js'
 */

/** From this many requests for each connection, connections are kept, and their first requests are not typical. */
const requestsOfKeptConnection = 10

/**
 * The first request on a connection waits until the app has accepted it, behind all other new connections (libuv
 * accepts one in each turn of its loop). Where connections are kept, that says how users came, not how the app
 * serves: those requests are summarised apart. Where each user asks only a few times, they are the load.
 *
 * @param {Samples} samples
 * @returns {boolean}
 */
export function keepsConnections({ requests, connections }) {
  return connections > 0 && requests >= requestsOfKeptConnection * connections
}

/**
 * @param {Samples} samples
 * @param {object} how
 * @param {boolean} how.firstRequestsApart
 * @param {string[]} how.workerPids of all workers, idle ones too
 * @param {(pid: string) => WorkerUsage | null} how.usageOf
 * @returns {Pick<Run, 'requests' | 'failures' | 'failureKinds' | 'loadSeconds' | 'latencyMs' | 'firstRequests'
 *   | 'throughputPerSecond' | 'workers' | 'unattributed'>}
 */
export function summariseSamples(samples, { firstRequestsApart, workerPids, usageOf }) {
  const { requests, failures, failureKinds, firstLatenciesMs, laterLatenciesMs, unattributed } = samples
  const apart = firstRequestsApart && laterLatenciesMs.length > 0
  const loadSeconds = requests === 0 ? 0 : (samples.lastEndMs - samples.firstStartMs) / 1000
  return {
    requests,
    failures,
    failureKinds,
    loadSeconds: round(loadSeconds),
    latencyMs: summariseLatencies(apart ? laterLatenciesMs : merged(firstLatenciesMs, laterLatenciesMs)),
    firstRequests: {
      apart,
      count: firstLatenciesMs.length,
      latencyMs: summariseLatencies(firstLatenciesMs)
    },
    throughputPerSecond: loadSeconds === 0 ? 0 : round((requests - failures) / loadSeconds),
    workers: shares(samples.workers, workerPids).map((share) => ({ ...share, usage: usageOf(share.pid) })),
    unattributed
  }
}

/**
 * @param {Samples['workers']} seen
 * @param {string[]} workerPids
 * @returns {Omit<WorkerShare, 'usage'>[]} busiest first
 */
function shares(seen, workerPids) {
  // An app that sets the header itself may name its workers as it likes; its idle ones are then unknown to us.
  const namedByPid = seen.size === 0 || workerPids.some((pid) => seen.has(pid))
  const pids = new Set([...seen.keys(), ...(namedByPid ? workerPids : [])])
  const all = [...pids].map((pid) => ({ pid, ...(seen.get(pid) ?? { requests: 0, connections: 0 }) }))
  return all.sort((a, b) => b.requests - a.requests)
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
