import { readFileSync } from 'node:fs'
import type { Run, WorkerShare, WorkerUsage, LatencySummary } from '../concepts/run.ts'
import { SpeedupError } from '../concepts/errors.ts'
import type { LoadOutcome } from './run-order.ts'
import { percentiles } from '../concepts/metrics.ts'

/** What of a run is counted, however it was seen. */
export interface Counts {
  requests: number
  failures: number // without a response below 400
  failureKinds: Record<string, number> // status or error code -> count
  firstStartMs: number
  lastEndMs: number
  workers: Map<string, { requests: number, connections: number }> // by PID
  unattributed: number // responses without a PID
}

export interface Workers {
  workerPids: string[] // of all workers, idle ones too
  usageOf: (pid: string) => WorkerUsage | null
}

export function summariseCounts({ requests, failures, failureKinds, firstStartMs, lastEndMs, workers, unattributed }: Counts, { workerPids, usageOf }: Workers): Pick<Run, 'requests' | 'failures' | 'failureKinds' | 'loadSeconds' | 'throughputPerSecond' | 'workers' | 'unattributed'> {
  const loadSeconds = requests === 0 ? 0 : (lastEndMs - firstStartMs) / 1000
  return {
    requests,
    failures,
    failureKinds,
    loadSeconds: toMicroseconds(loadSeconds),
    throughputPerSecond: loadSeconds === 0 ? 0 : toMicroseconds((requests - failures) / loadSeconds),
    workers: shares(workers, workerPids).map((share) => ({ ...share, usage: usageOf(share.pid) })),
    unattributed
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

/** @param value in thousandths */
function toMicroseconds(value: number) {
  return Math.round(value * 1000) / 1000
}

/**
 * The metrics of a whole run, as Artillery writes them with --output. Percentiles are those of a DDSketch, up to 1 % off;
 * times are milliseconds since 1970 by the clock of whoever made the load.
 */
export interface Aggregate {
  count: (name: string) => number // of a counter, 0 where nobody counted
  countsAfter: (prefix: string) => Record<string, number> // the counters whose names begin so, by the rest of their names
  summary: (name: string) => Summary | undefined // of a histogram
  latencies: (name: string, perMs: number) => MeteredLatencies // a histogram of them; perMs: its units in a millisecond
  outcome: ReturnType<typeof countUsers>
  firstMetricAt: number
  lastMetricAt: number
}

type Summary = { count: number } & LatencySummary

export type MeteredLatencies = { count: number, latencyMs: LatencySummary | null }

/** @throws SpeedupError GENERATOR_FAILED */
export function readAggregate(file: string): Aggregate {
  const { counters, summaries, firstMetricAt = 0, lastMetricAt = 0 } = parse(file)
  return {
    count: (name) => counters[name] ?? 0,
    countsAfter: (prefix) => countsAfter(counters, prefix),
    summary: (name) => summaries[name],
    latencies: (name, perMs) => latenciesOf(summaries[name], perMs),
    outcome: countUsers(counters, summaries),
    firstMetricAt,
    lastMetricAt
  }
}

function parse(file: string): { counters: Record<string, number>, summaries: Record<string, Summary>, firstMetricAt?: number, lastMetricAt?: number } {
  try {
    const { counters, summaries, ...times } = JSON.parse(readFileSync(file, 'utf8')).aggregate
    return { counters: { ...counters }, summaries: { ...summaries }, ...times }
  } catch (error) {
    const reason = (error as Error).message
    throw new SpeedupError('GENERATOR_FAILED', `The load generator left no metrics in the file that Artillery was to write with --output (${reason}). Run its command by hand with --output to see why.`)
  }
}

function latenciesOf(summary: Summary | undefined, perMs: number): MeteredLatencies {
  if (summary === undefined) return { count: 0, latencyMs: null }
  const ms = (value: number) => Math.round((value / perMs) * 1e4) / 1e4
  const keys = [...percentiles, 'mean', 'min', 'max'] as const
  return { count: summary.count, latencyMs: Object.fromEntries(keys.map((key) => [key, ms(summary[key])])) as unknown as LatencySummary }
}

/** What Artillery counts of its users. */
export function countUsers(counters: Record<string, number>, summaries: Record<string, { min: number }> | undefined): Pick<LoadOutcome, 'errors' | 'users' | 'skippedUsers' | 'shortestSessionMs'> {
  return {
    errors: countsAfter(counters, 'errors.'),
    users: counters['vusers.created'] ?? 0,
    skippedUsers: counters['vusers.skipped'] ?? 0,
    shortestSessionMs: summaries?.['vusers.session_length']?.min ?? null
  }
}

/** @returns those whose names begin so, by the rest of their names */
function countsAfter(counters: Record<string, number>, prefix: string): Record<string, number> {
  const found = Object.entries(counters).filter(([name]) => name.startsWith(prefix))
  return Object.fromEntries(found.map(([name, value]) => [name.slice(prefix.length), value]))
}
