import { percentiles, probabilityOf, resolutionMs, type Percentile } from './metrics.ts'
import { list } from './wording.ts'
import type { Ranged } from './load-results.ts'
import type { Run } from './run.ts'
import type { ScenarioPlan, ServiceLevel, Settings } from './settings.ts'
import type { Verdict } from './verdicts.ts'

/** How much each variant carries within a service level. Levels are users per second, or users. */
export interface CapacityResult {
  limits: ServiceLevel['limits'] // ms, and a share from 0 to 1
  unit: CapacityUnit
  variants: VariantCapacity[] // in their order
  wanted: number | null // the level for which workers are recommended
  carriers: string | null // who carries what is wanted, in one sentence; null: nothing is
  sizes: Size[] // of the variants whose instances have limits
  cheapest: string | null // of them, which to take for what is wanted, in one sentence; null: nothing is wanted
}

/** What all instances of a variant may use, and what it carries for that. */
export interface Size {
  variant: string
  cores: number | null // null: no limit, as next
  gigabytes: number | null // GiB
  perCore: Ranged | null
  perGigabyte: Ranged | null
  price: number | null // null: not given, or there is no limit on what has one
}

export type CapacityUnit = '/s' | 'users'

/**
 * found: its limit lies between loads that keep the service level and loads that miss it. not reached: even the least
 * load misses it; not exhausted: even the most that this load generator can make keeps it: then the value is that load.
 */
export interface VariantCapacity {
  variant: string
  workers: number
  end: 'found' | 'not reached' | 'not exhausted'
  capacity: Ranged
  aloneMs: number | null // the quickest response of all loads; null: there was none
  // by how much a request costs more CPU time in the second half of a load than in the first, a ratio; null: it does
  // not, or it is unknown
  costsMore: number | null
  // by which part the capacity falls from the first load to the last; null: it does not, measurably
  falls: number | null
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
  // of the percentiles that are limited; null: nothing was answered
  latencyMs: Partial<Record<Percentile, number>> | null
  errorRate: number
  room: number // how many times what was measured fits into the limit: below 1, it misses it
  lateMs: number | null // by how much 99 % of the users came later than due, at most; null: nothing was due
  void: Void | null // why it says nothing; null: it says something
  verdict: Verdict // of the whole search on this level: inconclusive: too near to the capacity to tell
}

/** late: it missed the limit by so little that a late load generator may be why. empty: nobody happened to come. */
type Void = 'late' | 'empty'

/** What one load tells a search; see statistics/replay-search.ts. */
export interface SeenStep {
  round: number // 0: before the rounds
  asked: number // the level that was asked for
  level: number // that came; above 0
  seconds: number // that count
  // how many times what was measured fits into the limit: 2 is half of it, 1 just keeps it, below 1 misses it
  room: number
  busy: number | null // of its event loops, from 0 to 1, to guess how much further it goes; null: unknown
  answered: number | null // per second; null: it says nothing about the level
  leastQueue: number // by how much the level must at least stay below saturation; 0: unknown
  insideMs: number | null // in which a user waits for the app, on average; null: unknown
  void: Void | null
}

/** Of each load of a search, with the part that does not count: a bracket need not be exact. */
export const bracketSeconds = { least: 3, most: 12, responses: 30 }
export const roundSeconds = { least: 7.5, most: 15, responses: 600 }
export const mostTurns = 13 // of each variant before the rounds, in nine of ten simulated searches
const betweenSeconds = 3 // from one load to the next

/** In which a search ends, usually: the rounds that would take longer are left out, down to the fewest. */
export const mostSearchSeconds = (
  { arrivals, loop }: Pick<ScenarioPlan, 'arrivals' | 'loop'>,
  { variants, rounds }: Pick<Settings, 'variants' | 'rounds'>
): number =>
  variants.length *
  (mostTurns * bracketSeconds.most +
    rounds.max * ((loop ?? arrivals)?.seconds ?? roundSeconds.most) +
    (mostTurns + rounds.max) * betweenSeconds)

/** @returns the percentiles that a service level limits */
export const limitedPercentiles = (limits: ServiceLevel['limits']): Percentile[] =>
  percentiles.filter((percentile) => limits[percentile] !== undefined)

/** @returns the limits that a load keeps, or misses, such as "p95 ≤ 100 ms and errors ≤ 1 %" */
export const serviceLevelWords = ({ limits }: Pick<ServiceLevel, 'limits'>): string =>
  list([
    ...limitedPercentiles(limits).map((percentile) => `${percentile} ≤ ${limits[percentile]} ms`),
    `errors ≤ ${Number((100 * limits.errorRate).toPrecision(12))} %`
  ])

/** What a comparison measured a scenario with, so that two can be told apart. */
export const searchWords = (searched: Pick<CapacityResult, 'limits' | 'unit'> | null): string =>
  searched === null
    ? 'one load'
    : `a search for ${searched.unit === 'users' ? 'a number of users' : 'the users per second'} with ${serviceLevelWords(searched)}`

/**
 * By how many times its own lateness a load generator may delay responses: after a pause it sends all that was due at
 * once, and such a burst queues in the app. Measured with json-server at 2,000 to 2,500 users/s, of which it could
 * serve twice as many (wrk): 1 to 9 times.
 */
const bursts = 8
const leastOfLimit = 0.1 // lateness that is less of a limit matters as little as it is

const delayBy = (lateMs: number, limitMs: number) => (lateMs < leastOfLimit * limitMs ? lateMs : bursts * lateMs)

const mostRoom = 1000

/** @param run of a search, with its level */
export function seenStep(run: Run, limits: ServiceLevel['limits']): SeenStep {
  const { latencyMs, counted, loadSeconds, requests, generator, round } = run
  const rooms = roomsOf(run, limits)
  const busy = run.workers.flatMap(({ usage }) => usage?.utilization ?? [])
  // What one user sends, so that requests are users.
  const each = generator.users === 0 ? 1 : requests / generator.users
  const isOpen = generator.lateMs !== undefined
  const isEmpty = isOpen && (counted.began === 0 || loadSeconds === 0)
  return {
    round,
    asked: run.level ?? NaN,
    seconds: loadSeconds,
    room: rooms.seen,
    level: isOpen && !isEmpty ? levelOf(run, each) : (run.level ?? NaN),
    busy: busy.length === 0 ? null : busy.reduce((all, one) => all + one, 0) / busy.length,
    answered: isOpen ? run.throughputPerSecond / each : null,
    leastQueue: isOpen ? leastQueueOf(limits) / each : 0,
    insideMs: latencyMs && latencyMs.mean * each,
    void: isEmpty ? 'empty' : rooms.seen < 1 && rooms.ofErrors >= 1 && rooms.onTime >= 1 ? 'late' : null
  }
}

/**
 * @returns by how many users per second who ask once the rate must at least stay below saturation: the time that users
 * wait in a busy queue is exponential, with this rate where all take the same time, and with twice that where their
 * times are exponential (Kingman 1961)
 */
export const leastQueueOf = (limits: ServiceLevel['limits']): number =>
  Math.max(
    ...limitedPercentiles(limits).map((percentile) => {
      const seconds = (limits[percentile] ?? NaN) / 1000
      return -Math.log(1 - probabilityOf(percentile)) / 2 / seconds
    })
  )

// of the users of a load who still wait at its end, from which on it is more than an app can do
const waitingShare = 0.04
const byChance = 2.5 // standard deviations of independent arrivals and answers, by which a queue grows by chance

/** Whether the queue grew so much that it would have gone on to grow, however long users may wait. */
export const isOverloaded = ({ level, answered, seconds }: Pick<SeenStep, 'level' | 'answered' | 'seconds'>): boolean =>
  answered !== null && level - answered > Math.max(waitingShare * level, byChance * Math.sqrt((2 * level) / seconds))

/** Whether a load keeps the limit, and would if it had gone on. */
export const isKept = (step: Pick<SeenStep, 'room' | 'level' | 'answered' | 'seconds'>): boolean =>
  step.room >= 1 && !isOverloaded(step)

/** Each user who came is one who left, or one more who waits, who asks for less so far than the user came for. */
function levelOf({ counted, loadSeconds }: Run, each: number) {
  const began = counted.began ?? NaN
  const ended = counted.requests
  return Math.max(ended / each + (began - ended), began / each) / loadSeconds
}

/** seen: as it was; onTime: if users had come when they were due. */
function roomsOf({ latencyMs, requests, failures, generator: { lateMs } }: Run, limits: ServiceLevel['limits']) {
  const percentiles = limitedPercentiles(limits)
  const rooms = (delayOf: (percentile: Percentile, limitMs: number) => number) =>
    percentiles.map((percentile) => {
      const limitMs = limits[percentile] ?? NaN
      return latencyMs === null
        ? 0
        : limitMs / Math.max(resolutionMs, latencyMs[percentile] - delayOf(percentile, limitMs))
    })
  const errorRate = requests === 0 ? 0 : failures / requests
  const ofErrors = errorRate === 0 ? mostRoom : limits.errorRate / errorRate
  return {
    seen: Math.min(mostRoom, ofErrors, ...rooms(() => 0)),
    onTime: Math.min(...rooms((percentile, limitMs) => delayBy(lateMs?.[percentile] ?? 0, limitMs))),
    ofErrors
  }
}
