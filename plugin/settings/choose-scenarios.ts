import { SpeedupError } from '../errors.ts'
import { suggest } from './shapes.ts'
import type { Thresholds } from '../vocabulary.ts'

/** what is compared on its own */
interface Part {
  name?: unknown // as it was written
  only: string | null // the pattern for --scenario-name; null: nothing to choose from
  own?: Thresholds // as they stand at the scenario
  scenarios: Record<string, any>[] // of the script
}

/**
 * @returns one: the mix of all
 * @throws SpeedupError INVALID_SETTINGS: one of them has thresholds of its own
 */
export function mixScenarios(all: Record<string, any>[]): Part[] {
  all.forEach((scenario, i) => rejectOwnThresholds(scenario, i))
  return [{ only: null, scenarios: all }]
}

/**
 * @param wanted the value of --scenario-name
 * @returns each on its own
 * @throws SpeedupError INVALID_SETTINGS
 */
export function chooseScenarios(all: Record<string, any>[], wanted?: string): Part[] {
  const chosen = wanted === undefined ? all : choose(all, wanted)
  if (chosen.length > 1) checkNames(all)
  return chosen.map((scenario) => ({
    name: scenario.name ?? undefined,
    only: all.length > 1 ? `^${escape(String(scenario.name))}$` : null,
    own: scenario.speedup?.thresholds,
    scenarios: [scenario]
  }))
}

/** As Artillery chooses: the name itself, or a regular expression that fits exactly one. */
function choose(all: Record<string, any>[], wanted: string) {
  const pattern = asPattern(wanted)
  const chosen = all.filter(({ name }) => name === wanted || pattern.test(name))
  if (chosen.length === 1) return chosen
  const names = all.map(({ name }) => String(name ?? '(unnamed)'))
  const problem = chosen.length === 0 ? `fits no scenario${suggest(wanted, names)}` : `fits ${chosen.length} scenarios`
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `--scenario-name ${JSON.stringify(wanted)} ${problem}. Scenarios: ${names.join(', ')}.`
  )
}

function asPattern(wanted: string) {
  try {
    return new RegExp(wanted)
  } catch (error) {
    const reason = (error as Error).message
    throw new SpeedupError('INVALID_SETTINGS', `--scenario-name ${JSON.stringify(wanted)} is no regular expression (${reason}).`)
  }
}

function rejectOwnThresholds(scenario: Record<string, any>, i: number) {
  if (scenario.speedup?.thresholds === undefined) return
  const message = `scenarios[${i}].speedup.thresholds is set, but with mix: true no scenario is compared alone. Move it to plugins.speedup.thresholds, or leave mix out.`
  throw new SpeedupError('INVALID_SETTINGS', message)
}

function checkNames(all: Record<string, any>[]) {
  const seen = new Set()
  all.forEach(({ name }, i) => {
    if (name === undefined || name === null || name === '') {
      const message = `scenarios[${i}] has no name. With several scenarios, each is compared on its own and needs one; or set plugins.speedup.mix: true.`
      throw new SpeedupError('INVALID_SETTINGS', message)
    }
    if (seen.has(name)) {
      throw new SpeedupError('INVALID_SETTINGS', `scenarios[${i}].name is ${JSON.stringify(name)}, as an earlier one's. Give each scenario a name of its own.`)
    }
    seen.add(name)
  })
}

/** @param text taken literally inside a regular expression */
function escape(text: string) {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
