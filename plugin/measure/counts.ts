import { resolutionMs, type LatencySummary } from '../concepts/metrics.ts'
import { lengthOf, type Span } from '../concepts/spans.ts'
import { gotThrough, wasCut, type PassRow } from '../record/samples.ts'
import { rounded, sum, sumBy } from '../statistics/descriptive.ts'
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

/** @returns ms of a time that lie in the span */
export const msWithin = (span: Span, startMs: number, endMs: number) =>
  Math.max(0, Math.min(endMs, span.toMs) - Math.max(startMs, span.fromMs))

const mostCauses = 20

/**
 * How many passes of users fall into spans of time, and what was served in them.
 *
 * What counts cuts flows at any place, in every round at the same: of a login and ten items it may hold more logins of
 * one variant than of another. So a pass counts in a span by the part of its time that lies within, less the time for
 * which its user was held up: at any moment, the sum of 1 / duration over all passes under way has the mean of their
 * rate, wherever users are. Those that the end of the load cuts are not known to their end: their time counts like that
 * of all others.
 */
export class CountedPasses {
  readonly ways: Passes = { through: 0, failed: 0, failedOtherwise: 0, failureKinds: {}, seconds: null }
  #spans
  #cutMs: number[]
  #served: number[]
  #ms = 0
  #passes = 0
  #requests = 0

  constructor(spans: readonly Span[]) {
    this.#spans = spans
    this.#cutMs = spans.map(() => 0)
    this.#served = spans.map(() => 0)
  }

  add(pass: PassRow) {
    const { startMs, ms, heldMs, served, requests, outcome } = pass
    let insideMs = 0
    const own = this.#spans.map((span) => msWithin(span, startMs, startMs + ms))
    for (const each of own) insideMs += each
    if (outcome === wasCut) {
      for (let i = 0; i < own.length; i++) this.#cutMs[i] += own[i]
      return
    }
    this.#count(pass)
    const activeMs = Math.max(insideMs, ms - heldMs, resolutionMs)
    const share = insideMs / activeMs
    this.#ms += insideMs
    this.#passes += share
    this.#requests += share * requests
    for (let i = 0; i < own.length; i++) this.#served[i] += (own[i] / activeMs) * served
  }

  #count({ outcome, served, requests }: PassRow) {
    const { ways } = this
    if (outcome === gotThrough) {
      ways.through++
      return
    }
    ways.failed++
    if (served === requests) ways.failedOtherwise++
    const { failureKinds } = ways
    const isNew = failureKinds[outcome] === undefined && Object.keys(failureKinds).length >= mostCauses
    const kind = isNew ? 'other' : outcome
    failureKinds[kind] = (failureKinds[kind] ?? 0) + 1
  }

  /** @returns null: none has ended that was under way in one of the spans. served: in each span */
  total() {
    if (this.#ms === 0) return null
    this.ways.seconds = rounded(this.#ms / this.#passes / 1000)
    const more = 1 + sum(this.#cutMs) / this.#ms
    const perMs = sum(this.#served) / this.#ms
    return {
      passes: more * this.#passes,
      requests: more * this.#requests,
      served: this.#served.map((served, i) => served + this.#cutMs[i] * perMs)
    }
  }
}
