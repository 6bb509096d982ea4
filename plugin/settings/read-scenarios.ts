import { basename, extname } from 'node:path'
import { SpeedupError } from '../concepts/errors.ts'
import { atEachLoad } from './load-levels.ts'
import { scenarioShapes } from './option-shapes.ts'
import type { ScenarioPlan, Variant } from '../concepts/settings.ts'
import type { Thresholds } from '../concepts/options.ts'
import type { ScriptSource } from './read-settings.ts'
import { suggest } from './shapes.ts'

/**
 * @param options checked, with defaults
 * @param candidates all variants but the baseline
 * @returns what is compared, one after the other
 * @throws SpeedupError INVALID_SETTINGS
 */
export function readScenarios(options: Record<string, any>, source: ScriptSource, candidates: Variant[]): ScenarioPlan[] {
  const all = (source.script.scenarios ?? []) as Record<string, any>[]
  if (all.length === 0) {
    throw new SpeedupError('INVALID_SETTINGS', `${source.scriptFile} has no scenarios. Add at least one under \`scenarios:\`.`)
  }
  all.forEach((scenario, i) => {
    if (scenario.speedup !== undefined) scenarioShapes(scenario.speedup, `scenarios[${i}].speedup`)
  })
  const parts = options.mix && source.scenarioName === undefined ? mixScenarios(all) : chooseScenarios(all, source.scenarioName)
  const fileName = basename(source.scriptFile, extname(source.scriptFile))
  return parts.flatMap(({ name = fileName, only, own, scenarios }) => {
    const plan = { name: String(name), only, thresholds: thresholdsByCandidate(options, candidates, own), level: null }
    return options.load === undefined ? [plan] : atEachLoad(plan, scenarios, { factors: options.load, phases: source.script.config.phases })
  })
}

/**
 * The nearest level wins, key by key: the scenario's, then the variant's, then everybody's.
 *
 * @param own of the scenario
 */
function thresholdsByCandidate(options: Record<string, any>, candidates: Variant[], own?: Thresholds) {
  const writtenFor = ({ name, sweep }: Variant) => options.variants?.[sweep ?? name].thresholds
  return Object.fromEntries(
    candidates.map((candidate) => [candidate.name, { ...options.thresholds, ...writtenFor(candidate), ...own }])
  )
}

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
function mixScenarios(all: Record<string, any>[]): Part[] {
  all.forEach((scenario, i) => rejectOwnThresholds(scenario, i))
  return [{ only: null, scenarios: all }]
}

/**
 * @param wanted the value of --scenario-name
 * @returns each on its own
 * @throws SpeedupError INVALID_SETTINGS
 */
function chooseScenarios(all: Record<string, any>[], wanted?: string): Part[] {
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
