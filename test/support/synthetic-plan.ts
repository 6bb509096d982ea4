import { aVariant, someSettings } from './settings.ts'
import type { ScenarioPlan, Settings, Variant } from '../../plugin/concepts/settings.ts'
import type { SyntheticPlan, SyntheticVariant } from './synthetic-record.ts'

export function settingsOf({ variants, rounds, scenarios = ['primes'], load = [], thresholds = {}, endedEarly = false }: SyntheticPlan): Settings {
  const required = Object.fromEntries(variants.slice(1).map((variant) => [variant.name, thresholds]))
  return someSettings({
    variants: variants.map(({ name, mode, workers, scheduling = 'round-robin', sweep = null }) => aVariant({ name, mode, workers: isOutside(mode) ? null : workers, scheduling, sweep })),
    baseline: variants[0].name,
    rounds: endedEarly ? { min: 2 * rounds, max: 2 * rounds } : { min: 3, max: Math.max(3, rounds) },
    scenarios: scenarios.flatMap((name) => levelsOf(name, load).map((plan) => ({ ...plan, only: null, thresholds: required })))
  })
}

/** @returns no Node process that we start, so that nothing tells of its inside */
export function isOutside(mode: Variant['mode']): boolean {
  return mode === 'command' || mode === 'url'
}

function levelsOf(scenario: string, load: number[]): Pick<ScenarioPlan, 'name' | 'level'>[] {
  if (load.length === 0) return [{ name: scenario, level: null }]
  return load.map((factor) => ({ name: `${scenario} at ${factor}x load`, level: { of: scenario, factor, phases: [] } }))
}

/** How many requests a second come under the usual load, where there are several. */
const usualRate = 100

/** @param factor of the load; null: the load is as it was written, a few users who stay */
export function usersOf({ variants, requests }: SyntheticPlan, factor: number | null): { users: number, rampMs: number } {
  if (factor !== null) return { users: requests, rampMs: (1000 * requests) / (usualRate * factor) }
  return { users: Math.max(20, 4 * Math.max(...variants.map(({ workers }) => workers))), rampMs: 1000 }
}

/** @param factor of the load; null: the load is as it was written */
export function medianOf({ workers, medianMs: own }: SyntheticVariant, { medianMs = 100 }: SyntheticPlan, factor: number | null) {
  if (factor === null) return own ?? medianMs * (0.2 + 0.8 / workers)
  // A queue of each worker, which the usual load keeps busy for half of the time.
  return (own ?? 0.2 * medianMs) / Math.max(0.02, 1 - (0.5 * factor) / workers)
}
