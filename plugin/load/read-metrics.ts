import { readAggregate, type Aggregate, type MeteredLatencies } from './aggregate.ts'
import { addUp, artillerysMetrics } from './artillerys-metrics.ts'
import { clientCounters, counters, failureCounter, latencyHistograms, timeHistograms, workerCounters } from './metric-names.ts'
import type { ClientUse } from '../vocabulary.ts'
import type { LoadOutcome } from './run-order.ts'
import type { Counts } from './summarise-counts.ts'

/** A run that is known by Artillery's metrics alone. */
export interface Metered {
  outcome: LoadOutcome
  client: ClientUse | null // null: nobody tells
  connections: number
  all: MeteredLatencies // of responses below 400
  first: MeteredLatencies // those that are the first on their connection
  later: MeteredLatencies // all others
}

/**
 * @param file that Artillery wrote with --output
 * @returns firstStartMs and lastEndMs since 1970
 * @throws SpeedupError GENERATOR_FAILED
 */
export function readMetrics(file: string): Counts & Metered {
  const aggregate = readAggregate(file)
  return aggregate.summary(timeHistograms.users) === undefined ? artillerysMetrics(aggregate) : ownMetrics(aggregate)
}

/** What the plugin added where the load was made: see meter-requests.js. */
function ownMetrics({ count, countsAfter, summary, latencies, outcome }: Aggregate): Counts & Metered {
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

function clientOf(count: Aggregate['count']): ClientUse | null {
  const used = (['artillery', 'lean'] as const).find((name) => count(clientCounters[name]) > 0)
  // A counter has no room for a reason.
  return used === undefined ? null : { name: used, because: null }
}

function workersOf(countsAfter: Aggregate['countsAfter']): Counts['workers'] {
  const connections = countsAfter(workerCounters.connections)
  return new Map(Object.entries(countsAfter(workerCounters.requests)).map(([pid, requests]) => [pid, { requests, connections: connections[pid] ?? 0 }]))
}
