import { basename, extname } from 'node:path'
import { atEachLoad } from './load-levels.ts'
import { scenarioShapes } from './option-shapes.ts'
import { refuse, refuseValue, suggest } from './shapes.ts'
import type { ScenarioPlan, Variant } from '../concepts/settings.ts'
import type { ScriptSource } from './read-settings.ts'

type Scenario = Record<string, any> // of the script

/** What is compared on its own, one after the other. */
export function readScenarios(options: Record<string, any>, { script, scriptFile, scenarioName }: ScriptSource, candidates: Variant[]): ScenarioPlan[] {
  const all: Scenario[] = script.scenarios ?? []
  if (all.length === 0) refuse(`${scriptFile} has no scenarios. Add at least one under \`scenarios:\`.`)
  all.forEach(({ speedup }, i) => {
    if (speedup !== undefined) scenarioShapes(speedup, `scenarios[${i}].speedup`)
  })
  // The nearest level wins, key by key: the scenario's own, then the variant's, then everybody's.
  const planOf = ({ name = null, speedup }: Scenario, only: string | null): ScenarioPlan => ({
    name: String(name ?? basename(scriptFile, extname(scriptFile))),
    only,
    thresholds: Object.fromEntries(candidates.map(({ name, sweep }) =>
      [name, { ...options.thresholds, ...options.variants[sweep ?? name].thresholds, ...speedup?.thresholds }])),
    level: null
  })
  const underLoads = (plan: ScenarioPlan, scenarios: Scenario[]) =>
    options.load === undefined ? [plan] : atEachLoad(plan, options.load, scenarios, script.config.phases)
  if (options.mix && scenarioName === undefined) {
    const i = all.findIndex(({ speedup }) => speedup?.thresholds !== undefined)
    if (i === -1) return underLoads(planOf({}, null), all)
    refuse(`scenarios[${i}].speedup.thresholds is set, but with mix: true no scenario is compared alone. ` +
      'Move it to plugins.speedup.thresholds, or leave mix out.')
  }
  return choose(all, scenarioName).flatMap((scenario) => {
    const only = all.length === 1 ? null : `^${String(scenario.name).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`
    return underLoads(planOf(scenario, only), [scenario])
  })
}

/** As Artillery chooses: by the name itself, or by a regular expression that fits exactly one; without either, all. */
function choose(all: Scenario[], scenarioName?: string): Scenario[] {
  if (scenarioName === undefined) {
    if (all.length > 1) checkNames(all)
    return all
  }
  const flag = `--scenario-name ${JSON.stringify(scenarioName)}`
  const pattern = asPattern(scenarioName, flag)
  const chosen = all.filter(({ name }) => name === scenarioName || pattern.test(name))
  if (chosen.length === 1) return chosen
  const names = all.map(({ name }) => String(name ?? '(unnamed)'))
  const problem = chosen.length === 0 ? `fits no scenario${suggest(scenarioName, names)}` : `fits ${chosen.length} scenarios`
  refuse(`${flag} ${problem}. Scenarios: ${names.join(', ')}.`)
}

function checkNames(all: Scenario[]) {
  all.forEach(({ name = null }, i) => {
    if (name === null || name === '') {
      refuse(`scenarios[${i}] has no name. With several scenarios, each is compared on its own and needs one; or set plugins.speedup.mix: true.`)
    }
    if (all.findIndex((scenario) => scenario.name === name) === i) return
    refuseValue(`scenarios[${i}].name`, name, 'as an earlier one\'s. Give each scenario a name of its own.')
  })
}

function asPattern(text: string, flag: string) {
  try {
    return new RegExp(text)
  } catch (error) {
    refuse(`${flag} is no regular expression (${(error as Error).message}).`)
  }
}
