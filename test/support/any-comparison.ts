import fc from 'fast-check'
import { disturbanceKinds } from '../../plugin/concepts/disturbances.ts'
import { limitMetrics, metrics, percentiles, summaryOf, type Percentile } from '../../plugin/concepts/metrics.ts'
import { aRound } from './losses.ts'
import { aGenerator, aRun } from './runs.ts'
import { anEarlierResult, aPlan, aVariant, someSettings } from './settings.ts'
import type { Disturbance } from '../../plugin/concepts/disturbances.ts'
import type { Answer, GeneratorUse, LatencySummary, Run, WorkerShare, WorkerUsage } from '../../plugin/concepts/run.ts'
import type { ScenarioPlan, Settings, Variant } from '../../plugin/concepts/settings.ts'

/** What was asked for, and what could be measured of it. */
export interface AnyMeasurement {
  settings: Settings
  runs: Run[] // in the order in which they were made
  answers: Record<string, Answer[]> // of each variant, in a warm-up
}

// Each of these is as far out as a measurement may get, and now and then beyond: nothing here is usual.
export const few = <T>(...values: T[]) => fc.constantFrom(...values)
/** Mostly the first, as runs that are refused have no result: the others are what may still be told apart. */
const mostly = <T>(usual: fc.Arbitrary<T>, ...rare: T[]) => fc.oneof({ arbitrary: usual, weight: 25 }, { arbitrary: few(...rare), weight: 1 })
/** To the digits that are kept of what is measured. */
const between = (least: number, most: number) => fc.integer({ min: 1000 * least, max: 1000 * most }).map((thousandths) => thousandths / 1000)
const share = fc.oneof(few(0, 1, 0.5, 0.001, 0.999), between(0, 1))
const amount = (most: number) => fc.oneof(few(0, 0.001, most), between(0, most))
const count = (most: number) => fc.oneof(few(0, 1, 2, most), fc.nat(most))
const orNull = <T>(value: fc.Arbitrary<T>) => fc.oneof({ arbitrary: value, weight: 4 }, { arbitrary: fc.constant(null), weight: 1 })

const usage: fc.Arbitrary<WorkerUsage | null> = orNull(fc.record({
  ...{ utilization: share, cpu: amount(4), gc: share, rssMegabytes: amount(500), heapMegabytes: amount(100) },
  ...{ openConnections: count(50), requestsInFlight: count(50) },
  loopDelayMs: orNull(amount(500).map((ms) => ({ p50: ms, p99: ms, max: ms }))),
  stall: few(null, null, { seconds: 2, cpuSeconds: 0 }, { seconds: 2, cpuSeconds: 2 }),
  inApp: orNull(fc.record({ responses: fc.integer({ min: 1, max: 1000 }), meanMs: amount(100), idleMs: amount(100) }))
}))

const machine: fc.Arbitrary<Run['machine']> = orNull(fc.record({
  cores: fc.oneof(few(0.05, 1, 2, 64), between(1, 64)),
  ...{ app: amount(8), generator: amount(8), others: amount(8), stolen: amount(8), appMegabytes: amount(2000) }
}))

const generator: fc.Arbitrary<Partial<GeneratorUse>> = fc.record({
  ...{ users: count(500), meanUsers: amount(500), skippedUsers: few(0, 0, 3) },
  utilizations: fc.array(orNull(share), { maxLength: 3 }),
  shortestSessionMs: orNull(amount(10_000)),
  ...{ arrivalSeconds: amount(10), drainSeconds: amount(10), queueSeconds: amount(10), leastLatencyMs: orNull(amount(100)) },
  loopDelayMs: fc.constant(null)
})

const latency = fc.oneof(few(0, 0.001, 1, 100, 100_000), between(0, 1000))

/** @returns ascending, as percentiles are; all alike where the widths are 0 */
function summaryFrom(leastMs: number, widthMs: number): LatencySummary {
  const valueAt = (percentile: Percentile) => leastMs + (widthMs * (1 + percentiles.indexOf(percentile))) / percentiles.length
  return summaryOf(valueAt, { mean: leastMs + widthMs / 2, min: leastMs, max: leastMs + 2 * widthMs })
}

/** What differs from run to run of a variant, and what does not. */
const seen = fc.record({
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
  client: few(null, { name: 'lean' as const, because: null }, { name: 'artillery' as const, because: 'it uploads files (formData)' }),
  forks: few(0, 0, 0, 2),
  bytes: count(100_000),
  costGrowth: orNull(amount(3)),
  disturbed: fc.array(fc.record({
    ...{ reset: count(20), answered: fc.record({ fresh: count(20), kept: count(500) }), dip: share },
    bump: orNull(fc.record({ factor: amount(50).map((more) => 1 + more), seconds: amount(5) })),
    recoverySeconds: orNull(amount(10)), outageSeconds: orNull(amount(10)),
    problem: few(null, null, null, 'no worker was found to disturb'), hasBefore: fc.boolean()
  }), { minLength: 2, maxLength: 2 })
})

/** Of a load that may be more than the app can do. */
const beyond = fc.tuple(seen, few(0, 0, 0.5, 1), few(0, 0, 1)).map(([own, failed, late]) => ({ ...own, failed, late }))

type Seen = typeof seen extends fc.Arbitrary<infer T> ? T : never
type Place = { scenario: string, variant: string, round: number, workers: number, level?: number, isOpen?: boolean, disturb: Disturbance[] | null }

/** @returns a run that adds up, as what reads the samples makes it: of 0 seconds, nothing counts */
function runOf(own: Seen, { scenario, variant, round, workers: many, level, isOpen, disturb }: Place): Run {
  const requests = level !== undefined && isOpen === true ? Math.ceil(own.requests / 10) : own.requests
  const failures = Math.round(requests * own.failed)
  const counted = own.loadSeconds === 0 ? 0 : requests - Math.round(requests * own.late)
  const answered = Math.max(0, counted - failures)
  const attributed = own.split === 'none' ? 0 : requests - failures - Math.round((requests - failures) * own.unattributed)
  const workers = Array.from({ length: many }, (_, i): WorkerShare => {
    const isAnswering = own.split === 'even' || i === 0
    const requestsOf = isAnswering ? Math.floor(attributed / (own.split === 'even' ? many : 1)) : 0
    return { pid: String(100 + i), requests: requestsOf, connections: Math.min(requestsOf, own.connections), usage: own.usages[i % own.usages.length] }
  })
  const least = own.generator.utilizations?.flatMap((utilization) => utilization ?? []) ?? []
  const lateMs = own.late99 === null ? null : { p50: own.late99, p95: own.late99, p99: own.late99, 'p99.9': own.late99, max: own.late99 }
  return aRun({
    ...{ scenario, variant, round, requests, failures, workers, unattributed: requests - failures - attributed },
    ...(level === undefined ? {} : { level, costGrowth: own.costGrowth }),
    loadSeconds: counted === 0 ? 0 : own.loadSeconds,
    failureKinds: failures === 0 ? {} : { ECONNREFUSED: failures },
    latencyMs: answered === 0 ? null : summaryFrom(own.leastMs, own.widthMs),
    firstRequests: { apart: own.isApart, count: answered === 0 ? 0 : 1, latencyMs: answered === 0 ? null : summaryFrom(own.leastMs, own.widthMs) },
    throughputPerSecond: counted === 0 ? 0 : answered / own.loadSeconds,
    counted: { fromMs: 0, toMs: 1000 * own.loadSeconds, requests: counted, latencies: answered, began: counted },
    generator: { ...aGenerator({ ...own.generator, threads: own.generator.utilizations?.length ?? 0, utilization: least.length === 0 ? null : Math.max(...least) }), ...(isOpen === true ? { lateMs } : {}) } as GeneratorUse,
    responses: { byStatus: requests === failures ? {} : { 200: requests - failures }, bytes: own.bytes },
    ...{ machine: own.machine, wallSeconds: own.wallSeconds, readySeconds: own.readySeconds, restarts: own.restarts, killed: own.killed, client: own.client },
    ...(own.forks > 0 ? { forks: own.forks } : {}),
    disturbances: (disturb ?? []).flatMap((disturbance, i) => {
      const { hasBefore, ...aftermath } = own.disturbed[i]
      const before = { seconds: hasBefore ? 2 : 0, answered: hasBefore ? 100 : 0, lost: 0, perSecond: hasBefore ? 50 : 0, p95Ms: hasBefore ? 10 : null }
      // One that came too late in the load is not there.
      return requests === 0 ? [] : [{ ...aRound({ ...disturbance, ...aftermath }), before }]
    })
  })
}

const demands = <Key extends string>(keys: readonly Key[], most: (key: Key) => number) =>
  fc.record(Object.fromEntries(keys.map((key) => [key, fc.option(fc.oneof(few(0.001, 1), amount(most(key)).map((value) => value + 0.001)), { nil: null, freq: 3 })])) as Record<Key, fc.Arbitrary<number | null>>)

const speedThresholds = demands([...metrics.filter((metric) => metric !== 'capacity'), 'fairness'] as const, (key) => (key === 'fairness' ? 0.9 : 5))
const speedLimits = demands(limitMetrics.filter((metric) => metric !== 'capacity'), (metric) => (metric === 'errorRate' ? 0.5 : 1000))
const lossThresholds = demands(['lost', 'recovery', 'bump'] as const, (key) => (key === 'lost' ? 0.5 : 20))

const kinds = ['one load', 'several loads', 'capacity', 'capacity of users', 'disturbed', 'sweep', 'the baseline itself'] as const

type Outline = { kind: typeof kinds[number], others: number, rounds: number, confidence: Settings['confidence'], isTimed: boolean, onInconclusive: Settings['onInconclusive'], hasEarlier: boolean, cutShort: number, cycle: number | null, isMetered: boolean }

const outline: fc.Arbitrary<Outline> = fc.record({
  kind: few(...kinds),
  others: fc.oneof({ arbitrary: few(1, 2), weight: 4 }, { arbitrary: few(3, 9), weight: 1 }),
  rounds: few(1, 3, 3, 4, 7),
  confidence: few<Settings['confidence']>(0.9, 0.95, 0.99),
  ...{ isTimed: fc.boolean(), onInconclusive: few<Settings['onInconclusive']>('fail', 'pass'), hasEarlier: fc.boolean() },
  cutShort: few(0, 0, 1), // runs at the end that were never made
  cycle: few(null, 1, 3),
  isMetered: few(false, false, false, true)
})

const modes = ['cluster', 'single', 'command', 'url', 'ports'] as const

function variantsOf({ kind, others }: Outline): Variant[] {
  const elsewhere = [{ url: 'http://10.0.0.1:80', hostname: '10.0.0.1', port: 80, protocol: 'http:' as const }]
  if (kind === 'sweep') return Array.from({ length: others + 1 }, (_, i) => aVariant({ name: `clustered ${i + 1}`, mode: 'cluster', workers: i + 1, sweep: 'clustered' }))
  if (kind === 'the baseline itself') return [aVariant(), aVariant({ name: 'again' })]
  return [aVariant(), ...Array.from({ length: others }, (_, i) => {
    const mode = modes[i % modes.length]
    const workers = mode === 'single' ? 1 : mode === 'command' || mode === 'url' ? null : i + 2
    return aVariant({ name: `${mode} ${i + 2}`, mode, workers, ...(mode === 'command' ? { command: './server' } : {}), ...(mode === 'url' ? { targets: elsewhere } : {}) })
  })]
}

const twoDisturbances: Disturbance[] = disturbanceKinds.slice(0, 2).map((kind, i) => ({ kind, of: i === 0 ? 'worker' : 'all', seconds: null, at: 2 + 3 * i }))

/** Settings and runs that fit each other, of any kind; the same for the same seed. */
export const anyMeasurement: fc.Arbitrary<AnyMeasurement> = outline.chain((asked) => {
  const variants = variantsOf(asked)
  const isSearch = asked.kind.startsWith('capacity')
  const factors = asked.kind === 'several loads' ? [1, 3] : [null]
  const thresholds = asked.kind === 'disturbed' ? lossThresholds : isSearch ? demands(['capacity'], () => 3) : speedThresholds
  const limits = asked.kind === 'disturbed' || asked.kind === 'the baseline itself' ? fc.constant({}) : isSearch ? demands(['capacity', 'errorRate'] as const, (key) => (key === 'capacity' ? 200 : 0.5)) : speedLimits
  // Several loads have demands on their usual one only; those that the app cannot bear have none.
  const isDemanded = fc.boolean()
  return fc.record({
    asked: fc.constant(asked), isDemanded,
    thresholds: fc.array(thresholds, { minLength: variants.length, maxLength: variants.length }),
    limits: fc.array(limits, { minLength: variants.length, maxLength: variants.length }),
    // A few shapes, and which of them each run has: rounds of a variant are usually alike.
    shapes: fc.array(seen, { minLength: variants.length, maxLength: variants.length }),
    jitter: fc.array(few(1, 1, 1, 1.01, 0.9, 3), { minLength: 7, maxLength: 7 }),
    harder: fc.array(beyond, { minLength: variants.length, maxLength: variants.length }),
    odd: fc.record({ shape: seen, at: fc.nat(20) }),
    levels: fc.array(few(0.5, 1, 20, 100, 120, 4000), { minLength: 3, maxLength: 6 }),
    answers: few<'same' | 'other'>('same', 'same', 'other')
  }).map(({ asked: own, isDemanded: demanding, thresholds: required, limits: limited, shapes, harder, jitter, odd, levels, answers }) => {
    const disturb = own.kind === 'disturbed' ? twoDisturbances : null
    const scenarios = factors.map((factor): ScenarioPlan => {
      const isFree = !demanding || (factor !== null && factor !== 1)
      const names = variants.map(({ name }) => name)
      const each = <T>(all: T[]) => Object.fromEntries(names.map((name, i) => [name, isFree ? {} : all[i]])) as Record<string, any>
      const plan = { ...aPlan({}, []), thresholds: Object.fromEntries(Object.entries(each(required)).slice(1)), limits: each(limited), cycle: own.cycle }
      if (isSearch) return { ...plan, ...(own.kind === 'capacity' ? { arrivals: { seconds: null } } : { loop: { users: 5, seconds: null } }), capacity: { limits: { p95: 100, errorRate: 0.01 }, wanted: demanding ? 50 : null } }
      return factor === null ? plan : { ...plan, name: `primes at ${factor}x load`, level: { of: 'primes', factor, isLeast: factor === 1 } }
    })
    const runs = scenarios.flatMap(({ name: scenario, level: under }) => {
      const before = isSearch ? levels.map((level) => ({ round: 0, level })) : []
      const rounds = [...before, ...Array.from({ length: own.rounds }, (_, i) => ({ round: i + 1, ...(isSearch ? { level: levels[i % levels.length] } : {}) }))]
      return rounds.flatMap(({ round, ...load }, turn) => variants.map(({ name: variant, workers }, i) => {
        const usual = under?.isLeast === false ? harder[i] : shapes[i]
        const shape = odd.at === turn * variants.length + i ? odd.shape : { ...usual, leastMs: usual.leastMs * jitter[turn % jitter.length] }
        const metered = own.isMetered ? { generator: { ...shape.generator, utilizations: [] } } : {}
        return runOf({ ...shape, ...metered }, { scenario, variant, round, workers: workers ?? 2, disturb, ...load, isOpen: own.kind === 'capacity' })
      }))
    })
    const settings = someSettings({
      variants, scenarios, disturb, baseline: variants[0].name, confidence: own.confidence, onInconclusive: own.onInconclusive,
      rounds: { min: 3, max: Math.max(own.rounds, 4) }, time: own.isTimed ? { seconds: 60, isGiven: true } : null, lengthIsFree: own.isTimed,
      compareWith: own.hasEarlier ? anEarlierResult() : null
    })
    const answersOf = (i: number): Answer[] => [{ request: 'GET /', status: 200, hash: answers === 'same' ? '' : String(i), bytes: 1, encoding: '', closes: false }]
    return { settings, runs: runs.slice(0, runs.length - own.cutShort), answers: Object.fromEntries(variants.map(({ name }, i) => [name, answersOf(i)])) }
  })
})
