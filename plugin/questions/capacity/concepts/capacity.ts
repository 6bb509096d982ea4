import { percentiles, type Percentile, type Ranged } from '../../../concepts/metrics.ts'
import { list } from '../../../concepts/wording.ts'
import type { Verdict } from '../../../concepts/verdicts.ts'

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
  limits: Partial<Record<Percentile, number>> & { errorRate: number } // ms, and a share from 0 to 1
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
  // it is not compared under one load: the search is for the highest at which this is kept
  plan: { capacity: ServiceLevel | null }
  run: {
    // computing of a request in the second half of what counts over that in the first; null: unknown; left out: it is
    // no load of a search
    costGrowth?: number | null
    found?: number // what it says of the capacity; left out: it is not searched for, and it is never kept
  }
  // to the result of a scenario, and for tests to each candidate; null: it was compared under one load
  found: { capacity: CapacityResult | null }
}

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
export type Void = 'late' | 'empty'

/** Of each load of a search, with the part that does not count: a bracket need not be exact. */
export const bracketSeconds = { least: 3, most: 12, responses: 30 }
export const roundSeconds = { least: 7.5, most: 15, responses: 600 }
export const mostTurns = 13 // of each variant before the rounds, in nine of ten simulated searches
const betweenSeconds = 3 // from one load to the next

/** In which a search ends, usually: the rounds that would take longer are left out, down to the fewest. */
const mostSeconds = (
  { arrivals, loop }: Record<'arrivals' | 'loop', { seconds: number | null } | null>,
  { variants, rounds }: { variants: readonly unknown[]; rounds: { max: number } }
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

const searchWords = (searched: Pick<CapacityResult, 'limits' | 'unit'>) =>
  `a search for ${searched.unit === 'users' ? 'a number of users' : 'the users per second'} with ${serviceLevelWords(searched)}`

type Found = CapacityAdds['found']

/** What is known of the search everywhere. */
export const capacity = {
  none: { capacity: null } as CapacityAdds['plan'] & Found,
  isAsked: ({ capacity }: CapacityAdds['plan']): boolean => capacity !== null,
  metricOf: ({ capacity }: Found) => (capacity === null ? null : ('capacity' as const)),
  own: ({ capacity }: Found): Found => ({ capacity }),
  mostSeconds,
  runs: ({ capacity }: Found): number | null =>
    capacity && capacity.variants.reduce((sum, { steps }) => sum + steps.length, 0),
  levelOf: ({ capacity }: Found, name: string): number | null => {
    const found = capacity?.variants.find(({ variant }) => variant === name)
    return found === undefined || found.end === 'not reached' ? null : found.capacity.value
  },
  isWanted: ({ capacity }: Found) => (capacity?.wanted == null ? null : (true as const)),
  isAtBounds: ({ capacity }: Found) =>
    capacity?.variants.every(({ end }) => end !== 'found') ? (true as const) : null,
  words: ({ capacity }: Found): string | null => capacity && searchWords(capacity),
  wordsOfPlan: ({ capacity, loop }: CapacityAdds['plan'] & { loop: unknown }): string | null =>
    capacity && searchWords({ limits: capacity.limits, unit: loop === null ? '/s' : 'users' })
} as const
