import { metricFacts } from '../concepts/metrics.ts'
import { arrivalPhases } from '../concepts/generators.ts'
import { loopsIn, secondsOf } from './phases.ts'
import { refuse, refuseValue } from './shapes.ts'
import type { Arrivals, ScenarioPlan, ServiceLevel, UserLoop } from '../concepts/settings.ts'
import type { Percentile } from '../concepts/metrics.ts'

type Map = Record<string, any>
type Script = Map & { config: Map }

const path = 'plugins.speedup.capacity'
const artillerysTimeoutSeconds = 10

/** @returns whether the search is for a capacity, after what can't go with it was refused */
export function checkCapacity(options: Map, { config, scenarios }: Script): boolean {
  const { capacity, disturb, generator, profile, load, thresholds, limits } = options
  if (capacity === undefined) {
    if (load !== undefined && !Array.isArray(load)) refuse(`plugins.speedup.load is a part of the capacity, but ${path} is not set. Add the service level, such as capacity: { p95: 200ms }.`)
    const demand = [['thresholds', thresholds], ['limits', limits]].find(([, own]) => own?.capacity != null)
    if (demand !== undefined) refuse(`plugins.speedup.${demand[0]}.capacity is set, but ${path} is not. Add the service level, such as capacity: { p95: 200ms }.`)
    return false
  }
  if (disturb !== undefined) refuse(`${path} and plugins.speedup.disturb are both set, but an app that is disturbed keeps no service level meanwhile. Remove one of them.`)
  if (generator !== undefined) refuse(`${path} and plugins.speedup.generator are both set, but the search needs to see each request of the plugin's own load. Remove one of them.`)
  if (profile) refuse(`${path} and plugins.speedup.profile are both set, but loads differ from variant to variant in the search. Remove one of them; profile a comparison under one load.`)
  if (config.phases !== undefined) {
    refuse(`${path} and config.phases are both set (--solo sets phases, too), but the search chooses how many users come. Remove config.phases.`)
  }
  if (Array.isArray(load)) refuse(`${path} and plugins.speedup.load are both set, but there are no phases to multiply. Remove one of them, or write load: { of: capacity, levels: [0.1, 0.4, 0.8] }.`)
  if (load !== undefined && [options, ...scenarios.map((scenario: Map) => scenario.speedup ?? {})].some(({ users }) => users !== undefined)) {
    refuse('plugins.speedup.load is a part of the capacity, and users is set, but a fixed number of users sends the next request as soon as the last is answered: ' +
      'the load depends on the app. Remove users, so that users arrive at a rate; or remove load.')
  }
  checkDemands(options)
  checkTimeout(capacity, config)
  return true
}

/** Other metrics mean nothing, as each variant is loaded otherwise. */
function checkDemands({ thresholds, limits, variants = {} }: Map) {
  const all = [['plugins.speedup', { thresholds, limits }], ...Object.entries<Map>(variants).map(([name, own]) => [`plugins.speedup.variants.${name}`, own])] as [string, Map][]
  for (const [place, demands] of all) {
    for (const kind of ['thresholds', 'limits']) {
      const other = Object.keys(demands[kind] ?? {}).find((key) => key !== 'capacity' && demands[kind][key] !== null)
      if (other !== undefined) refuse(`${place}.${kind}.${other} is set, but with plugins.speedup.capacity only the capacity is compared. Write ${kind}: { capacity: ${kind === 'limits' ? '300/s' : '1.5'} }, or remove capacity.`)
    }
  }
}

/** A request that is given up is not seen to miss the limit. */
function checkTimeout(capacity: Map, { http = {} }: Map) {
  const seconds = Number(http.timeout ?? artillerysTimeoutSeconds)
  const [name, limit] = percentilesOf(capacity).find(([, ms]) => ms >= 1000 * seconds) ?? []
  if (limit === undefined) return
  const said = http.timeout === undefined ? `requests time out after ${seconds} s` : `config.http.timeout is ${seconds} s`
  refuse(`${path}.${name} is ${limit / 1000} s, but ${said}, so a longer latency would never be seen. Set config.http.timeout to more than ${limit / 1000}.`)
}

const percentilesOf = (capacity: Map): [Percentile, number][] => Object.entries(capacity)
  // Rounded: 0.2 s are a little more than 200 ms.
  .flatMap(([key, value]) => (key in metricFacts ? [[key as Percentile, Number((1000 * secondsOf(value)).toPrecision(12))]] : []))

/** @param loop null: users come at a rate */
export function readServiceLevel(capacity: Map, loop: UserLoop | null): ServiceLevel {
  const limits = percentilesOf(capacity)
  if (limits.length === 0) refuse(`${path} has no limit of latency. Add one, such as p95: 200ms.`)
  const { errorRate = 0.01, for: wanted } = capacity
  return { limits: { ...Object.fromEntries(limits), errorRate }, wanted: wanted === undefined ? null : rateOf(wanted, `${path}.for`, loop) }
}

/** @returns users per second, or users */
export function rateOf(value: string | number, at: string, loop: UserLoop | null): number {
  if (loop === null && typeof value === 'number') refuseValue(at, value, `without a unit. Write ${value}/s.`)
  if (loop !== null && typeof value === 'string') refuseValue(at, value, 'but with users, the search is for their number. Write a whole number, such as 50.')
  return parseFloat(String(value))
}

/** @returns a plan for the search and, where loads are parts of what it finds, one for each of them */
export function searching(plan: ScenarioPlan, options: Map, flows: Map[]): ScenarioPlan[] {
  const seconds = options.seconds === undefined ? null : secondsOf(options.seconds)
  const arrivals: Arrivals | null = plan.loop === null ? { seconds, perSecond: null } : null
  const search = { ...plan, phases: plan.phases ?? arrivalPhases(1), arrivals, capacity: readServiceLevel(options.capacity, plan.loop) }
  const endless = arrivals === null ? undefined : flows.find(({ flow }) => loopsIn(flow).some(({ whileTrue }) => whileTrue !== undefined))
  if (endless !== undefined) refuse(`${path} is set without users, so users arrive at a rate, but the flow of ${endless.name ?? plan.name} has a loop with whileTrue, which may never end. Remove the loop, or set plugins.speedup.users.`)
  const levels: number[] = options.load?.levels ?? []
  const nothing = (demands: Map) => Object.fromEntries(Object.keys(demands).map((name) => [name, {}]))
  return [search, ...levels.toSorted((a, b) => a - b).map((factor) => ({
    ...search,
    name: `${plan.name} at ${factor}x the capacity`,
    ...{ thresholds: nothing(plan.thresholds), limits: nothing(plan.limits) },
    level: { of: plan.name, factor },
    capacity: null
  }))]
}
