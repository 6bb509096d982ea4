import { percentiles, type Percentile, type Ranged } from '../../../concepts/metrics.ts'
import { list } from '../../../concepts/wording.ts'
import type { Verdict } from '../../../concepts/verdicts.ts'
import type { CapacityReading } from './codes.ts'
import type { Count, Positive, Share, Workers } from '../../../concepts/figures.ts'

/** A rate such as '300/s'; with users, their number, such as '50 users'. */
export type CapacityLevel = string

/** Limits of latency with a unit, such as '200ms'; at least one. */
interface CapacityOptions extends Partial<Record<Percentile, string>> {
  /** largest share of failed requests; 1% when left out */
  errorRate?: string
  /** the load for which a number of workers is recommended */
  for?: CapacityLevel
  /** of a core, and of a GiB of memory, in any currency: tells the cheapest of the variants with `cpus` and `memory` */
  price?: { core?: number; gb?: number }
}

/** What a variant has to keep, for as many users as it can. */
export interface ServiceLevel {
  limits: Partial<Record<Percentile, Positive>> & { errorRate: Share } // ms, and a share
  wanted: number | null // for which workers are recommended: users per second, or users; null: nothing is
  price?: { core: number; gb: number } // of a core, and of a GiB of memory; left out: unknown
}

/** What the question adds to shapes that are everybody's. */
export interface CapacityAdds {
  options: {
    /** the service level: each variant is loaded more and more, to find the most that it carries within it */
    capacity?: CapacityOptions
  }
  limits: {
    /** with the option capacity: minimum */
    capacity?: CapacityLevel | null
  }
  plan: {
    // it is not compared under one load: the search is for the highest at which this is kept
    capacity: ServiceLevel | null
    // users who come independently of each other, as many as the search tries or has found, in place of phases; null:
    // none, or as the phases say. seconds: of each run, with its warm-up; null: as long as is best. isLeast: longer
    // where too few users come in it
    arrivals: { seconds: number | null; isLeast: boolean } | null
  }
  run: {
    // users per second, or users, of a search or of a load at a part of what it found; left out: as the script says
    level?: number
    // computing of a request in the second half of what counts over that in the first; null: unknown; left out: it is
    // no load of a search
    costGrowth?: number | null
  } & CapacityReading
  // to the result of a scenario, and for tests to each candidate
  found: {
    /** What each variant carries within the service level. null: variants were compared under one load. */
    capacity: CapacityResult | null
  }
}

/** How much each variant carries within a service level. Capacities and levels are users per second, or users. */
export interface CapacityResult {
  /**
   * The service level: at least one percentile of latency in ms, and the share of failed requests, at most.
   * @minProperties 2
   */
  limits: ServiceLevel['limits']
  unit: CapacityUnit
  /** In the order written. @minItems 2 */
  variants: VariantCapacity[]
  /** The level for which a number of workers is recommended; null: none is. */
  wanted: Positive | null
  /** Which variants carry it, in one sentence; null: no level is wanted. */
  carriers: string | null
  /** Of the variants whose instances have limits. */
  sizes: Size[]
  /** Which of them to take for what is wanted, in one sentence; null: nothing is wanted. */
  cheapest: string | null
}

/** What all instances of a variant may use, and what it carries for that. */
export interface Size {
  variant: string
  /** null: no limit. */
  cores: Positive | null
  /** GiB; null: no limit. */
  gigabytes: Positive | null
  /** Capacity of a core; null: no limit, or the capacity was not found. */
  perCore: Ranged | null
  /** Capacity of a GiB. */
  perGigabyte: Ranged | null
  /** In the currency of `capacity.price`; null: none was given, or there is no limit on what has one. */
  price: number | null
}

/** /s: users who arrive per second; users: a number of users, each of whom asks again and again. */
export type CapacityUnit = '/s' | 'users'

export interface VariantCapacity {
  /** Its name. */
  variant: string
  workers: Workers
  /**
   * found: the limit lies between loads that keep the service level and loads that miss it. not reached: even the least
   * load misses it. not exhausted: even the most load that can be generated here keeps it.
   */
  end: 'found' | 'not reached' | 'not exhausted'
  /** If it was not found, the least or the most that was tried. */
  capacity: Ranged
  /** The quickest response of all loads; null: there was none. */
  aloneMs: number | null
  /**
   * Ratio of the CPU time of a request in the second half of a load to that in the first; null: it is not higher, or
   * unknown.
   * @minimum 1
   */
  costsMore: number | null
  /** By which part the capacity falls from the first load to the last; null: not measurably. */
  falls: Share | null
  /** Resident memory of all processes of the app near the capacity; null: unknown on this system. */
  appMegabytes: number | null
  /** Of a worker's event loop near the capacity; null: unknown. */
  utilization: Share | null
  /** In the order in which they were made. @minItems 1 */
  steps: CapacityStep[]
}

/** One load of the search. */
export interface CapacityStep {
  /** 0: before the rounds. */
  round: Count
  /** The level that was asked for. */
  level: Positive
  /** The level that came. */
  offered: number
  /** Responses per second with a status below 400. */
  answeredPerSecond: number
  /** Of the limited percentiles; null: nothing was answered. @minProperties 1 */
  latencyMs: Partial<Record<Percentile, number>> | null
  errorRate: Share
  /** How many times what was measured fits into the limit; below 1, it misses it. */
  room: number
  /** How much later than due 99 % of the users arrived at most; null: no user was due at a time. */
  lateMs: number | null
  /**
   * Why it says nothing: it missed the limit by no more than the load generator was late, or nobody happened to come;
   * null: it says something.
   */
  void: Void | null
  /** Of the whole search on this level; inconclusive: too near to the capacity. */
  verdict: Verdict
}

/** late: it missed the limit by so little that a late load generator may be why. empty: nobody happened to come. */
export type Void = 'late' | 'empty'

/** Of each load of a search, with the part that does not count: a bracket need not be exact. */
export const bracketSeconds = { least: 3, most: 12, responses: 30 }
export const roundSeconds = { least: 7.5, most: 15, responses: 600 }
export const mostTurns = 13 // of each variant before the rounds, in nine of ten simulated searches
const betweenSeconds = 3 // from one load to the next

/** In which a search ends, usually: the rounds that would take longer are left out, down to the fewest. */
const mostSeconds = (
  { arrivals, loop }: CapacityAdds['plan'] & { loop: { seconds: number | null } | null },
  { variants, rounds }: { variants: readonly unknown[]; rounds: { max: number } }
) =>
  variants.length *
  (mostTurns * bracketSeconds.most +
    rounds.max * ((loop ?? arrivals)?.seconds ?? roundSeconds.most) +
    (mostTurns + rounds.max) * betweenSeconds)

/** @returns what was found of a variant, if that was searched for */
export const ofVariant = (capacity: CapacityResult | null, name: string) =>
  capacity?.variants.find(({ variant }) => variant === name)

/** @returns the percentiles that a service level limits */
export const limitedPercentiles = (limits: ServiceLevel['limits']) =>
  percentiles.filter((percentile) => limits[percentile] !== undefined)

/** @returns the limits that a load keeps, or misses, such as "p95 ≤ 100 ms and errors ≤ 1 %" */
export const serviceLevelWords = ({ limits }: Pick<ServiceLevel, 'limits'>) =>
  list([
    ...limitedPercentiles(limits).map((percentile) => `${percentile} ≤ ${limits[percentile]} ms`),
    `errors ≤ ${Number((100 * limits.errorRate).toPrecision(12))} %`
  ])

const searchWords = (searched: Pick<CapacityResult, 'limits' | 'unit'>) =>
  `a search for ${searched.unit === 'users' ? 'a number of users' : 'the users per second'} with ${serviceLevelWords(searched)}`

type Found = CapacityAdds['found']

/** What is known of the search everywhere. */
export const capacity = {
  none: { capacity: null } as Found,
  unplanned: { capacity: null, arrivals: null } as CapacityAdds['plan'],
  arrivals: ({ arrivals }: CapacityAdds['plan']) => arrivals,
  isAsked: ({ capacity }: CapacityAdds['plan']) => capacity !== null,
  metricOf: ({ capacity }: Found) => (capacity === null ? null : ('capacity' as const)),
  own: ({ capacity }: Found) => ({ capacity }),
  mostSeconds,
  runs: ({ capacity }: Found) => capacity && capacity.variants.flatMap(({ steps }) => steps).length,
  levelAsked: ({ level }: CapacityAdds['run']) => level ?? null,
  levelOf: ({ capacity }: Found, name: string) => {
    const found = ofVariant(capacity, name)
    return found === undefined || found.end === 'not reached' ? null : found.capacity.value
  },
  isWanted: ({ capacity }: Found) => capacity?.wanted != null || null,
  isAtBounds: ({ capacity }: Found) => capacity?.variants.every(({ end }) => end !== 'found') || null,
  words: ({ capacity }: Found) => capacity && searchWords(capacity),
  wordsOfPlan: ({ capacity, loop }: CapacityAdds['plan'] & { loop: unknown }) =>
    capacity && searchWords({ limits: capacity.limits, unit: loop === null ? '/s' : 'users' })
}
