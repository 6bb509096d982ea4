import { readAggregate, summariseCounts, type Aggregate, type MeteredLatencies, type Counts, type Workers } from './counts.ts'
import { clientCounter, counters, failureCounter, latencyHistograms, timeHistograms, workerCounters } from './metrics-order.ts'
import type { ClientName } from '../concepts/generators.ts'
import type { ClientUse, Run } from '../concepts/run.ts'
import type { LoadOutcome } from './run-order.ts'

/** A run that is known by Artillery's metrics alone. */
interface Metered {
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
    client: clientOf(countsAfter),
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

function clientOf(countsAfter: Aggregate['countsAfter']): ClientUse | null {
  const counted = Object.keys(countsAfter(clientCounter)) as ClientName[]
  // Where both were used, the scenario counts as one that the lean client could not run.
  const used = counted.find((name) => name !== 'lean') ?? counted[0]
  // A counter has no room for a reason.
  return used === undefined ? null : { name: used, because: null }
}

function workersOf(countsAfter: Aggregate['countsAfter']): Counts['workers'] {
  const connections = countsAfter(workerCounters.connections)
  return new Map(Object.entries(countsAfter(workerCounters.requests)).map(([pid, requests]) => [pid, { requests, connections: connections[pid] ?? 0 }]))
}

/**
 * What Artillery itself counts, where a load was made without the plugin. What is lost: fractions of a millisecond,
 * and the latencies of redirects where there are other answers; the first requests on their connections are not kept apart; requests to
 * elsewhere are counted in; the time of the load includes what users do before the first request and after the last
 * response; nothing is known of the workers, nor of how users came, so nobody sees who could not keep up with them.
 */
function artillerysMetrics({ count, countsAfter, summary, latencies, outcome, firstMetricAt, lastMetricAt }: Aggregate): Counts & Metered {
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

function addUp(counts: Record<string, number>) {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** @returns as summariseSamples */
export function summariseMetrics(metered: Counts & Metered, { firstRequestsApart, ...workers }: { firstRequestsApart: boolean } & Workers): Pick<Run, 'requests' | 'failures' | 'failureKinds' | 'loadSeconds' | 'latencyMs' | 'firstRequests'
   | 'throughputPerSecond' | 'workers' | 'unattributed'> {
  const { all, first, later } = metered
  const apart = firstRequestsApart && later.count > 0
  return {
    ...summariseCounts(metered, workers),
    latencyMs: (apart ? later : all).latencyMs,
    firstRequests: { apart, ...first }
  }
}
