import { around, lengthOf, type GroupReading, type Life, type Span } from '../concepts/spans.ts'
import { earlyUntil, type SeenLoad } from './read-load.ts'
import { highest, largestBy, medianBy, quantileOfSorted, rounded, sumBy } from '../statistics/descriptive.ts'
import type { UsageReport, ResponseSums } from '../messages/app.ts'
import type { Run, GeneratorUse, WorkerUsage, TimeInApp } from '../concepts/run.ts'
import type { ClientReport, ThreadReport } from '../record/telemetry.ts'
import type { LoadOutcome } from '../messages/load.ts'

interface Seen {
  instances: GroupReading[][] // in the order of time
  lives: Life[]
  usage: readonly UsageReport[]
}

/** A reading of counters that only grow. */
export type Reading = Pick<UsageReport, 'atMs' | 'activeMs' | 'idleMs'> & Partial<Pick<UsageReport, 'cpuMs' | 'gcMs'>>

/**
 * Readings that cover less of what counts say nothing about it. Processes report twice a second; five times in turns,
 * whose ends they leave out.
 */
const least = { inOne: { ms: 500, share: 0.5 }, inTurns: { ms: 200, share: 0.3 } }

/**
 * How busy a process was in some spans of time together: utilization is the share of it in which the event loop was
 * active, cpu is in CPU seconds a second, gc is a share of the time. Counters are interpolated linearly between two
 * readings, which are in the order of time. Null: the readings cover too little of them.
 */
export function usageOver(readings: readonly Reading[], given: readonly Span[]) {
  const spans = withoutRests(readings, given)
  const { ms, share } = least[given.length === 1 ? 'inOne' : 'inTurns']
  if (readings.length < 2 || lengthOf(spans) < ms) return null
  const grown = (key: keyof Reading) => increaseOver(readings, spans, (reading) => reading[key] ?? 0)
  const elapsed = grown('atMs')
  if (!(elapsed > share * lengthOf(given))) return null
  return {
    // 0 where no time passed.
    utilization: grown('activeMs') / (grown('activeMs') + grown('idleMs')) || 0,
    cpu: grown('cpuMs') / elapsed,
    gc: grown('gcMs') / elapsed
  }
}

/** Before and after one of several spans, a process rests: only what is read within it tells of it. */
function withoutRests(readings: readonly { atMs: number }[], spans: readonly Span[]) {
  if (spans.length === 1) return spans
  return spans.flatMap((span) => {
    const times = readings.map(({ atMs }) => atMs).filter((atMs) => atMs >= span.fromMs && atMs <= span.toMs)
    return times.length < 2 ? [] : { fromMs: times[0], toMs: times[times.length - 1] }
  })
}

/**
 * @param readings at least one, in the order of time; the first stands for the time before it, the last for the time
 * after it
 */
function increaseOver<T extends { atMs: number }>(
  readings: readonly T[],
  spans: readonly Span[],
  valueOf: (reading: T) => number
) {
  const valueAt = (wantedMs: number) => {
    const next = readings.findIndex(({ atMs }) => atMs >= wantedMs)
    if (next <= 0) return valueOf(readings.at(next) as T)
    const before = readings[next - 1]
    const after = readings[next]
    const part = (wantedMs - before.atMs) / (after.atMs - before.atMs)
    return valueOf(before) + part * (valueOf(after) - valueOf(before))
  }
  return sumBy(spans, ({ fromMs, toMs }) => valueAt(toMs) - valueAt(fromMs))
}

/** A silence is unusual when it is this many times longer than the usual one, and longer than this. */
const unusual = { times: 3, atLeastMs: 1000 }
const reportPeriodMs = 500
/** A process that is silent for longer at the end of the load has closed its channel, or hangs. */
const latestReportMs = 2000

/**
 * What a process did during the load; null: it reported too little.
 *
 * @param spans of it that count, at least one
 * @param firstRequestsApart the first requests on each connection are left out, as they are of latencies
 */
export function summariseWorker(
  reports: readonly UsageReport[],
  spans: readonly Span[],
  firstRequestsApart: boolean
): WorkerUsage | null {
  const rates = usageOver(reports, spans)
  const load = around(spans)
  if (rates === null || load.toMs - reports[reports.length - 1].atMs > latestReportMs) return null
  // The last report before the load belongs to its beginning.
  const before = reports.findLastIndex(({ atMs }) => atMs <= load.fromMs)
  const since = reports.slice(Math.max(0, before))
  const during = since.filter(({ atMs }) => atMs <= load.toMs + reportPeriodMs)
  const most = (key: 'rssBytes' | 'heapBytes' | 'openConnections' | 'requestsInFlight') =>
    highest(during, (report) => report[key])
  return {
    utilization: rounded(rates.utilization),
    loopDelayMs: during[during.length - 1].loopDelayMs,
    cpu: rounded(rates.cpu),
    gc: rounded(rates.gc),
    rssMegabytes: megabytes(most('rssBytes')),
    heapMegabytes: megabytes(most('heapBytes')),
    openConnections: most('openConnections'),
    requestsInFlight: most('requestsInFlight'),
    // A silence may go on beyond the end of the load.
    stall: longestStall(since.filter((_, i) => i === 0 || since[i - 1].atMs <= load.toMs)),
    inApp: timeInApp(reports, spans, firstRequestsApart)
  }
}

export const megabytes = (bytes: number) => rounded(bytes / 2 ** 20, 1)

/** A process that is stopped, or stuck in one piece of work, doesn't report. */
function longestStall(reports: readonly UsageReport[]) {
  const silences = reports
    .slice(1)
    .map(({ atMs, cpuMs }, i) => ({ ms: atMs - reports[i].atMs - reportPeriodMs, cpuMs: cpuMs - reports[i].cpuMs }))
  if (silences.length < 3) return null
  const usualMs = Math.max(
    0,
    medianBy(silences, ({ ms }) => ms)
  )
  const { ms, cpuMs } = largestBy(silences, ({ ms: silentMs }) => silentMs)
  if (ms < unusual.atLeastMs || ms < unusual.times * usualMs) return null
  return { seconds: rounded(ms / 1000, 1), cpuSeconds: rounded(cpuMs / 1000, 1) }
}

/** @returns null: there was no response that counts, or the process could not see */
function timeInApp(
  reports: readonly UsageReport[],
  spans: readonly Span[],
  firstRequestsApart: boolean
): TimeInApp | null {
  const readings = reports.flatMap(({ atMs, inApp }) =>
    inApp ? { atMs, sums: firstRequestsApart ? [inApp.later] : [inApp.first, inApp.later] } : []
  )
  if (readings.length < reports.length) return null
  const grown = (key: keyof ResponseSums) =>
    increaseOver(readings, withoutRests(readings, spans), ({ sums }) => sumBy(sums, (own) => own[key]))
  const responses = grown('responses')
  // Less than one is what a reading before the load is interpolated to.
  if (responses < 1) return null
  // To a tenth of a microsecond.
  const meanOf = (key: 'inAppMs' | 'idleMs') => rounded(grown(key) / responses, 4)
  return { responses: Math.round(responses), meanMs: meanOf('inAppMs'), idleMs: meanOf('idleMs') }
}

type DuringLoad = Pick<SeenLoad, 'span' | 'counted' | 'underWayMs' | 'leastLatencyMs' | 'early' | 'earlyMs'>

const enough = 10 // of what came early

const p99 = (sortedMs: Float64Array) => (sortedMs.length < enough ? null : rounded(quantileOfSorted(sortedMs, 0.99)))

/** @returns how long those stayed who came early, in ms, sorted */
function earlySessions(reports: readonly ThreadReport[], outcome: LoadOutcome) {
  const untilMs = earlyUntil(outcome)
  const early = reports.flatMap(({ sessions = [] }) => sessions.filter(([cameMs]) => cameMs <= untilMs))
  return Float64Array.from(early, ([, ms]) => ms).sort()
}

/** @param reports of all load threads, in the order of time */
export function summariseGenerator(
  reports: readonly ThreadReport[],
  { span, counted, underWayMs, leastLatencyMs, early, earlyMs }: DuringLoad,
  outcome: LoadOutcome
): GeneratorUse {
  const { users, skippedUsers, shortestSessionMs, beganMs, lastArrivalMs } = outcome
  const byThread = Map.groupBy(reports, ({ thread }) => thread)
  const threads = [...byThread.values()].map((own) => {
    const { loopDelayMs, lateMs } = own[own.length - 1]
    return { utilization: usageOver(own, counted)?.utilization ?? null, loopDelayMs, lateMs }
  })
  // A slow thread is slow for its own users, however idle the others are.
  const told = threads.flatMap(({ utilization, ...own }) => (utilization === null ? [] : { ...own, utilization }))
  const busiest = told.length === 0 ? null : largestBy(told, ({ utilization }) => utilization)
  // Artillery may end before it tells of any phase.
  const arrivalMs = Math.max(0, lastArrivalMs - beganMs || 0)
  // They come one after the other, evenly.
  const countedMs = lengthOf(counted)
  const hasWaited = reports.some(({ forConnectionMs }) => forConnectionMs !== undefined)
  const waitedMs = sumBy([...byThread.values()], (own) =>
    increaseOver(own, counted, ({ forConnectionMs = 0 }) => forConnectionMs)
  )
  const missing =
    arrivalMs === 0 || !(countedMs > 0)
      ? 0
      : Math.max(0, lastArrivalMs - counted[0].fromMs) ** 2 / (2 * arrivalMs * countedMs)
  return {
    utilization: busiest && rounded(busiest.utilization),
    loopDelayMs: busiest && busiest.loopDelayMs,
    lateMs: busiest?.lateMs,
    threads: threads.length,
    utilizations: threads.map(({ utilization }) => utilization && rounded(utilization)),
    users,
    skippedUsers,
    shortestSessionMs,
    meanUsers: rounded(users * Math.max(0, 1 - missing)),
    arrivalSeconds: rounded(arrivalMs / 1000),
    drainSeconds: Math.max(0, rounded((span.toMs - lastArrivalMs) / 1000)),
    early: earlyMs ? { sessionMs: p99(earlySessions(reports, outcome)), latencyMs: p99(earlyMs) } : early,
    leastLatencyMs,
    ...(hasWaited && countedMs > 0 && { usersForConnection: rounded(waitedMs / countedMs) }),
    queueSeconds: underWayMs.length === 0 ? 0 : rounded(quantileOfSorted(underWayMs, 0.5) / 1000)
  }
}

/**
 * What sent the requests of a run: Artillery's client, if any of the scenarios that were run used it; null: no load
 * thread reported it.
 *
 * @param only the pattern for --scenario-name; null: all scenarios were run
 */
export function summariseClient(reports: readonly ClientReport[], only: string | null) {
  const ran = ofScenario(reports, only)
  if (ran.length === 0) return null
  const { name, because } = ran.find((report) => report.name === 'artillery') ?? ran[0]
  return { name, because }
}

const ofScenario = (reports: readonly ClientReport[], only: string | null) =>
  reports.filter(({ scenario }) => only === null || new RegExp(only).test(String(scenario)))

/** @returns of the requests of the script, by number; empty: unknown */
export const namesOf = (reports: readonly ClientReport[], only: string | null): Record<number, string> =>
  Object.assign({}, ...ofScenario(reports, only).map(({ requests }) => requests))

/** @param all names of the requests of the script; asked: those that were sent */
export function unaskedOf(all: Record<number, string>, asked = new Set([0])): Run['unasked'] {
  const names = { ...all }
  const of = Object.keys(names).length
  for (const number of asked) delete names[number]
  return asked.has(0) ? undefined : { names, of }
}

/**
 * What instances did with their limits.
 *
 * @param spans that count
 * @param parallel CPUs that an instance can use at once: the kernel counts for each how long it stood still
 */
export function summariseInstances({ instances, lives, usage }: Seen, spans: readonly Span[], parallel: number) {
  const uses = instances.map((readings) => {
    const grown = (key: keyof GroupReading) => increaseOver(readings, spans, (reading) => reading[key])
    const elapsedMs = lengthOf(spans)
    const periods = grown('periods')
    const last = readings[readings.length - 1]
    return {
      cpu: rounded(grown('usedMs') / elapsedMs),
      throttledPeriods: periods < 1 ? 0 : rounded(Math.min(1, grown('throttledPeriods') / periods)),
      throttledTime: rounded(Math.min(1, grown('throttledMs') / elapsedMs / parallel)),
      peakMegabytes: megabytes(last.peakBytes),
      oomKills: last.oomKills
    }
  })
  if (uses.every(({ oomKills }) => oomKills === 0)) return { instances: uses }
  const report = usage.findLast(({ pid }) => lives.some((life) => life.bySignal && life.pid === pid))
  const lastReport = report && { rssMegabytes: megabytes(report.rssBytes), heapMegabytes: megabytes(report.heapBytes) }
  return { instances: uses, lastReport: lastReport ?? null }
}
