import { artilleryName, summaryOf } from '../concepts/metrics.ts'
import { rounded, sum } from '../statistics/descriptive.ts'
import {
  countsAfter,
  countUsers,
  metricNames,
  readAggregates,
  type Aggregate,
  type Summary
} from '../record/metrics.ts'
import { seen, type SeenLoad } from './read-load.ts'
import { summarise, type Counted, type Counts, type Latencies } from './counts.ts'
import type { LoadOutcome, RunMoment } from '../messages/load.ts'
import type { ClientName } from '../concepts/generators.ts'
import type { ClientUse, GeneratorUse } from '../concepts/run.ts'

/**
 * Times are told by the wall clock of where the load was made, which may be another machine: they are as far off as
 * that clock differs from ours, or was set since the load began. client: null where it is unknown.
 */
type MeteredLoad = Counts &
  Record<'all' | 'first' | 'later', Latencies> & {
    outcome: LoadOutcome
    client: ClientUse | null
    early?: GeneratorUse['early']
  }

/** Throws GENERATOR_FAILED where the file has no metrics. */
export function readMetered(outputFile: string, moment: RunMoment): SeenLoad {
  const load = readMetrics(outputFile, moment)
  const { latencyMs } = load.all
  return {
    ...seen(load, moment.originMs),
    hasLatencies: latencyMs !== null,
    client: load.client,
    bodyShare: 0,
    leastLatencyMs: latencyMs?.min ?? null,
    halves: null,
    early: load.early,
    // Unknown. Where a queue grows, the last requests wait longest; where none does, few wait as long as these.
    underWayMs: latencyMs === null ? new Float64Array() : Float64Array.of(latencyMs.p95),
    summarise: (options) => summarise(load, (part) => load[part], options)
  }
}

/** Of the file that Artillery wrote with --output. Throws GENERATOR_FAILED where it has no metrics. */
export function readMetrics(outputFile: string, { originMs, startedAtMs }: RunMoment): MeteredLoad {
  const { aggregate, periods } = readAggregates(outputFile)
  const load =
    aggregate.summaries[metricNames.userAt] === undefined ? artillerysMetrics(aggregate) : ownMetrics(aggregate)
  const { counted, firstStartMs, lastEndMs, outcome } = load
  const fromStart = (ms: number) => rounded(ms - startedAtMs)
  const ours = (ms: number) => originMs + fromStart(ms)
  return {
    ...load,
    firstStartMs: fromStart(firstStartMs),
    lastEndMs: fromStart(lastEndMs),
    ...earlyIn(periods),
    counted: { ...counted, fromMs: fromStart(counted.fromMs), toMs: fromStart(counted.toMs) },
    outcome: {
      ...outcome,
      beganMs: ours(outcome.beganMs),
      lastArrivalMs: ours(outcome.lastArrivalMs),
      endedMs: ours(outcome.endedMs)
    }
  }
}

const enough = 10

/**
 * @param periods of ten seconds, by the wall clock: the first may be short.
 * @returns of who was there before the last period; nothing: there was none
 */
function earlyIn(periods: readonly Partial<Aggregate>[]) {
  const sessionsOf = ({ summaries }: Partial<Aggregate>) => summaries?.['vusers.session_length']
  const first = periods.slice(0, -1).find((period) => (sessionsOf(period)?.count ?? NaN) >= enough)
  if (first === undefined) return {}
  const own = first.summaries?.[metricNames.latency.all]
  const latencyMs = own === undefined ? first.summaries?.['http.response_time']?.p99 : own.p99 / 1000
  return { early: { sessionMs: sessionsOf(first)?.p99 ?? NaN, latencyMs: latencyMs ?? null } }
}

/** What the plugin added where the load was made: see make-load.ts. */
function ownMetrics({ counters, summaries }: Aggregate): MeteredLoad {
  const failureKinds = countsAfter(counters, metricNames.failures)
  const requestsAt = summaries[metricNames.requestAt] ?? { min: Infinity, max: -Infinity }
  const usersAt = summaries[metricNames.userAt]
  const connections = countsAfter(counters, metricNames.workerConnections)
  const workers = Object.entries(countsAfter(counters, metricNames.workerRequests))
  const clients = Object.keys(countsAfter(counters, metricNames.client)) as ClientName[]
  // If load threads used both, Artillery's client decides what the load cost. A counter has no room for a reason.
  const name = clients.find((client) => client !== 'lean') ?? clients[0]
  const requests = counters[metricNames.requests] ?? 0
  const failures = sum(Object.values(failureKinds))
  return {
    ...countedWhole({ fromMs: requestsAt.min, toMs: requestsAt.max, requests, failures }),
    failureKinds,
    ...flowsIn(counters),
    workers: new Map(workers.map(([pid, requests]) => [pid, { requests, connections: connections[pid] ?? 0 }])),
    unattributed: counters[metricNames.unattributed] ?? 0,
    client: name === undefined ? null : { name, because: null },
    connections: counters[metricNames.connections] ?? 0,
    outcome: {
      ...countUsers(counters, summaries),
      beganMs: usersAt.min,
      lastArrivalMs: usersAt.max,
      endedMs: requestsAt.max
    },
    all: latenciesOf(summaries[metricNames.latency.all], 1000),
    first: latenciesOf(summaries[metricNames.latency.first], 1000),
    later: latenciesOf(summaries[metricNames.latency.later], 1000)
  }
}

/** How users got through the flow, and where else they asked; what none did is left out. */
function flowsIn(counters: Record<string, number>) {
  const failureKinds = countsAfter(counters, metricNames.failedPasses)
  const elsewhere = countsAfter(counters, metricNames.elsewhere)
  const through = counters[metricNames.passes] ?? 0
  const failed = sum(Object.values(failureKinds))
  const failedOtherwise = counters[metricNames.failedOtherwise] ?? 0
  return {
    ...(through + failed > 0 && { passes: { through, failed, failedOtherwise, failureKinds, seconds: null } }),
    ...(Object.keys(elsewhere).length > 0 && { elsewhere })
  }
}

/**
 * What Artillery itself counts, where a load was made without the plugin. Lost are: fractions of a millisecond; the
 * latencies of redirects where there are other answers; which requests were the first on their connections; which went
 * elsewhere; what users do before the first request and after the last response, which counts as time of the load; the
 * workers; when users came.
 */
function artillerysMetrics({ counters, summaries, firstMetricAt = 0, lastMetricAt = 0 }: Aggregate): MeteredLoad {
  const codes = countsAfter(counters, 'http.codes.')
  const failedCodes = Object.fromEntries(Object.entries(codes).filter(([code]) => Number(code) >= 400))
  const requests = counters['http.requests'] ?? 0
  const answered = sum(Object.values(codes))
  const unanswered = Math.max(0, requests - answered)
  const users = countUsers(counters)
  const failures = sum(Object.values(failedCodes)) + unanswered
  return {
    ...countedWhole({ fromMs: firstMetricAt, toMs: lastMetricAt, requests, failures }),
    failureKinds: { ...failedCodes, ...(unanswered > 0 ? users.errors : {}) },
    workers: new Map(),
    unattributed: answered,
    client: { name: 'artillery', because: 'the plugin is not installed where the load is generated' },
    connections: 0,
    outcome: { ...users, beganMs: firstMetricAt, lastArrivalMs: firstMetricAt, endedMs: lastMetricAt },
    // Artillery has histograms of all responses, and of 2xx, 3xx, 4xx and 5xx. Whether a run has errors must not decide
    // which is taken: rounds would differ by that alone.
    all: latenciesOf(summaries['http.response_time.2xx'] ?? summaries['http.response_time.3xx'], 1),
    first: none,
    later: none
  }
}

function countedWhole({ failures, ...whole }: Omit<Counted, 'served'> & { failures: number }) {
  const { fromMs, toMs, requests } = whole
  const counted = { ...whole, served: requests - failures }
  return { requests, failures, counted, within: null, firstStartMs: fromMs, lastEndMs: toMs }
}

const none: Latencies = { count: 0, latencyMs: null }

/** @param perMs units of the histogram in a millisecond */
function latenciesOf(summary: Summary | undefined, perMs: number): Latencies {
  if (summary === undefined) return none
  const ms = (value: number) => rounded(value / perMs, 4)
  const others = { mean: ms(summary.mean), min: ms(summary.min), max: ms(summary.max) }
  return { count: summary.count, latencyMs: summaryOf((percentile) => ms(summary[artilleryName(percentile)]), others) }
}
