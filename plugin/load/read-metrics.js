import { readAggregate } from './aggregate.js'
import { addUp, artillerysMetrics } from './artillerys-metrics.js'
import { clientCounters, counters, failureCounter, latencyHistograms, timeHistograms, workerCounters } from './metric-names.js'
/**
 * @import { ClientUse } from '../vocabulary.js'
 * @import { Aggregate, MeteredLatencies } from './aggregate.js'
 * @import { LoadOutcome } from './run-order.js'
 * @import { Counts } from './summarise-counts.js'
 */

/**
 * A run that is known by Artillery's metrics alone.
 *
 * @typedef {object} Metered
 * @property {LoadOutcome} outcome
 * @property {ClientUse | null} client null: nobody tells
 * @property {number} connections
 * @property {MeteredLatencies} all of responses below 400
 * @property {MeteredLatencies} first those that are the first on their connection
 * @property {MeteredLatencies} later all others
 */

/**
 * @param {string} file that Artillery wrote with --output
 * @returns {Counts & Metered} firstStartMs and lastEndMs since 1970
 * @throws {SpeedupError} GENERATOR_FAILED
 */
export function readMetrics(file) {
  const aggregate = readAggregate(file)
  return aggregate.summary(timeHistograms.users) === undefined ? artillerysMetrics(aggregate) : ownMetrics(aggregate)
}

/**
 * What the plugin added where the load was made: see meter-requests.js.
 *
 * @param {Aggregate} aggregate
 * @returns {Counts & Metered}
 */
function ownMetrics({ count, countsAfter, summary, latencies, outcome }) {
  const failureKinds = countsAfter(failureCounter)
  const requestsAt = summary(timeHistograms.requests)
  const usersAt = summary(timeHistograms.users)
  return {
    requests: count(counters.requests),
    failures: addUp(failureKinds),
    failureKinds,
    firstStartMs: requestsAt?.min ?? Infinity,
    lastEndMs: requestsAt?.max ?? -Infinity,
    workers: workersOf(countsAfter),
    unattributed: count(counters.unattributed),
    client: clientOf(count),
    connections: count(counters.connections),
    outcome: {
      ...outcome,
      beganMs: Number(usersAt?.min),
      lastArrivalMs: Number(usersAt?.max)
    },
    all: latencies(latencyHistograms.all, 1000),
    first: latencies(latencyHistograms.first, 1000),
    later: latencies(latencyHistograms.later, 1000)
  }
}

/**
 * @param {Aggregate['count']} count
 * @returns {ClientUse | null}
 */
function clientOf(count) {
  const used = (/** @type {const} */ (['artillery', 'lean'])).find((name) => count(clientCounters[name]) > 0)
  // A counter has no room for a reason.
  return used === undefined ? null : { name: used, because: null }
}

/**
 * @param {Aggregate['countsAfter']} countsAfter
 * @returns {Counts['workers']}
 */
function workersOf(countsAfter) {
  const connections = countsAfter(workerCounters.connections)
  return new Map(Object.entries(countsAfter(workerCounters.requests)).map(([pid, requests]) => [pid, { requests, connections: connections[pid] ?? 0 }]))
}
