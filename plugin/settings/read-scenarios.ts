import { basename, extname } from 'node:path'
import { atEachLoad } from './load-levels.ts'
import { scenarioShapes } from './option-shapes.ts'
import { refuse, refuseValue, suggest } from './shapes.ts'
import type { Thresholds } from '../concepts/options.ts'
import type { ScenarioPlan, Variant } from '../concepts/settings.ts'
import type { ScriptSource } from './read-settings.ts'

/** of the script */
type Scenario = Record<string, any>

/**
 * @param options checked, with defaults
 * @param candidates all variants but the baseline
 * @returns what is compared, one after the other
 */
export function readScenarios(options: Record<string, any>, source: ScriptSource, candidates: Variant[]): ScenarioPlan[] {
  const { script, scriptFile, scenarioName } = source
  const all: Scenario[] = script.scenarios ?? []
  if (all.length === 0) refuse(`${scriptFile} has no scenarios. Add at least one under \`scenarios:\`.`)
  all.forEach(({ speedup }, i) => {
    if (speedup !== undefined) scenarioShapes(speedup, `scenarios[${i}].speedup`)
  })
  const parts = options.mix && scenarioName === undefined ? mixScenarios(all) : chooseScenarios(all, scenarioName)
  return parts.flatMap(({ name, only, own, scenarios }) => {
    const thresholds = thresholdsByCandidate(options, candidates, own)
    const plan = { name: String(name ?? basename(scriptFile, extname(scriptFile))), only, thresholds, level: null }
    return options.load === undefined ? [plan] : atEachLoad(plan, options.load, { scenarios, phases: script.config.phases })
  })
}

/** what is compared on its own */
interface Part {
  name?: unknown // as it was written
  only: string | null // the pattern for --scenario-name; null: nothing to choose from
  own?: Thresholds // as they stand at the scenario
  scenarios: Scenario[]
}

/** @returns one: the mix of all */
function mixScenarios(all: Scenario[]): Part[] {
  const i = all.findIndex(({ speedup }) => speedup?.thresholds !== undefined)
  if (i === -1) return [{ only: null, scenarios: all }]
  refuse(`scenarios[${i}].speedup.thresholds is set, but with mix: true no scenario is compared alone. ` +
    'Move it to plugins.speedup.thresholds, or leave mix out.')
}

/**
 * @param wanted the value of --scenario-name
 * @returns each on its own
 */
function chooseScenarios(all: Scenario[], wanted?: string): Part[] {
  const chosen = wanted === undefined ? all : [choose(all, wanted)]
  if (chosen.length > 1) checkNames(all)
  return chosen.map((scenario) => ({
    name: scenario.name,
    only: all.length > 1 ? `^${escape(String(scenario.name))}$` : null,
    own: scenario.speedup?.thresholds,
    scenarios: [scenario]
  }))
}

/** As Artillery chooses: the name itself, or a regular expression that fits exactly one. */
function choose(all: Scenario[], wanted: string) {
  const pattern = asPattern(wanted)
  const chosen = all.filter(({ name }) => name === wanted || pattern.test(name))
  if (chosen.length === 1) return chosen[0]
  const names = all.map(({ name }) => String(name ?? '(unnamed)'))
  const problem = chosen.length === 0 ? `fits no scenario${suggest(wanted, names)}` : `fits ${chosen.length} scenarios`
  refuse(`--scenario-name ${JSON.stringify(wanted)} ${problem}. Scenarios: ${names.join(', ')}.`)
}

function asPattern(wanted: string) {
  try {
    return new RegExp(wanted)
  } catch (error) {
    refuse(`--scenario-name ${JSON.stringify(wanted)} is no regular expression (${(error as Error).message}).`)
  }
}

function checkNames(all: Scenario[]) {
  all.forEach(({ name }, i) => {
    if (name === undefined || name === null || name === '') {
      refuse(`scenarios[${i}] has no name. With several scenarios, each is compared on its own and needs one; ` +
        'or set plugins.speedup.mix: true.')
    }
    if (all.findIndex((scenario) => scenario.name === name) === i) return
    refuseValue(`scenarios[${i}].name`, name, 'as an earlier one\'s. Give each scenario a name of its own.')
  })
}

/** @param text taken literally inside a regular expression */
function escape(text: string) {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/** The nearest level wins, key by key: the scenario's own, then the variant's, then everybody's. */
function thresholdsByCandidate(options: Record<string, any>, candidates: Variant[], own?: Thresholds) {
  return Object.fromEntries(candidates.map(({ name, sweep }) =>
    [name, { ...options.thresholds, ...options.variants[sweep ?? name].thresholds, ...own }]))
}
