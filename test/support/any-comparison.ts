import fc from 'fast-check'
import { disturbanceKinds } from '../../plugin/questions/losses/concepts/disturbances.ts'
import { limitMetrics, metrics } from '../../plugin/concepts/metrics.ts'
import { amount, beyond, few, runOf, seen } from './any-run.ts'
import { anEarlierResult, aPlan, aVariant, someSettings } from './settings.ts'
import type { Disturbance } from '../../plugin/questions/losses/concepts/disturbances.ts'
import type { Answer, Run } from '../../plugin/concepts/run.ts'
import type { ScenarioPlan, Settings, Variant } from '../../plugin/concepts/settings.ts'

/** What was asked for, and what could be measured of it. */
export interface AnyMeasurement {
  settings: Settings
  runs: Run[] // in the order in which they were made
  answers: Record<string, Answer[]> // of each variant, in a warm-up
}

const demands = <Key extends string>(keys: readonly Key[], most: (key: Key) => number) =>
  fc.record(
    Object.fromEntries(
      keys.map((key) => [
        key,
        fc.option(
          fc.oneof(
            few(0.001, 1),
            amount(most(key)).map((value) => value + 0.001)
          ),
          { nil: null, freq: 3 }
        )
      ])
    ) as Record<Key, fc.Arbitrary<number | null>>
  )

const speedThresholds = demands([...metrics.filter((metric) => metric !== 'capacity'), 'fairness'] as const, (key) =>
  key === 'fairness' ? 0.9 : 5
)
const speedLimits = demands(
  limitMetrics.filter((metric) => metric !== 'capacity'),
  (metric) => (metric === 'errorRate' ? 0.5 : 1000)
)
const lossThresholds = demands(['lost', 'recovery', 'p95Rise'] as const, (key) => (key === 'lost' ? 0.5 : 20))

type Outline = typeof outline extends fc.Arbitrary<infer T> ? T : never

const outline = fc.record({
  kind: few(
    'one load',
    'several loads',
    'capacity',
    'capacity of users',
    'disturbed',
    'sweep',
    'the baseline itself',
    'versions'
  ),
  others: fc.oneof({ arbitrary: few(1, 2), weight: 4 }, { arbitrary: few(3, 9), weight: 1 }),
  rounds: few(1, 3, 3, 4, 7),
  confidence: few<Settings['confidence']>(0.9, 0.95, 0.99),
  isTimed: fc.boolean(),
  onInconclusive: few<Settings['onInconclusive']>('fail', 'pass'),
  hasEarlier: fc.boolean(),
  cutShort: few(0, 0, 1), // runs at the end that were never made
  cycle: few(null, 1, 3),
  resources: fc.option(
    fc
      .record({ cpus: few(null, 0.01, 0.5, 2), memoryBytes: few(null, 2 ** 28, 2 ** 30) })
      .filter(({ cpus, memoryBytes }) => cpus !== null || memoryBytes !== null),
    { nil: null, freq: 2 }
  ),
  price: few(undefined, { core: 0.03, gb: 0.004 }, { core: 0, gb: 0 }),
  isMetered: few(false, false, false, true)
})

const modes = ['cluster', 'single', 'command', 'url', 'ports'] as const

function variantsOf({ kind, others, resources }: Outline): Variant[] {
  const elsewhere = [{ url: 'http://10.0.0.1:80', hostname: '10.0.0.1', port: 80, protocol: 'http:' as const }]
  if (kind === 'sweep')
    return Array.from({ length: others + 1 }, (_, i) =>
      aVariant({
        name: `clustered ${i + 1}`,
        mode: 'cluster',
        workers: i + 1,
        writtenAs: 'clustered',
        countOf: 'clustered'
      })
    )
  if (kind === 'versions')
    return ['main', 'branch', 'other'].slice(0, Math.min(others, 2) + 1).map((name) => aVariant({ name, commit: name }))
  if (resources !== null)
    return Array.from({ length: others + 1 }, (_, i) => {
      const instances = 2 ** (i % 3)
      const workers = [instances, null, 2 * instances][i % 3]
      return aVariant({ name: `limited ${i + 1}`, mode: 'ports', instances, workers, resources })
    })
  if (kind === 'the baseline itself') return [aVariant(), aVariant({ name: 'again' })]
  return [
    aVariant(),
    ...Array.from({ length: others }, (_, i) => {
      const mode = modes[i % modes.length]
      const workers = mode === 'single' ? 1 : mode === 'command' || mode === 'url' ? null : i + 2
      return aVariant({
        name: `${mode} ${i + 2}`,
        mode,
        workers,
        ...(mode === 'command' ? { command: './server' } : {}),
        ...(mode === 'url' ? { targets: elsewhere } : {})
      })
    })
  ]
}

const twoDisturbances: Disturbance[] = disturbanceKinds
  .slice(0, 2)
  .map((kind, i) => ({ kind, of: i === 0 ? 'worker' : 'all', seconds: null, at: 2 + 3 * i }))

/** Settings and runs that fit each other, of any kind; the same for the same seed. */
export const anyMeasurement: fc.Arbitrary<AnyMeasurement> = outline.chain((asked) => {
  const variants = variantsOf(asked)
  const isSearch = asked.kind.startsWith('capacity')
  const factors = asked.kind === 'several loads' ? [1, 3] : [null]
  const thresholds =
    asked.kind === 'disturbed' ? lossThresholds : isSearch ? demands(['capacity'], () => 3) : speedThresholds
  const limits =
    asked.kind === 'disturbed' || asked.kind === 'the baseline itself'
      ? fc.constant({})
      : isSearch
        ? demands(['capacity', 'errorRate'] as const, (key) => (key === 'capacity' ? 200 : 0.5))
        : speedLimits
  const ofEach = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: variants.length, maxLength: variants.length })
  return fc
    .record({
      // Several loads have demands on their usual one only; those that the app cannot bear have none.
      isDemanded: fc.boolean(),
      required: ofEach<object>(thresholds),
      limited: ofEach<object>(limits),
      // A few shapes, and which of them each run has: rounds of a variant are usually alike.
      shapes: ofEach(seen),
      jitter: fc.array(few(1, 1, 1, 1.01, 0.9, 3), { minLength: 7, maxLength: 7 }),
      harder: ofEach(beyond),
      odd: fc.record({ shape: seen, at: fc.nat(20) }),
      levels: fc.array(few(0.5, 1, 20, 100, 120, 4000), { minLength: 3, maxLength: 6 }),
      answers: few<'same' | 'other'>('same', 'same', 'other')
    })
    .map(({ isDemanded, required, limited, shapes, harder, jitter, odd, levels, answers }) => {
      const disturb = asked.kind === 'disturbed' ? twoDisturbances : null
      const scenarios = factors.map((factor): ScenarioPlan => {
        const isFree = !isDemanded || (factor !== null && factor !== 1)
        const names = variants.map(({ name }) => name)
        const each = <T>(all: T[]) =>
          Object.fromEntries(names.map((name, i) => [name, isFree ? {} : all[i]])) as Record<string, any>
        const plan = {
          ...aPlan({}, []),
          thresholds: Object.fromEntries(Object.entries(each(required)).slice(1)),
          limits: each(limited),
          cycle: asked.cycle
        }
        if (isSearch)
          return {
            ...plan,
            ...(asked.kind === 'capacity'
              ? { arrivals: { seconds: null, isLeast: false } }
              : { loop: { users: 5, seconds: null } }),
            capacity: {
              limits: { p95: 100, errorRate: 0.01 },
              wanted: isDemanded ? 50 : null,
              ...(asked.price && { price: asked.price })
            }
          }
        return factor === null
          ? plan
          : { ...plan, name: `primes at ${factor}x load`, level: { of: 'primes', factor, isLeast: factor === 1 } }
      })
      const runs = scenarios.flatMap(({ name: scenario, level: under }) => {
        const before = isSearch ? levels.map((level) => ({ round: 0, level })) : []
        const rounds = [
          ...before,
          ...Array.from({ length: asked.rounds }, (_, i) => ({
            round: i + 1,
            ...(isSearch ? { level: levels[i % levels.length] } : {})
          }))
        ]
        return rounds.flatMap(({ round, ...load }, turn) =>
          variants.map(({ name: variant, workers, resources }, i) => {
            const usual = under?.isLeast === false ? harder[i] : shapes[i]
            const shape =
              odd.at === turn * variants.length + i
                ? odd.shape
                : { ...usual, leastMs: usual.leastMs * jitter[turn % jitter.length] }
            const metered = asked.isMetered ? { generator: { ...shape.generator, utilizations: [] } } : {}
            return runOf(
              { ...shape, ...metered },
              {
                scenario,
                variant,
                round,
                workers: workers ?? 2,
                disturb,
                ...load,
                isOpen: asked.kind === 'capacity',
                isLimited: resources.cpus !== null || resources.memoryBytes !== null
              }
            )
          })
        )
      })
      const settings = someSettings({
        variants,
        scenarios,
        disturb,
        baseline: variants[0].name,
        confidence: asked.confidence,
        onInconclusive: asked.onInconclusive,
        rounds: { min: 3, max: Math.max(asked.rounds, 4) },
        time: asked.isTimed ? { seconds: 60, isGiven: true } : null,
        lengthIsFree: asked.isTimed,
        compareWith: asked.hasEarlier ? anEarlierResult() : null
      })
      const answersOf = (i: number): Answer[] => [
        {
          request: 'GET /',
          status: 200,
          hash: answers === 'same' ? '' : String(i),
          bytes: 1,
          encoding: '',
          closes: false
        }
      ]
      return {
        settings,
        runs: runs.slice(0, runs.length - asked.cutShort),
        answers: Object.fromEntries(variants.map(({ name }, i) => [name, answersOf(i)]))
      }
    })
})
