import { rounded } from '../statistics/descriptive.ts'
import type { LatencySummary, Run, WorkerShare, WorkerUsage } from '../concepts/run.ts'
import type { LoadOutcome } from './run-order.ts'

/** What of a run is counted, however it was seen. */
export interface Counts {
  requests: number
  failures: number // without a response below 400
  failureKinds: Record<string, number> // status or error code -> count
  firstStartMs: number
  lastEndMs: number
  workers: Map<string, { requests: number, connections: number }> // by PID
  unattributed: number // responses without a PID
  connections: number
}

/** Of some of the responses below 400. */
export type Latencies = { count: number, latencyMs: LatencySummary | null }

/** first: the first on each connection; later: all others. */
type LatencyPart = 'all' | 'first' | 'later'

export interface SummaryOptions {
  firstRequestsApart: boolean
  workerPids: string[] // of all workers, idle ones too
  usageOf: (pid: string) => WorkerUsage | null
}

export type LoadSummary = Pick<Run, 'requests' | 'failures' | 'failureKinds' | 'loadSeconds' | 'latencyMs' | 'firstRequests'
  | 'throughputPerSecond' | 'workers' | 'unattributed'>

export function summarise(counts: Counts, latencies: (part: LatencyPart) => Latencies, options: SummaryOptions): LoadSummary {
  const { requests, failures, failureKinds, firstStartMs, lastEndMs, workers, unattributed } = counts
  const loadSeconds = requests === 0 ? 0 : (lastEndMs - firstStartMs) / 1000
  const apart = options.firstRequestsApart && latencies('later').count > 0
  return {
    requests,
    failures,
    failureKinds,
    loadSeconds: rounded(loadSeconds),
    throughputPerSecond: loadSeconds === 0 ? 0 : rounded((requests - failures) / loadSeconds),
    workers: shares(workers, options.workerPids).map((share) => ({ ...share, usage: options.usageOf(share.pid) })),
    unattributed,
    latencyMs: latencies(apart ? 'later' : 'all').latencyMs,
    firstRequests: { apart, ...latencies('first') }
  }
}

/** @returns busiest first */
function shares(seen: Counts['workers'], workerPids: string[]): Omit<WorkerShare, 'usage'>[] {
  // An app that sets the header itself may name its workers as it likes; its idle ones are then unknown to us.
  const namedByPid = seen.size === 0 || workerPids.some((pid) => seen.has(pid))
  const pids = new Set([...seen.keys(), ...(namedByPid ? workerPids : [])])
  const all = [...pids].map((pid) => ({ pid, ...(seen.get(pid) ?? { requests: 0, connections: 0 }) }))
  return all.sort((a, b) => b.requests - a.requests)
}

type UserOutcome = Pick<LoadOutcome, 'errors' | 'users' | 'skippedUsers' | 'shortestSessionMs'>

/** What Artillery counts of its users. */
export function countUsers(counters: Record<string, number>, summaries: Record<string, { min: number }> = {}): UserOutcome {
  return {
    errors: countsAfter(counters, 'errors.'),
    users: counters['vusers.created'] ?? 0,
    skippedUsers: counters['vusers.skipped'] ?? 0,
    shortestSessionMs: summaries['vusers.session_length']?.min ?? null
  }
}

/** @returns the counters whose names begin so, by the rest of their names */
export function countsAfter(counters: Record<string, number>, prefix: string): Record<string, number> {
  const found = Object.entries(counters).filter(([name]) => name.startsWith(prefix))
  return Object.fromEntries(found.map(([name, value]) => [name.slice(prefix.length), value]))
}
