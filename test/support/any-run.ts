import fc from 'fast-check'
import { percentiles, summaryOf, type Percentile, type LatencySummary } from '../../plugin/concepts/metrics.ts'
import { aRound } from './losses.ts'
import { aGenerator, aRun } from './runs.ts'
import type { Disturbance } from '../../plugin/questions/losses/concepts/disturbances.ts'
import type { RequestFigures } from '../../plugin/concepts/requests.ts'
import type { GeneratorUse, Run, WorkerShare, WorkerUsage } from '../../plugin/concepts/run.ts'

// Each of these is as far out as a measurement may get, and now and then beyond: nothing here is usual.
export const few = <T>(...values: T[]) => fc.constantFrom(...values)
/** Mostly the first, as runs that are refused have no result: the others are what may still be told apart. */
const mostly = <T>(usual: fc.Arbitrary<T>, ...rare: T[]) =>
  fc.oneof({ arbitrary: usual, weight: 25 }, { arbitrary: few(...rare), weight: 1 })
/** To the digits that are kept of what is measured. */
const between = (least: number, most: number) =>
  fc.integer({ min: 1000 * least, max: 1000 * most }).map((thousandths) => thousandths / 1000)
const share = fc.oneof(few(0, 1, 0.5, 0.001, 0.999), between(0, 1))
export const amount = (most: number) => fc.oneof(few(0, 0.001, most), between(0, most))
const count = (most: number) => fc.oneof(few(0, 1, 2, most), fc.nat(most))
const orNull = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: value, weight: 4 }, { arbitrary: fc.constant(null), weight: 1 })

const usage: fc.Arbitrary<WorkerUsage | null> = orNull(
  fc.record({
    utilization: share,
    cpu: amount(4),
    gc: share,
    rssMegabytes: amount(500),
    heapMegabytes: amount(100),
    openConnections: count(50),
    requestsInFlight: count(50),
    loopDelayMs: orNull(amount(500).map((ms) => ({ p50: ms, p99: ms, max: ms }))),
    stall: few(null, null, { seconds: 2, cpuSeconds: 0 }, { seconds: 2, cpuSeconds: 2 }),
    inApp: orNull(fc.record({ responses: fc.integer({ min: 1, max: 1000 }), meanMs: amount(100), idleMs: amount(100) }))
  })
)

const machine: fc.Arbitrary<Run['machine']> = orNull(
  fc.record({
    cores: fc.oneof(few(0.05, 1, 2, 64), between(1, 64)),
    app: amount(8),
    generator: amount(8),
    others: amount(8),
    stolen: amount(8),
    physicalCores: few(null, null, 0.05, 1, 4),
    throttled: few(null, null, 0, 0.3, 1),
    appMegabytes: amount(2000)
  })
)

const generator: fc.Arbitrary<Partial<GeneratorUse>> = fc.record({
  users: count(500),
  meanUsers: amount(500),
  skippedUsers: few(0, 0, 3),
  utilizations: fc.array(orNull(share), { maxLength: 3 }),
  shortestSessionMs: orNull(amount(10_000)),
  arrivalSeconds: amount(10),
  drainSeconds: amount(10),
  queueSeconds: amount(10),
  leastLatencyMs: orNull(amount(100)),
  loopDelayMs: fc.constant(null)
})

const latency = fc.oneof(few(0, 0.001, 1, 100, 100_000), between(0, 1000))

/** @returns ascending, as percentiles are; all alike where the widths are 0 */
function summaryFrom(leastMs: number, widthMs: number): LatencySummary {
  const valueAt = (percentile: Percentile) =>
    leastMs + (widthMs * (1 + percentiles.indexOf(percentile))) / percentiles.length
  return summaryOf(valueAt, { mean: leastMs + widthMs / 2, min: leastMs, max: leastMs + 2 * widthMs })
}

/** name: which of a few: two rows may lack it in a run */
const ofFlow = fc.record({
  name: few('GET /', 'POST /login', 'GET /items/{{ id }}', 'other'),
  responses: few(0, 3, 40, 150, 400),
  failures: few(0, 0, 0, 1, 50),
  steps: few(0, 1, 1, 2),
  leastMs: latency,
  widthMs: few(0, 10, 5000),
  bodyMs: few(0, 0, 0.001, 500),
  slices: few(0, 0, 1, 4),
  takesMs: orNull(few(0.001, 3, 60000))
})

/** What differs from run to run of a variant, and what does not. */
export const seen = fc.record({
  requests: mostly(fc.oneof(few(1, 2, 40), fc.integer({ min: 1, max: 3000 })), 0),
  failed: mostly(few(0, 0, 0.01, 0.04), 0.5, 1),
  late: mostly(few(0, 0, 0.3), 1), // share of the requests that end after what counts
  loadSeconds: mostly(few(0.001, 0.4, 1, 5, 15), 0),
  leastMs: latency,
  widthMs: few(0, 0, 10, 5000),
  usages: fc.array(usage, { minLength: 1, maxLength: 3 }),
  split: few<'even' | 'one' | 'none'>('even', 'even', 'one', 'none'), // which of its workers answer
  unattributed: few(0, 0, 0, 1),
  connections: count(50),
  machine,
  generator,
  late99: orNull(amount(50)),
  wallSeconds: few(0, 1, 20),
  readySeconds: few(0, 0.1, 20),
  restarts: few(0, 0, 0, 5),
  killed: fc.boolean(),
  isApart: fc.boolean(),
  passes: few(0, 0.001, 1, 500),
  bodyMs: few(null, null, 0, 0.001, 500), // null: latencies go to the first byte
  flow: fc.option(fc.array(ofFlow, { minLength: 2, maxLength: 4 }), { nil: undefined, freq: 2 }),
  client: few(
    null,
    { name: 'lean' as const, because: null },
    { name: 'artillery' as const, because: 'it uploads files (formData)' }
  ),
  forks: few(0, 0, 0, 2),
  bytes: count(100_000),
  ofInstances: fc.record({
    instances: fc.array(
      fc.record({
        cpu: amount(4),
        throttledPeriods: share,
        throttledTime: share,
        peakMegabytes: amount(500),
        oomKills: few(0, 0, 0, 2)
      }),
      { minLength: 1, maxLength: 3 }
    ),
    coresSeen: few(1, 2, 64),
    lastReport: orNull(fc.record({ rssMegabytes: amount(500), heapMegabytes: amount(100) }))
  }),
  costGrowth: orNull(amount(3)),
  disturbed: fc.array(
    fc.record({
      reset: count(20),
      answered: fc.record({ fresh: count(20), kept: count(500) }),
      dip: share,
      bump: orNull(fc.record({ factor: amount(50).map((more) => 1 + more), seconds: amount(5) })),
      recoverySeconds: orNull(amount(10)),
      outageSeconds: orNull(amount(10)),
      problem: few(null, null, null, 'no worker was found to disturb'),
      hasBefore: fc.boolean()
    }),
    { minLength: 2, maxLength: 2 }
  )
})

/** Of a load that may be more than the app can do. */
export const beyond = fc
  .tuple(seen, few(0, 0, 0.5, 1), few(0, 0, 1))
  .map(([own, failed, late]) => ({ ...own, failed, late }))

type Asked = typeof ofFlow extends fc.Arbitrary<infer T> ? T : never

/** @returns of each name once */
const flowOf = (asked: Asked[]): RequestFigures[] =>
  [...new Map(asked.map((each) => [each.name, each])).values()].map(requestOf)

function requestOf({ leastMs, widthMs, bodyMs, slices, takesMs, ...own }: Asked): RequestFigures {
  const { name, steps, responses, failures } = own
  const summaries = [leastMs, leastMs + bodyMs].map((ms) => summaryFrom(ms, widthMs))
  const [latencyMs, wholeMs] = summaries.map((summary) => (responses === 0 ? null : summary))
  const [inFirst, inWhole] = summaries.map((summary) =>
    Object.fromEntries(percentiles.map((each) => [each, Array<number>(slices).fill(Math.max(0.001, summary[each]))]))
  ) as Record<Percentile, number[]>[]
  const counts = { requests: responses + failures, latencies: responses, waitedMs: responses * (leastMs + bodyMs) }
  const inSlices = { latencyMs: inFirst, wholeMs: inWhole }
  const gapMs = responses === 0 ? null : summaryFrom(Math.max(1, bodyMs), widthMs)
  return {
    name,
    steps,
    failures,
    ...counts,
    latencyMs,
    wholeMs,
    gapMs,
    ...(takesMs !== null && { cpuMs: takesMs, waitingMs: takesMs, ownMs: [0, 2 * takesMs] as [number, number] }),
    ...(slices > 0 && responses > 0 && { inSlices })
  }
}

type Seen = typeof seen extends fc.Arbitrary<infer T> ? T : never
type Place = {
  scenario: string
  variant: string
  round: number
  workers: number
  level?: number
  isOpen?: boolean
  isLimited?: boolean // in CPU or memory
  disturb: Disturbance[] | null
}

/** @returns a run that adds up, as what reads the samples makes it: of 0 seconds, nothing counts */
export function runOf(
  own: Seen,
  { scenario, variant, round, workers: many, level, isOpen, isLimited = false, disturb }: Place
): Run {
  const { machine, wallSeconds, readySeconds, restarts, killed, client, late99 } = own
  const requests = level !== undefined && isOpen === true ? Math.ceil(own.requests / 10) : own.requests
  const failures = Math.round(requests * own.failed)
  const counted = own.loadSeconds === 0 ? 0 : requests - Math.round(requests * own.late)
  const answered = Math.max(0, counted - failures)
  const attributed =
    own.split === 'none' ? 0 : requests - failures - Math.round((requests - failures) * own.unattributed)
  const workers = Array.from({ length: many }, (_, i): WorkerShare => {
    const isAnswering = own.split === 'even' || i === 0
    const requestsOf = isAnswering ? Math.floor(attributed / (own.split === 'even' ? many : 1)) : 0
    return {
      pid: String(100 + i),
      requests: requestsOf,
      connections: Math.min(requestsOf, own.connections),
      usage: own.usages[i % own.usages.length]
    }
  })
  const least = own.generator.utilizations?.flatMap((utilization) => utilization ?? []) ?? []
  const lateMs = late99 === null ? null : { p50: late99, p95: late99, p99: late99, 'p99.9': late99, max: late99 }
  return aRun({
    scenario,
    variant,
    round,
    requests,
    failures,
    workers,
    unattributed: requests - failures - attributed,
    ...(level === undefined ? {} : { level, costGrowth: own.costGrowth }),
    loadSeconds: counted === 0 ? 0 : own.loadSeconds,
    failureKinds: failures === 0 ? {} : { ECONNREFUSED: failures },
    latencyMs: answered === 0 ? null : summaryFrom(own.leastMs + (own.bodyMs ?? 0), own.widthMs),
    ...(own.bodyMs !== null && {
      firstByte: { latencyMs: answered === 0 ? null : summaryFrom(own.leastMs, own.widthMs) },
      gapMs: answered === 0 ? null : summaryFrom(Math.max(1, own.bodyMs), own.widthMs)
    }),
    firstRequests: {
      apart: own.isApart,
      count: answered === 0 ? 0 : 1,
      latencyMs: answered === 0 ? null : summaryFrom(own.leastMs, own.widthMs)
    },
    ...(own.bodyMs !== null && { usersIn: { first: own.bodyMs, later: 0, failed: 0 } }),
    throughputPerSecond: counted === 0 ? 0 : answered / own.loadSeconds,
    counted: {
      fromMs: 0,
      toMs: 1000 * own.loadSeconds,
      requests: counted,
      latencies: answered,
      began: counted,
      ...(own.passes > 0 && counted > 0 && { passes: own.passes })
    },
    generator: {
      ...aGenerator({
        ...own.generator,
        threads: own.generator.utilizations?.length ?? 0,
        utilization: least.length === 0 ? null : Math.max(...least)
      }),
      ...(isOpen === true ? { lateMs } : {})
    } as GeneratorUse,
    responses: { byStatus: requests === failures ? {} : { 200: requests - failures }, bytes: own.bytes },
    machine,
    wallSeconds,
    readySeconds,
    restarts,
    killed,
    client,
    ...(own.forks > 0 ? { forks: own.forks } : {}),
    ...(own.flow === undefined || disturb !== null ? {} : { flow: flowOf(own.flow) }),
    ...(isLimited ? own.ofInstances : {}),
    disturbances: (disturb ?? []).flatMap((disturbance, i) => {
      const { hasBefore, ...aftermath } = own.disturbed[i]
      const before = {
        seconds: hasBefore ? 2 : 0,
        answered: hasBefore ? 100 : 0,
        lost: 0,
        perSecond: hasBefore ? 50 : 0,
        p95Ms: hasBefore ? 10 : null
      }
      // One that came too late in the load is not there.
      return requests === 0 ? [] : [{ ...aRound({ ...disturbance, ...aftermath }), before }]
    })
  })
}
