import { basename, extname } from 'node:path'
import { SpeedupError } from '../errors.js'
import { chooseScenarios, mixScenarios } from './choose-scenarios.js'
import { atEachLoad } from './load-levels.js'
import { scenarioShapes } from './option-shapes.js'
/**
 * @import { ScenarioPlan, Thresholds, Variant } from '../vocabulary.js'
 * @import { ScriptSource } from './read-settings.js'
 */

/**
 * @param {Record<string, any>} options checked, with defaults
 * @param {ScriptSource} source
 * @param {Variant[]} candidates all variants but the baseline
 * @returns {ScenarioPlan[]} what is compared, one after the other
 * @throws {SpeedupError} INVALID_SETTINGS
 */
export function readScenarios(options, source, candidates) {
  const all = /** @type {Record<string, any>[]} */ (source.script.scenarios ?? [])
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
 * @param {Record<string, any>} options
 * @param {Variant[]} candidates
 * @param {Thresholds} [own] of the scenario
 */
function thresholdsByCandidate(options, candidates, own) {
  const writtenFor = (/** @type {Variant} */ { name, sweep }) => options.variants?.[sweep ?? name].thresholds
  return Object.fromEntries(
    candidates.map((candidate) => [candidate.name, { ...options.thresholds, ...writtenFor(candidate), ...own }])
  )
}
