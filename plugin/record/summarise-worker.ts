import { median, rounded } from '../statistics/descriptive.ts'
import { usageOver, growthOver, type Span } from './usage-over.ts'
import type { WorkerUsage, TimeInApp } from '../concepts/run.ts'
import { bucketsPerDoubling, type UsageReport, type ResponseSums } from '../app/messages.ts'

/** A silence is unusual when it is this much longer than the usual one, and than this many ms. */
const unusual = { times: 3, atLeastMs: 1000 }
const reportPeriodMs = 500
/** A process that is silent for longer at the end of the load has closed its channel, or hangs. */
const latestReportMs = 2000

/**
 * @param reports of one process, in the order of time
 * @returns null: it told too little
 */
export function summariseWorker(reports: readonly UsageReport[], load: Span, options: { firstRequestsApart: boolean }): WorkerUsage | null {
  const rates = usageOver(reports, load)
  if (rates === null || load.toMs - reports[reports.length - 1].atMs > latestReportMs) return null
  // The last one before the load belongs to its beginning.
  const beginning = Math.max(0, reports.findLastIndex(({ atMs }) => atMs <= load.fromMs))
  const during = reports.slice(beginning).filter(({ atMs }) => atMs <= load.toMs + reportPeriodMs)
  const most = (key: 'rssBytes' | 'heapBytes' | 'openConnections' | 'requestsInFlight') =>
    Math.max(...during.map((report) => report[key]))
  const megabytes = (key: 'rssBytes' | 'heapBytes') => rounded(most(key) / 2 ** 20, 1)
  return {
    utilization: rounded(rates.utilization),
    loopDelayMs: during[during.length - 1].loopDelayMs,
    cpu: rounded(rates.cpu),
    gc: rounded(rates.gc),
    rssMegabytes: megabytes('rssBytes'),
    heapMegabytes: megabytes('heapBytes'),
    openConnections: most('openConnections'),
    requestsInFlight: most('requestsInFlight'),
    stall: longestStall(during),
    inApp: summariseTimeInApp(reports, load, options)
  }
}

/** A process that is stopped, or stuck in one piece of work, doesn't report. */
function longestStall(reports: readonly UsageReport[]): WorkerUsage['stall'] {
  const silences = reports.slice(1).map((report, i) => ({
    ms: report.atMs - reports[i].atMs - reportPeriodMs,
    cpuMs: report.cpuMs - reports[i].cpuMs
  }))
  if (silences.length < 3) return null
  const usual = Math.max(0, median(silences.map(({ ms }) => ms)))
  const longest = silences.reduce((a, b) => (b.ms > a.ms ? b : a))
  if (longest.ms < unusual.atLeastMs || longest.ms < unusual.times * usual) return null
  return { seconds: rounded(longest.ms / 1000, 1), cpuSeconds: rounded(longest.cpuMs / 1000, 1) }
}

/** To a tenth of a microsecond. */
const decimalsOfMs = 4

/**
 * @param reports of one process, at least one, in the order of time
 * @param firstRequestsApart those first on each connection are left out, as they are of latencies
 * @returns null: there was no such response, or the process could not see
 */
function summariseTimeInApp(reports: readonly UsageReport[], load: Span, options: { firstRequestsApart: boolean }): TimeInApp | null {
  if (reports.some(({ inApp }) => !inApp)) return null
  const grown = growthOver(reports, load)
  const sum = (valueOf: (sums: ResponseSums) => number) =>
    grown(({ inApp }) => {
      const { first, later } = inApp as NonNullable<UsageReport['inApp']>
      return valueOf(later) + (options.firstRequestsApart ? 0 : valueOf(first))
    })
  const responses = sum((sums) => sums.responses)
  // Less than one is what a reading before the load is interpolated to.
  if (responses < 1) return null
  const { first, later } = reports[reports.length - 1].inApp as NonNullable<UsageReport['inApp']>
  const buckets = Object.keys({ ...first.buckets, ...later.buckets }).map(Number).sort((a, b) => a - b)
  const counts = buckets.map((bucket) => ({ bucket, count: sum((sums) => sums.buckets[bucket] ?? 0) }))
  return {
    responses: Math.round(responses),
    meanMs: rounded(sum((sums) => sums.inAppMs) / responses, decimalsOfMs),
    idleMs: rounded(sum((sums) => sums.idleMs) / responses, decimalsOfMs),
    p50Ms: rounded(quantile(counts, 0.5), decimalsOfMs),
    p95Ms: rounded(quantile(counts, 0.95), decimalsOfMs)
  }
}

/**
 * @param counts the shortest times first
 * @returns ms, interpolated within its bucket, which is 19 % wide
 */
function quantile(counts: { bucket: number, count: number }[], probability: number): number {
  const msAt = (bucket: number) => 2 ** (bucket / bucketsPerDoubling) / 1000
  let left = probability * counts.reduce((sum, { count }) => sum + count, 0)
  for (const { bucket, count } of counts) {
    if (left <= count && count > 0) return msAt(bucket + left / count)
    left -= count
  }
  return msAt(counts[counts.length - 1].bucket + 1)
}
