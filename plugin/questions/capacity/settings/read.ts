import { metricFacts, type Percentile } from '../../../concepts/metrics.ts'
import { type ScenarioPlan, type Script } from '../../../concepts/settings.ts'
import { arrivalPhases } from '../../../concepts/load-description.ts'
import { serviceLevel, type CapacityOptions } from './options.ts'
import { loopsIn, secondsOf } from '../../../settings/phases.ts'
import { amountOf, complete, millisecondsOf, refuse, refuseValue, shareOf } from '../../../settings/shapes.ts'
import type { CapacityUnit, ServiceLevel } from '../concepts/capacity.ts'

type Options = Script & CapacityOptions & { levels?: number[] }
/** A scenario that is compared; place: its path in the script. */
type Written = Script & { place: string }

const path = 'plugins.speedup.capacity'
const example = 'such as capacity: { p95: 200ms }'
const silentSeconds = 8 // after which a connection on which nothing comes is given up, unless http.timeout is longer

/** What is searched, and the loads that are parts of it. */
export const capacityRead = {
  search: (options: Options, scenarios: Written[], config: Script) =>
    checkCapacity(options, scenarios, config)
      ? (plan: ScenarioPlan, duration: string | undefined) => searching(plan, options, duration)
      : null
}

/**
 * @param config of the script
 * @returns whether the search is for a capacity, after what can't go with it was refused
 */
function checkCapacity(options: Options, scenarios: Written[], config: Script): boolean {
  const { capacity, levels } = options
  if (capacity === undefined) {
    const demand = demandsOf(options, scenarios).find(({ key }) => key === 'capacity')
    if (demand !== undefined) refuse(`${demand.at} is set, but ${path} is not. Add the service level, ${example}.`)
    return false
  }
  if (config.phases !== undefined)
    refuse(
      `${path} and config.phases are both set (--solo sets phases, too), but the search chooses how many users come. Remove config.phases.`
    )
  const users = [{ place: 'plugins', speedup: options }, ...scenarios].find(
    ({ speedup }) => speedup?.users !== undefined
  )?.place
  if (levels !== undefined && users !== undefined) refuseLevels(users)
  if (users === undefined) checkOpen(scenarios)
  const unit = users === undefined ? '/s' : 'users'
  checkDemands(demandsOf(options, scenarios), unit)
  if (capacity.for !== undefined) checkUnit(capacity.for, `${path}.for`, unit)
  checkLimits(capacity, config)
  return true
}

/** Thresholds and limits of all levels, but those that only take others back. */
function demandsOf({ thresholds, limits, variants = {} }: Script, scenarios: Written[]) {
  const levels: [string, Script | undefined][] = [
    ['plugins.speedup', { thresholds, limits }],
    ...Object.entries<Script>(variants).map(([name, own]): [string, Script] => [
      `plugins.speedup.variants.${name}`,
      own
    ]),
    ...scenarios.map(({ place, speedup }): [string, Script] => [`${place}.speedup`, speedup])
  ]
  return levels.flatMap(([place, own]) =>
    ['thresholds', 'limits'].flatMap((kind) =>
      Object.entries(own?.[kind] ?? {})
        .filter(([, value]) => value !== null)
        .map(([key, value]) => ({ kind, key, value: value as string | number, at: `${place}.${kind}.${key}` }))
    )
  )
}

/** @param users the place of what sets them */
function refuseLevels(users: string): never {
  refuse(
    `plugins.speedup.levels are parts of the capacity, and ${users}.speedup.users is set, but a fixed number of users sends the next request as soon as the last is answered: ` +
      'the load depends on the app. Remove users, so that users arrive at a rate; or remove levels.'
  )
}

/** Users who never leave would be more and more. */
function checkOpen(scenarios: Written[]) {
  const endless = scenarios.find(({ flow }) => loopsIn(flow).some(({ whileTrue }) => whileTrue !== undefined))
  if (endless === undefined) return
  refuse(
    `${path} is set without users, so users arrive at a rate, but the flow of ${endless.place} has a loop with whileTrue, which may never end. Remove the loop, or set plugins.speedup.users.`
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
  for (const { kind, value, at } of demands) if (kind === 'limits') checkUnit(String(value), at, unit)
}

/** @param value users per second, or users; it has been checked that it is one or the other */
export function checkUnit(value: string, at: string, unit: CapacityUnit) {
  const isRate = value.includes('/')
  if (unit === '/s' && !isRate)
    refuseValue(
      at,
      value,
      'but without users, the search is for a rate. Write one, such as 300/s, or set plugins.speedup.users.'
    )
  if (unit === 'users' && isRate)
    refuseValue(at, value, 'but with users, the search is for their number. Write it, such as 50 users.')
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
function searching(
  plan: ScenarioPlan,
  { capacity = {}, levels = [] }: Options,
  duration: string | undefined
): ScenarioPlan[] {
  const { errorRate, for: wanted, price } = complete(serviceLevel, capacity)
  const level: ServiceLevel = {
    limits: { ...Object.fromEntries(percentilesOf(capacity)), errorRate: shareOf(errorRate) },
    wanted: wanted === undefined ? null : amountOf(wanted),
    ...(price && { price: { core: 0, gb: 0, ...price } })
  }
  const arrivals = plan.loop === null ? { seconds: duration === undefined ? null : secondsOf(duration) } : null
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
      capacity: null
    }))
  ]
}
