import { readFileSync } from 'node:fs'
import { SpeedupError } from '../concepts/errors.ts'
import { addCounts } from '../concepts/failures.ts'
import { quotable } from '../concepts/foreign-text.ts'

const own = 'plugins.speedup.'

/**
 * The metrics that make-load.ts adds to Artillery's and read-metrics.ts reads. More follows a name that ends in a
 * point.
 */
export const metricNames = {
  // Counters.
  requests: `${own}requests`,
  connections: `${own}connections`,
  failures: `${own}failures.`, // a status or error code
  client: `${own}client.`, // what sent the requests: each load thread counts one, or both where its scenarios differ
  unattributed: `${own}unattributed`,
  workerRequests: `${own}worker_requests.`, // a PID
  workerConnections: `${own}worker_connections.`, // a PID
  elsewhere: `${own}elsewhere.`, // a host
  passes: `${own}passes`, // of users who got through the flow
  failedPasses: `${own}failed_passes.`, // a cause
  failedOtherwise: `${own}passes_failed_otherwise`, // of these, by no request that failed
  // Histograms of responses below 400, in microseconds: Artillery keeps one digit after the point.
  latency: { all: `${own}latency_us`, first: `${own}latency_us.first`, later: `${own}latency_us.later` },
  // Histograms of milliseconds since 1970: only their least and largest values, which are exact, mean something.
  requestAt: `${own}request_at`,
  userAt: `${own}user_at`
}

/** The metrics of a whole run. Percentiles are those of a DDSketch, up to 1 % off. */
export type Aggregate = {
  counters: Record<string, number>
  summaries: Record<string, Summary>
  firstMetricAt?: number
  lastMetricAt?: number
}
export type Summary = { min: number } & Record<string, number>

/** Reads the file that Artillery wrote with --output. Throws GENERATOR_FAILED where it has no metrics. */
export function readAggregates(outputFile: string): { aggregate: Aggregate; periods: Partial<Aggregate>[] } {
  try {
    const { aggregate: written, intermediate } = JSON.parse(readFileSync(outputFile, 'utf8'))
    const aggregate = { ...written, counters: { ...written.counters }, summaries: { ...written.summaries } }
    return { aggregate, periods: intermediate ?? [] }
  } catch (error) {
    const problem = `The load generator wrote no metrics to its --output file (${(error as Error).message}).`
    throw new SpeedupError('GENERATOR_FAILED', `${problem} Run its command by hand with --output to see why.`)
  }
}

export function countUsers(counters: Record<string, number>, summaries: Record<string, { min: number }> = {}) {
  return {
    errors: quotableCounts(countsAfter(counters, 'errors.')),
    responses: { byStatus: countsAfter(counters, 'http.codes.'), bytes: counters['http.downloaded_bytes'] ?? 0 },
    users: counters['vusers.created'] ?? 0,
    skippedUsers: counters['vusers.skipped'] ?? 0,
    shortestSessionMs: summaries['vusers.session_length']?.min ?? null
  }
}

/** Errors have the names that whoever throws them gives them, such as a function of the script. */
const quotableCounts = (counts: Record<string, number>) =>
  addCounts(Object.entries(counts).map(([name, count]) => ({ [quotable(name)]: count })))

/** @returns the counters whose names begin with the prefix, by the rest of their names */
export function countsAfter(counters: Record<string, number>, prefix: string): Record<string, number> {
  const found = Object.entries(counters).filter(([name]) => name.startsWith(prefix))
  return Object.fromEntries(found.map(([name, value]) => [name.slice(prefix.length), value]))
}
