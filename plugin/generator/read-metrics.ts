import { artilleryName, summaryOf } from '../concepts/metrics.ts'
import { readFileSync } from 'node:fs'
import { SpeedupError } from '../concepts/errors.ts'
import { rounded } from '../statistics/descriptive.ts'
import { countsAfter, countUsers, type Counts, type Latencies } from './counts.ts'
import { metricNames } from './metrics-order.ts'
import type { ClientName } from '../concepts/generators.ts'
import type { ClientUse } from '../concepts/run.ts'
import type { LoadOutcome } from './run-order.ts'

/** A run that is known by Artillery's metrics alone. firstStartMs and lastEndMs are since 1970. */
interface Metered extends Counts {
  outcome: LoadOutcome
  client: ClientUse | null // null: nobody tells
  all: Latencies
  first: Latencies
  later: Latencies
}

/**
 * @param file that Artillery wrote with --output
 * @throws SpeedupError GENERATOR_FAILED
 */
export function readMetrics(file: string): Metered {
  const aggregate = readAggregate(file)
  return aggregate.summaries[metricNames.userAt] === undefined ? artillerysMetrics(aggregate) : ownMetrics(aggregate)
}

/**
 * The metrics of a whole run. Percentiles are those of a DDSketch, up to 1 % off; times are milliseconds since 1970 by the
 * clock of whoever made the load.
 */
interface Aggregate {
  counters: Record<string, number>
  summaries: Record<string, { min: number } & Record<string, number>>
  firstMetricAt: number
  lastMetricAt: number
}

function readAggregate(file: string): Aggregate {
  try {
    const { counters, summaries, firstMetricAt = 0, lastMetricAt = 0 } = JSON.parse(readFileSync(file, 'utf8')).aggregate
    return { counters: { ...counters }, summaries: { ...summaries }, firstMetricAt, lastMetricAt }
  } catch (error) {
    const problem = `The load generator left no metrics in the file that Artillery was to write with --output (${(error as Error).message}).`
    throw new SpeedupError('GENERATOR_FAILED', `${problem} Run its command by hand with --output to see why.`)
  }
}

/** What the plugin added where the load was made: see meter-run.ts. */
function ownMetrics({ counters, summaries }: Aggregate): Metered {
  const failureKinds = countsAfter(counters, metricNames.failures)
  const requestsAt = summaries[metricNames.requestAt] ?? { min: Infinity, max: -Infinity }
  const usersAt = summaries[metricNames.userAt]
  const connections = countsAfter(counters, metricNames.workerConnections)
  const workers = Object.entries(countsAfter(counters, metricNames.workerRequests))
  const clients = Object.keys(countsAfter(counters, metricNames.client)) as ClientName[]
  // If load threads used both, Artillery's client decides what the load cost. A counter has no room for a reason.
  const name = clients.find((client) => client !== 'lean') ?? clients[0]
  return {
    requests: counters[metricNames.requests] ?? 0,
    failures: addUp(failureKinds),
    failureKinds,
    firstStartMs: requestsAt.min,
    lastEndMs: requestsAt.max,
    workers: new Map(workers.map(([pid, requests]) => [pid, { requests, connections: connections[pid] ?? 0 }])),
    unattributed: counters[metricNames.unattributed] ?? 0,
    client: name === undefined ? null : { name, because: null },
    connections: counters[metricNames.connections] ?? 0,
    outcome: { ...countUsers(counters, summaries), beganMs: usersAt.min, lastArrivalMs: usersAt.max },
    all: latenciesOf(summaries[metricNames.latency.all], 1000),
    first: latenciesOf(summaries[metricNames.latency.first], 1000),
    later: latenciesOf(summaries[metricNames.latency.later], 1000)
  }
}

/**
 * What Artillery itself counts, where a load was made without the plugin. What is lost: fractions of a millisecond, and the
 * latencies of redirects where there are other answers; the first requests on their connections are not kept apart; requests
 * to elsewhere are counted in; the time of the load includes what users do before the first request and after the last
 * response; nothing is known of the workers, nor of how users came, so nobody sees who could not keep up with them.
 */
function artillerysMetrics({ counters, summaries, firstMetricAt, lastMetricAt }: Aggregate): Metered {
  const codes = countsAfter(counters, 'http.codes.')
  const failedCodes = Object.fromEntries(Object.entries(codes).filter(([code]) => Number(code) >= 400))
  const requests = counters['http.requests'] ?? 0
  const unanswered = Math.max(0, requests - addUp(codes))
  const users = countUsers(counters)
  return {
    requests,
    failures: addUp(failedCodes) + unanswered,
    failureKinds: { ...failedCodes, ...(unanswered > 0 ? users.errors : {}) },
    firstStartMs: firstMetricAt,
    lastEndMs: lastMetricAt,
    workers: new Map(),
    unattributed: addUp(codes),
    client: { name: 'artillery', because: 'the plugin is not where the load is made' },
    connections: 0,
    outcome: { ...users, beganMs: firstMetricAt, lastArrivalMs: firstMetricAt },
    // Artillery tells of all responses together, and of those with 2xx, 3xx, 4xx and 5xx apart. Whether a run has errors must not
    // decide which are taken: rounds would differ by that alone.
    all: latenciesOf(summaries['http.response_time.2xx'] ?? summaries['http.response_time.3xx'], 1),
    first: latenciesOf(undefined, 1),
    later: latenciesOf(undefined, 1)
  }
}

/** @param perMs units of the histogram in a millisecond */
function latenciesOf(summary: Aggregate['summaries'][string] | undefined, perMs: number): Latencies {
  if (summary === undefined) return { count: 0, latencyMs: null }
  const ms = (value: number) => rounded(value / perMs, 4)
  const others = { mean: ms(summary.mean), min: ms(summary.min), max: ms(summary.max) }
  return { count: summary.count, latencyMs: summaryOf((percentile) => ms(summary[artilleryName(percentile)]), others) }
}

function addUp(counts: Record<string, number>) {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
