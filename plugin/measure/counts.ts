import { lengthOf } from '../concepts/spans.ts'
import { rounded, sumBy } from '../statistics/descriptive.ts'
import type { LatencySummary } from '../concepts/metrics.ts'
import type { Passes, Run, UsersIn, WorkerUsage } from '../concepts/run.ts'

/** What is counted of a run, recorded or metered. elsewhere: metered, as nothing else tells of it then */
export interface Counts extends Pick<
  Run,
  | ('requests' | 'failures' | 'failureKinds' | 'connections' | 'elsewhere' | 'lateEntries')
  | ('within' | 'inSlices' | 'inHalves' | 'halves')
> {
  firstStartMs: number
  lastEndMs: number
  workers: Map<string, { requests: number; connections: number }> // by PID
  unattributed: number // responses without a PID
  passes?: Passes | null // of users; null: none ended; left out: unknown
  asked?: Set<number> // requests of the script, 0: unknown ones; left out: metered
  counted: Counted
  userMs?: UsersIn // time that users spent in each state, summed over what counts; left out: unknown
}

/** The part of a load that counts. Times are as firstStartMs. served: of its requests, those below 400 */
export type Counted = Omit<Run['counted'], 'latencies'> & { served: number }

/** Of some of the responses below 400. */
export type Latencies = { count: number; latencyMs: LatencySummary | null }

export interface SummaryOptions {
  firstRequestsApart: boolean
  workerPids: string[] // of all workers, idle ones too
  usageOf: (pid: string) => WorkerUsage | null
}

/** @param latencies of the first responses on each connection, of all others, or of both */
export function summarise(
  counts: Counts,
  latencies: (part: 'all' | 'first' | 'later') => Latencies,
  { firstRequestsApart, workerPids, usageOf }: SummaryOptions
) {
  const { requests, failures, failureKinds, connections, passes, elsewhere, userMs } = counts
  const { within, halves, inSlices, inHalves, lateEntries } = counts
  const isNobody = namesNobody(counts)
  const workers: Counts['workers'] = isNobody ? new Map() : counts.workers
  const nameless = isNobody ? [...counts.workers.values()] : []
  const { served, ...counted } = counts.counted
  const loadSeconds = counted.requests === 0 ? 0 : lengthOf(counted.slices ?? [counted]) / 1000
  const later = firstRequestsApart ? latencies('later') : null
  const apart = later !== null && later.count > 0
  const { count, latencyMs } = apart ? later : latencies('all')
  // An app that sets the header itself may name its workers as it likes; its idle ones are then unknown to us.
  const namedByPid = workers.size === 0 || workerPids.some((pid) => workers.has(pid))
  const pids = [...new Set([...workers.keys(), ...(namedByPid ? workerPids : [])])]
  const shares = pids.map((pid) => ({
    pid,
    ...(workers.get(pid) ?? { requests: 0, connections: 0 }),
    usage: usageOf(pid)
  }))
  return {
    requests,
    failures,
    failureKinds,
    connections,
    ...(passes && { passes }),
    ...(elsewhere && { elsewhere }),
    loadSeconds: rounded(loadSeconds),
    counted: { ...counted, fromMs: known(counted.fromMs), toMs: known(counted.toMs), latencies: count },
    throughputPerSecond: loadSeconds === 0 ? 0 : rounded(served / loadSeconds),
    workers: shares.sort((a, b) => b.requests - a.requests),
    unattributed: counts.unattributed + sumBy(nameless, (value) => value.requests),
    ...(isNobody && { headerValues: counts.workers.size }),
    within,
    halves,
    inSlices,
    inHalves,
    ...(userMs && loadSeconds > 0 && { usersIn: meanUsers(userMs, 1000 * loadSeconds) }),
    lateEntries,
    latencyMs,
    firstRequests: { apart, ...latencies('first') }
  }
}

/**
 * An app may have a header of that name for something else. More processes, or some that answer once, there are not.
 */
const namesNobody = ({ workers: { size }, requests }: Counts) => size > 20 && (size > requests / 2 || size > 500)

const meanUsers = ({ first, later, failed }: UsersIn, ms: number) => ({
  first: rounded(first / ms),
  later: rounded(later / ms),
  failed: rounded(failed / ms)
})

/** Of no request at all, nobody knows when it began and ended. */
const known = (ms: number) => (Number.isFinite(ms) ? rounded(ms) : 0)
