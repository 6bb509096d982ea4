import { median, rounded, sum } from '../statistics/descriptive.ts'
import { usageOver, growthOver, type Span } from './usage-over.ts'
import type { WorkerUsage, TimeInApp } from '../concepts/run.ts'
import { bucketsPerDoubling, type UsageReport, type ResponseSums } from '../app/messages.ts'

/** A silence is unusual when it is this many times longer than the usual one, and longer than this. */
const unusual = { times: 3, atLeastMs: 1000 }
const reportPeriodMs = 500
/** A process that is silent for longer at the end of the load has closed its channel, or hangs. */
const latestReportMs = 2000

/**
 * @param reports of one process, in the order of time
 * @param options firstRequestsApart: the first requests on each connection are left out, as they are of latencies
 * @returns null: it reported too little
 */
export function summariseWorker(reports: readonly UsageReport[], load: Span, options: { firstRequestsApart: boolean }): WorkerUsage | null {
  const rates = usageOver(reports, load)
  if (rates === null || load.toMs - reports[reports.length - 1].atMs > latestReportMs) return null
  // The last report before the load belongs to its beginning.
  const beginning = Math.max(0, reports.findLastIndex(({ atMs }) => atMs <= load.fromMs))
  const during = reports.slice(beginning).filter(({ atMs }) => atMs <= load.toMs + reportPeriodMs)
  const most = (key: 'rssBytes' | 'heapBytes' | 'openConnections' | 'requestsInFlight') => Math.max(...during.map((report) => report[key]))
  return {
    utilization: rounded(rates.utilization),
    loopDelayMs: during[during.length - 1].loopDelayMs,
    cpu: rounded(rates.cpu),
    gc: rounded(rates.gc),
    rssMegabytes: rounded(most('rssBytes') / 2 ** 20, 1),
    heapMegabytes: rounded(most('heapBytes') / 2 ** 20, 1),
    openConnections: most('openConnections'),
    requestsInFlight: most('requestsInFlight'),
    stall: longestStall(during),
    inApp: timeInApp(reports, load, options.firstRequestsApart)
  }
}

/** A process that is stopped, or stuck in one piece of work, doesn't report. */
function longestStall(reports: readonly UsageReport[]): WorkerUsage['stall'] {
  const silences = reports.slice(1).map(({ atMs, cpuMs }, i) => ({ ms: atMs - reports[i].atMs - reportPeriodMs, cpuMs: cpuMs - reports[i].cpuMs }))
  if (silences.length < 3) return null
  const usualMs = Math.max(0, median(silences.map(({ ms }) => ms)))
  const { ms, cpuMs } = silences.reduce((a, b) => (b.ms > a.ms ? b : a))
  if (ms < unusual.atLeastMs || ms < unusual.times * usualMs) return null
  return { seconds: rounded(ms / 1000, 1), cpuSeconds: rounded(cpuMs / 1000, 1) }
}

/** @returns null: there was no response that counts, or the process could not see */
function timeInApp(reports: readonly UsageReport[], load: Span, firstRequestsApart: boolean): TimeInApp | null {
  const readings = reports.flatMap(({ atMs, inApp }) => (inApp ? [{ atMs, sums: firstRequestsApart ? [inApp.later] : [inApp.first, inApp.later] }] : []))
  if (readings.length < reports.length) return null
  const grown = (valueOf: (sums: ResponseSums) => number) => growthOver(readings, load, ({ sums }) => sum(sums.map(valueOf)))
  const responses = grown((sums) => sums.responses)
  // Less than one is what a reading before the load is interpolated to.
  if (responses < 1) return null
  const buckets = new Set(readings[readings.length - 1].sums.flatMap((sums) => Object.keys(sums.buckets).map(Number)))
  const counts = [...buckets].sort((a, b) => a - b).map((bucket) => ({ bucket, count: grown((sums) => sums.buckets[bucket] ?? 0) }))
  // To a tenth of a microsecond.
  const [meanMs, idleMs, p50Ms, p95Ms] = [
    grown((sums) => sums.inAppMs) / responses, grown((sums) => sums.idleMs) / responses, quantile(counts, 0.5), quantile(counts, 0.95)
  ].map((ms) => rounded(ms, 4))
  return { responses: Math.round(responses), meanMs, idleMs, p50Ms, p95Ms }
}

/**
 * @param counts the shortest times first
 * @returns ms, interpolated within its bucket, which is 19 % wide
 */
function quantile(counts: { bucket: number, count: number }[], probability: number): number {
  const msAt = (bucket: number) => 2 ** (bucket / bucketsPerDoubling) / 1000
  let left = probability * sum(counts.map(({ count }) => count))
  for (const { bucket, count } of counts) {
    if (left <= count && count > 0) return msAt(bucket + left / count)
    left -= count
  }
  return msAt(counts[counts.length - 1].bucket + 1)
}
