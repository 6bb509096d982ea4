import { SpeedupError } from '../concepts/errors.ts'
import { arrivalSeconds, readPhases, scalePhases } from './phases.ts'
import type { ScenarioPlan } from '../concepts/settings.ts'
import type { Thresholds } from '../concepts/options.ts'

/** Users who come within it and then go on are a fixed number of users. */
const burstSeconds = 2

interface LoadOrder {
  factors: number[] // the option `load`, its shape already checked
  phases: unknown // `config.phases`
}

/**
 * One scenario under each load. The speedups that it must reach, it must reach under the load as it was written; as many
 * errors as are allowed are allowed under each.
 *
 * @param scenarios those of the script that it compares
 * @returns least load first
 * @throws SpeedupError INVALID_SETTINGS
 */
export function atEachLoad(plan: ScenarioPlan, scenarios: Record<string, unknown>[], { factors, phases: given }: LoadOrder): ScenarioPlan[] {
  const phases = readPhases(given)
  for (const scenario of scenarios) checkOpen(scenario, plan.name, phases)
  if (!factors.includes(1)) rejectThresholds(plan, factors)
  const elsewhere = Object.fromEntries(Object.entries(plan.thresholds).map(([candidate, thresholds]) => [candidate, errorsOnly(thresholds)]))
  return factors.toSorted((a, b) => a - b).map((factor) => ({
    ...plan,
    name: `${plan.name} at ${factor}x load`,
    thresholds: factor === 1 ? plan.thresholds : elsewhere,
    level: { of: plan.name, factor, phases: scalePhases(phases, factor) }
  }))
}

function errorsOnly({ errorRate }: Thresholds): Thresholds {
  return errorRate === undefined ? {} : { errorRate }
}

/** @param planName of the plan, where the scenario has no name */
function checkOpen({ name, flow }: Record<string, unknown>, planName: string, phases: Record<string, unknown>[]) {
  const loops = loopsIn(flow)
  const endless = loops.some(({ whileTrue }) => whileTrue !== undefined)
  if (!endless && (loops.length === 0 || arrivalSeconds(phases) > burstSeconds)) return
  const how = endless
    ? 'its flow has a loop with whileTrue'
    : `all its users come within ${burstSeconds} s, and its flow has a loop`
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `plugins.speedup.load is set, but scenario ${JSON.stringify(name ?? planName)} is a closed loop: ${how}. A fixed number of users asks again as soon as it has an answer, ` +
      'so the load follows the app, not the script, and can\'t be multiplied. Let users come all the time and ask once: for example phases: [{ duration: 20, arrivalRate: 50 }] and a flow of single requests. Or leave load out.'
  )
}

function rejectThresholds({ name, thresholds }: ScenarioPlan, factors: number[]) {
  const isSet = ({ errorRate: _anywhere, ...one }: Thresholds) => Object.values(one).some((value) => value !== null && value !== undefined)
  if (!Object.values(thresholds).some(isSet)) return
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `plugins.speedup.load is ${JSON.stringify(factors)}, but thresholds are for the load as it is written, which is the factor 1, and scenario ${JSON.stringify(name)} has some. ` +
      `Add 1 to load, or leave the thresholds out.`
  )
}

/**
 * @param flow of a scenario, or a part of it
 * @returns its steps that are loops, nested ones and those inside other steps too
 */
export function loopsIn(flow: unknown): Record<string, unknown>[] {
  if (typeof flow !== 'object' || flow === null) return []
  const own = 'loop' in flow ? [flow as Record<string, unknown>] : []
  return [...own, ...Object.values(flow).flatMap(loopsIn)]
}
