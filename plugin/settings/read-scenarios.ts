import { basename, extname } from 'node:path'
import { SpeedupError } from '../errors.ts'
import { chooseScenarios, mixScenarios } from './choose-scenarios.ts'
import { atEachLoad } from './load-levels.ts'
import { scenarioShapes } from './option-shapes.ts'
import type { ScenarioPlan, Thresholds, Variant } from '../vocabulary.ts'
import type { ScriptSource } from './read-settings.ts'

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
