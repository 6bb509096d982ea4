import { median } from '../statistics/descriptive.ts'
import { summariseTimeInApp } from './summarise-time-in-app.ts'
import { usageOver, type Span } from './usage-over.ts'
import type { WorkerUsage } from '../vocabulary.ts'
import type { UsageReport } from '../variants/messages.ts'

/** A silence is unusual when it is this much longer than the usual one, and than this many ms. */
const unusual = { times: 3, atLeastMs: 1000 }
const reportPeriodMs = 500
/** A process that is silent for longer at the end of the load has closed its channel, or hangs. */
const latestReportMs = 2000

/**
 * @param reports of one process, in the order of time
 * @returns null: it told too little
 */
export function summariseWorker(reports: readonly UsageReport[], load: Span, { firstRequestsApart }: { firstRequestsApart: boolean }): WorkerUsage | null {
  const rates = usageOver(reports, load)
  if (rates === null || load.toMs - reports[reports.length - 1].atMs > latestReportMs) return null
  // The last one before the load belongs to its beginning.
  const beginning = Math.max(0, reports.findLastIndex(({ atMs }) => atMs <= load.fromMs))
  const during = reports.slice(beginning).filter(({ atMs }) => atMs <= load.toMs + reportPeriodMs)
  const most = (key: 'rssBytes' | 'heapBytes' | 'openConnections' | 'requestsInFlight') =>
    Math.max(...during.map((report) => report[key]))
  const megabytes = (bytes: number) => Math.round(bytes / 104_857.6) / 10
  const round = (value: number) => Math.round(value * 1000) / 1000
  return {
    utilization: round(rates.utilization),
    loopDelayMs: during[during.length - 1].loopDelayMs,
    cpu: round(rates.cpu),
    gc: round(rates.gc),
    rssMegabytes: megabytes(most('rssBytes')),
    heapMegabytes: megabytes(most('heapBytes')),
    openConnections: most('openConnections'),
    requestsInFlight: most('requestsInFlight'),
    stall: longestStall(during),
    inApp: summariseTimeInApp(reports, load, { firstRequestsApart })
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
  return { seconds: Math.round(longest.ms / 100) / 10, cpuSeconds: Math.round(longest.cpuMs / 100) / 10 }
}
