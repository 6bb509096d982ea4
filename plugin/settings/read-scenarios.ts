import { basename, extname } from 'node:path'
import { atEachLoad } from './load-levels.ts'
import { scenarioShapes } from './option-shapes.ts'
import { refuse, refuseValue, suggest } from './shapes.ts'
import type { Thresholds } from '../concepts/options.ts'
import type { ScenarioPlan, Variant } from '../concepts/settings.ts'
import type { ScriptSource } from './read-settings.ts'

/** of the script */
type Scenario = Record<string, any>

/** What is compared on its own, one after the other. */
export function readScenarios(options: Record<string, any>, source: ScriptSource, candidates: Variant[]): ScenarioPlan[] {
  const { script, scriptFile, scenarioName } = source
  const all: Scenario[] = script.scenarios ?? []
  if (all.length === 0) refuse(`${scriptFile} has no scenarios. Add at least one under \`scenarios:\`.`)
  all.forEach(({ speedup }, i) => {
    if (speedup !== undefined) scenarioShapes(speedup, `scenarios[${i}].speedup`)
  })
  const parts = options.mix && scenarioName === undefined ? [mixOf(all)] : chosenOf(all, scenarioName)
  return parts.flatMap(({ name, only, own, scenarios }) => {
    const thresholds = thresholdsByCandidate(options, candidates, own)
    const plan = { name: String(name ?? basename(scriptFile, extname(scriptFile))), only, thresholds, level: null }
    return options.load === undefined ? [plan] : atEachLoad(plan, options.load, scenarios, script.config.phases)
  })
}

interface Part {
  name?: unknown // as it was written
  only: string | null // the pattern for --scenario-name; null: nothing to choose from
  own?: Thresholds // as they stand at the scenario
  scenarios: Scenario[]
}

function mixOf(all: Scenario[]): Part {
  const i = all.findIndex(({ speedup }) => speedup?.thresholds !== undefined)
  if (i === -1) return { only: null, scenarios: all }
  refuse(`scenarios[${i}].speedup.thresholds is set, but with mix: true no scenario is compared alone. ` +
    'Move it to plugins.speedup.thresholds, or leave mix out.')
}

/** @returns each on its own */
function chosenOf(all: Scenario[], scenarioName?: string): Part[] {
  const chosen = scenarioName === undefined ? all : [choose(all, scenarioName)]
  if (chosen.length > 1) checkNames(all)
  return chosen.map((scenario) => ({
    name: scenario.name,
    only: all.length > 1 ? `^${String(scenario.name).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$` : null,
    own: scenario.speedup?.thresholds,
    scenarios: [scenario]
  }))
}

/** As Artillery chooses: the name itself, or a regular expression that fits exactly one. */
function choose(all: Scenario[], scenarioName: string) {
  const flag = `--scenario-name ${JSON.stringify(scenarioName)}`
  const pattern = asPattern(scenarioName, flag)
  const chosen = all.filter(({ name }) => name === scenarioName || pattern.test(name))
  if (chosen.length === 1) return chosen[0]
  const names = all.map(({ name }) => String(name ?? '(unnamed)'))
  const problem = chosen.length === 0 ? `fits no scenario${suggest(scenarioName, names)}` : `fits ${chosen.length} scenarios`
  refuse(`${flag} ${problem}. Scenarios: ${names.join(', ')}.`)
}

function asPattern(text: string, flag: string) {
  try {
    return new RegExp(text)
  } catch (error) {
    refuse(`${flag} is no regular expression (${(error as Error).message}).`)
  }
}

function checkNames(all: Scenario[]) {
  all.forEach(({ name }, i) => {
    if (name === undefined || name === null || name === '') {
      refuse(`scenarios[${i}] has no name. With several scenarios, each is compared on its own and needs one; ` +
        'or set plugins.speedup.mix: true.')
    }
    const first = all.findIndex((scenario) => scenario.name === name)
    if (first < i) refuseValue(`scenarios[${i}].name`, name, 'as an earlier one\'s. Give each scenario a name of its own.')
  })
}

/** The nearest level wins, key by key: the scenario's own, then the variant's, then everybody's. */
function thresholdsByCandidate(options: Record<string, any>, candidates: Variant[], own?: Thresholds) {
  return Object.fromEntries(candidates.map(({ name, sweep }) =>
    [name, { ...options.thresholds, ...options.variants[sweep ?? name].thresholds, ...own }]))
}
