import { percentiles, resolutionMs, type Percentile } from './metrics.ts'
import { list } from './wording.ts'
import type { Ranged } from './load-results.ts'
import type { Lateness, Run } from './run.ts'
import type { ServiceLevel } from './settings.ts'
import type { Verdict } from './verdicts.ts'

/** How much each variant carries within a service level. Levels are users per second, or users. */
export interface CapacityResult {
  limits: ServiceLevel['limits'] // ms, and a share from 0 to 1
  unit: CapacityUnit
  variants: VariantCapacity[] // in their order
  wanted: number | null // the level for which workers are recommended
  carriers: string | null // who carries what is wanted, in one sentence; null: nothing is
}

export type CapacityUnit = '/s' | 'users'

/**
 * found: its limit lies between loads that keep the service level and loads that miss it. not reached: even the least load misses it;
 * not exhausted: even the most that this load generator can make keeps it: then the value is that load.
 */
export interface VariantCapacity {
  variant: string
  workers: number
  end: 'found' | 'not reached' | 'not exhausted'
  capacity: Ranged
  aloneMs: number | null // the quickest response of all loads; null: there was none
  costsMore: number | null // by how much a request costs more CPU time in the second half of a load than in the first, a ratio; null: it does not, or it is unknown
  falls: number | null // by which part the capacity falls from the first load to the last; null: it does not, measurably
  appMegabytes: number | null // resident memory of all processes of the app near the capacity; null: unknown
  utilization: number | null // of a worker's event loop near the capacity, from 0 to 1; null: unknown
  steps: CapacityStep[] // in the order in which they were made
}

/** One load of the search. */
export interface CapacityStep {
  round: number // 0: before the rounds
  level: number // that was asked for
  offered: number // that came
  answeredPerSecond: number
  latencyMs: Partial<Record<Percentile, number>> | null // of the percentiles that are limited; null: nothing was answered
  errorRate: number
  room: number // how many times what was measured fits into the limit: below 1, it misses it
  lateMs: number | null // by how much 99 % of the users came later than due, at most; null: nothing was due
  isVoid: boolean // it missed the limit by so little that a late load generator may be why
  verdict: Verdict // of the whole search on this level: inconclusive: too near to the capacity to tell
}

/** What one load tells a search; see statistics/capacity-search.ts. */
export interface SeenStep {
  level: number // that came; above 0
  room: number // how many times what was measured fits into the limit: 2 is half of it, 1 just keeps it, below 1 misses it
  busy: number | null // of its event loops, from 0 to 1, to guess how much further it goes; null: unknown
  answered: number | null // per second; null: it says nothing about the level
  isVoid: boolean
}

/** @returns the percentiles that a service level limits */
export const limitedPercentiles = (limits: ServiceLevel['limits']): Percentile[] => percentiles.filter((percentile) => limits[percentile] !== undefined)

/** @returns the limits that a load keeps, or misses, such as "p95 ≤ 100 ms and errors ≤ 1 %" */
export const serviceLevelWords = ({ limits }: Pick<ServiceLevel, 'limits'>): string =>
  list([...limitedPercentiles(limits).map((percentile) => `${percentile} ≤ ${limits[percentile]} ms`), `errors ≤ ${Number((100 * limits.errorRate).toPrecision(12))} %`])

/** What a comparison measured a scenario with, so that two can be told apart. */
export const searchWords = (searched: Pick<CapacityResult, 'limits' | 'unit'> | null): string =>
  (searched === null ? 'one load' : `a search for ${searched.unit === 'users' ? 'a number of users' : 'the users per second'} with ${serviceLevelWords(searched)}`)

/**
 * @returns whether the whole interval lies above this level, below it, or across it, as limits are judged; of a variant that met a bound,
 * only one side is known
 */
export function carries({ end, capacity: { value, interval: [low, high] } }: Pick<VariantCapacity, 'end' | 'capacity'>, level: number): Verdict {
  if (end === 'not exhausted') return value >= level ? 'pass' : 'inconclusive'
  if (end === 'not reached') return value <= level ? 'fail' : 'inconclusive'
  return low > level ? 'pass' : high < level ? 'fail' : 'inconclusive'
}

/**
 * By how many times its own lateness a load generator may delay responses: after a pause it sends all that was due at once, and such a burst
 * queues in the app. Measured with json-server at 2,000 to 2,500 users/s, of which it could serve twice as many (wrk): 1 to 9 times.
 */
const bursts = 8
const leastOfLimit = 0.1 // lateness that is less of a limit matters as little as it is

const delayBy = (lateMs: number, limitMs: number) => (lateMs < leastOfLimit * limitMs ? lateMs : bursts * lateMs)

/**
 * @param during loads of one variant's rounds
 * @returns whether most are void, so that the load generator makes no loads beside the limit: it lies higher than what was kept
 */
export function outrunsGenerator(during: readonly Pick<SeenStep, 'isVoid'>[]): boolean {
  const voids = during.filter(({ isVoid }) => isVoid).length
  return voids >= 3 && voids > during.length / 2
}

const mostRoom = 1000

/** @param run of a search, with its level */
export function seenStep({ latencyMs, level, counted, loadSeconds, requests, failures, throughputPerSecond, generator, workers }: Run, limits: ServiceLevel['limits']): SeenStep {
  const roomsWithout = (lateMs: Partial<Lateness>) => limitedPercentiles(limits).map((percentile) => (latencyMs === null ? 0 : Number(limits[percentile]) / Math.max(resolutionMs, latencyMs[percentile] - delayBy(lateMs[percentile] ?? 0, Number(limits[percentile])))))
  const errorRate = requests === 0 ? 0 : failures / requests
  const roomOfErrors = errorRate === 0 ? mostRoom : limits.errorRate / errorRate
  const room = Math.min(mostRoom, roomOfErrors, ...roomsWithout({}))
  const isOpen = generator.lateMs !== undefined
  // What one user sends, so that requests are users.
  const each = generator.users === 0 ? 1 : requests / generator.users
  const busy = workers.flatMap(({ usage }) => usage?.utilization ?? [])
  return {
    // Where nobody happened to come, it is what was asked for.
    level: isOpen && loadSeconds > 0 && Number(counted.began) > 0 ? Number(counted.began) / loadSeconds / each : Number(level),
    room,
    busy: busy.length === 0 ? null : busy.reduce((all, one) => all + one, 0) / busy.length,
    answered: isOpen ? throughputPerSecond / each : null,
    isVoid: room < 1 && roomOfErrors >= 1 && Math.min(...roomsWithout(generator.lateMs ?? {})) >= 1
  }
}
