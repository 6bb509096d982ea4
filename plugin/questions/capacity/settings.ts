import { capacity as question, type CapacityUnit, type ServiceLevel } from './concepts/capacity.ts'
import { metricFacts, percentiles, type Percentile } from '../../concepts/metrics.ts'
import { arrivalPhases } from '../../concepts/load-description.ts'
import type { ScenarioPlan, Script } from '../../concepts/settings.ts'
import { isEndless, secondsOf, usualLoopSeconds } from '../../settings/phases.ts'
import {
  complete,
  named,
  number,
  object,
  orNull,
  refuse,
  refuseValue,
  rowsOf,
  takenBack,
  type GivenOf
} from '../../settings/shapes.ts'
import { amountOf, latency, millisecondsOf, percentage, quantity, shareOf } from '../../settings/quantities.ts'

/** Users per second, or a number of users. */
export const level = named(
  'capacity',
  quantity(
    /^((?=.*[1-9])\d+(\.\d+)? ?\/ ?s|[1-9]\d* users?)$/,
    'a rate such as 300/s; or, with users, their number, such as 50 users',
    (value) => `${value}/s, or ${value} users`
  )
)

/** The option `capacity`. */
const serviceLevel = object({
  ...rowsOf(percentiles, (metric) => [
    latency,
    `Maximum of ${metricFacts[metric].what}, with its unit: 200ms or 0.2s.`,
    'none',
    '200ms'
  ]),
  errorRate: [percentage, 'Maximum share of failed requests.', { default: '1%' }],
  for: [
    level,
    'The load for which a number of workers is recommended, such as 500/s; with users, their number, such as 50 users.',
    'none',
    '500/s'
  ],
  price: [
    object({
      core: [number({ from: 0 }), 'Price of a core.', '0'],
      gb: [number({ from: 0 }), 'Price of a GiB of memory.', '0']
    }),
    'What a core and a GiB of memory cost, such as { core: 0.03, gb: 0.004 }. With for, the cheapest variant that carries this load is named.',
    'none'
  ]
})

const loads = {
  capacity: [
    serviceLevel,
    'The service level, such as { p95: 200ms }. What is compared then is the capacity of each variant: the most users per second (or, with users, the most users) ' +
      'for whom it keeps this level. Replaces config.phases.',
    'one load for all variants'
  ]
} as const

/** What users write to ask how much each variant carries. */
export const capacityWritten = {
  loads,
  variantLimits: {
    capacity: [
      orNull(level),
      `With the option capacity: minimum capacity, such as 300/s, or 50 users. ${takenBack}`,
      null,
      '300/s'
    ]
  },
  numbersOf: { capacity: amountOf },
  loadExample: "capacity: { p95: '100ms' }",
  conflicts: [
    ['capacity', 'generator', "but the search needs to see each request of the plugin's own load. Remove one of them."],
    [
      'capacity',
      'profile',
      'but each load of a search differs from the others, and profiles are compared under the same load. Remove one of them.'
    ],
    ['rate', 'capacity', 'and both define when users arrive. Remove one of them.']
  ],
  noTurns: [
    ({ scenarios }: { scenarios: ScenarioPlan[] }) =>
      scenarios.some((plan) => question.isAsked(plan) || plan.arrivals !== null),
    'a capacity is searched for, whose loads are as many as it needs. Remove alternate.'
  ]
} as const

type Options = Script & GivenOf<typeof loads> & { levels?: number[] }
/** A scenario that is compared; place: its path in the script. */
type Written = Script & { place: string }

const path = 'plugins.speedup.capacity'
const silentSeconds = 8 // after which a connection on which nothing comes is given up, unless http.timeout is longer

/** What is searched, and the loads that are parts of it. */
export const capacityRead = { search }

/** @param config of the script. @returns null: the search is for no capacity; what can't go with it was refused */
function search(options: Options, scenarios: Written[], config: Script) {
  const { capacity, levels } = options
  const demands = demandsOf(options, scenarios)
  if (capacity === undefined) {
    const demand = demands.find(({ key }) => key === 'capacity')
    if (demand !== undefined)
      refuse(`${demand.at} is set, but ${path} is not. Add the service level, such as capacity: { p95: 200ms }.`)
    return null
  }
  if (config.phases !== undefined)
    refuse(
      `${path} and config.phases are both set (--solo sets phases, too), but the search chooses how many users come. Remove config.phases.`
    )
  const users = [{ place: 'plugins', speedup: options }, ...scenarios].find(
    ({ speedup }) => speedup?.users !== undefined
  )?.place
  if (levels !== undefined && users !== undefined)
    refuse(
      `plugins.speedup.levels are parts of the capacity, and ${users}.speedup.users is set, but a fixed number of users sends the next request as soon as the last is answered: ` +
        'the load depends on the app. Remove users, so that users arrive at a rate; or remove levels.'
    )
  // Users who never leave would be more and more.
  const endless = users === undefined && scenarios.find(({ flow }) => isEndless(flow))
  if (endless)
    refuse(
      `${path} is set without users, so users arrive at a rate, but the flow of ${endless.place} has a loop with whileTrue, which may never end. Remove the loop, or set plugins.speedup.users.`
    )
  const unit = users === undefined ? '/s' : 'users'
  checkDemands(demands, unit)
  if (capacity.for !== undefined) checkedUnit(capacity.for, `${path}.for`, unit)
  checkLimits(capacity, config)
  return (plan: ScenarioPlan, duration: string | undefined) => searching(plan, options, duration)
}

/** Thresholds and limits of all levels, but those that only take others back. */
function demandsOf(speedup: Script, scenarios: Written[]) {
  const levels = [
    { place: 'plugins.speedup', speedup },
    ...Object.entries<Script>(speedup.variants ?? {}).map(([name, speedup]) => ({
      place: `plugins.speedup.variants.${name}`,
      speedup
    })),
    ...scenarios.map(({ place, speedup }) => ({ place: `${place}.speedup`, speedup }))
  ]
  return levels.flatMap(({ place, speedup: own }) =>
    ['thresholds', 'limits'].flatMap((kind) =>
      Object.entries(own?.[kind] ?? {})
        .filter(([, value]) => value !== null)
        .map(([key, value]) => ({ kind, key, value: value as string | number, at: `${place}.${kind}.${key}` }))
    )
  )
}

/** Other metrics mean nothing, as each variant is loaded otherwise. */
function checkDemands(demands: ReturnType<typeof demandsOf>, unit: CapacityUnit) {
  const other = demands.find(({ key }) => key !== 'capacity')
  if (other !== undefined) {
    const { kind, at } = other
    const instead = `${kind}: { capacity: ${kind === 'thresholds' ? '1.5' : unit === 'users' ? '50 users' : '300/s'} }`
    refuse(
      `${at} is set, but with ${path} only the capacity is compared. Write ${instead}, or remove capacity. What each request must keep is the service level: capacity: { p95: 200ms, errorRate: 1% }.`
    )
  }
  for (const { kind, value, at } of demands) if (kind === 'limits') checkedUnit(String(value), at, unit)
}

/** @param value users per second, or users; it has been checked that it is one or the other. @returns it */
export function checkedUnit(value: string, at: string, unit: CapacityUnit) {
  const isRate = value.includes('/')
  if (unit === '/s' && !isRate)
    refuseValue(
      at,
      value,
      'but without users, the search is for a rate. Write one, such as 300/s, or set plugins.speedup.users.'
    )
  if (unit === 'users' && isRate)
    refuseValue(at, value, 'but with users, the search is for their number. Write it, such as 50 users.')
  return value
}

/** A request that is given up is not seen to miss the limit. */
function checkLimits(capacity: NonNullable<Options['capacity']>, { http, timeout }: Script) {
  const limits = percentilesOf(capacity)
  if (limits.length === 0) refuse(`${path} has no limit of latency. Add one, such as p95: 200ms.`)
  const set = timeout || http?.timeout
  const seconds = Number(set || silentSeconds)
  const [name, limit = 0] = limits.find(([, ms]) => ms >= 1000 * seconds) ?? []
  if (name === undefined) return
  const key = timeout ? 'config.timeout' : 'config.http.timeout'
  const said = set ? `${key} is ${seconds} s` : `requests time out after ${seconds} s`
  refuse(
    `${path}.${name} is ${limit / 1000} s, but ${said}, so a longer latency would never be seen. Set ${key} to more than ${limit / 1000}.`
  )
}

const percentilesOf = (capacity: NonNullable<Options['capacity']>): [Percentile, number][] =>
  Object.entries(capacity).flatMap(([key, value]) =>
    key in metricFacts ? [[key as Percentile, millisecondsOf(String(value))]] : []
  )

/** @returns a plan for the search and, where loads are parts of what it finds, one for each of them */
function searching(plan: ScenarioPlan, { capacity = {}, levels = [] }: Options, duration: string | undefined) {
  const { errorRate, for: wanted, price } = complete(serviceLevel, capacity)
  const level: ServiceLevel = {
    limits: { ...Object.fromEntries(percentilesOf(capacity)), errorRate: shareOf(errorRate) },
    wanted: wanted === undefined ? null : amountOf(wanted),
    ...(price && { price: { core: 0, gb: 0, ...price } })
  }
  const seconds = duration === undefined ? null : secondsOf(duration)
  const arrivals = plan.loop === null ? { seconds, isLeast: false } : null
  const search = { ...plan, phases: plan.phases ?? arrivalPhases(1), arrivals, capacity: level }
  const nothing = (demands: Script) => Object.fromEntries(Object.keys(demands).map((name) => [name, {}]))
  const factors = levels.toSorted((a, b) => a - b)
  return [
    search,
    ...factors.map((factor) => ({
      ...search,
      name: `${plan.name} at ${factor}x the capacity`,
      thresholds: nothing(plan.thresholds),
      limits: nothing(plan.limits),
      // Beyond the capacity, an app need not do anything.
      level: { of: plan.name, factor, isLeast: factor === factors[0] && factor < 1 },
      arrivals: { seconds: seconds ?? usualLoopSeconds, isLeast: seconds === null },
      capacity: null
    }))
  ]
}
