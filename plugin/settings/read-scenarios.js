import { basename, extname } from 'node:path'
import { SpeedupError } from '../errors.js'
import { scenarioShapes } from './option-shapes.js'
import { suggest } from './shapes.js'
/**
 * @import { ScenarioPlan, Thresholds } from '../vocabulary.js'
 * @import { ScriptSource } from './read-settings.js'
 */

/**
 * @param {Record<string, any>} options checked, with defaults
 * @param {ScriptSource} source
 * @param {string[]} candidates the variants' names but the baseline's
 * @returns {ScenarioPlan[]} what is compared, one after the other
 */
export function readScenarios(options, source, candidates) {
  const all = /** @type {Record<string, any>[]} */ (source.script.scenarios ?? [])
  if (all.length === 0) {
    throw new SpeedupError('INVALID_SETTINGS', `${source.scriptFile} has no scenarios. Add at least one under \`scenarios:\`.`)
  }
  all.forEach((scenario, i) => {
    if (scenario.speedup !== undefined) scenarioShapes(scenario.speedup, `scenarios[${i}].speedup`)
  })
  const fileName = basename(source.scriptFile, extname(source.scriptFile))
  const thresholdsOf = (/** @type {Thresholds | undefined} */ own) => thresholdsByCandidate(options, candidates, own)
  if (options.mix && source.scenarioName === undefined) {
    all.forEach((scenario, i) => rejectOwnThresholds(scenario, i))
    return [{ name: fileName, only: null, thresholds: thresholdsOf(undefined) }]
  }
  const chosen = source.scenarioName === undefined ? all : choose(all, source.scenarioName)
  if (chosen.length > 1) checkNames(all)
  return chosen.map((scenario) => ({
    name: String(scenario.name ?? fileName),
    only: all.length > 1 ? `^${escape(String(scenario.name))}$` : null,
    thresholds: thresholdsOf(scenario.speedup?.thresholds)
  }))
}

/**
 * As Artillery chooses: the name itself, or a regular expression that fits exactly one.
 *
 * @param {Record<string, any>[]} all
 * @param {string} wanted
 */
function choose(all, wanted) {
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

/** @param {string} wanted */
function asPattern(wanted) {
  try {
    return new RegExp(wanted)
  } catch (error) {
    const reason = /** @type {Error} */ (error).message
    throw new SpeedupError('INVALID_SETTINGS', `--scenario-name ${JSON.stringify(wanted)} is no regular expression (${reason}).`)
  }
}

/**
 * @param {Record<string, any>} scenario
 * @param {number} i
 */
function rejectOwnThresholds(scenario, i) {
  if (scenario.speedup?.thresholds === undefined) return
  const message = `scenarios[${i}].speedup.thresholds is set, but with mix: true no scenario is compared alone. Move it to plugins.speedup.thresholds, or leave mix out.`
  throw new SpeedupError('INVALID_SETTINGS', message)
}

/** @param {Record<string, any>[]} all */
function checkNames(all) {
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

/**
 * The nearest level wins, key by key: the scenario's, then the variant's, then everybody's.
 *
 * @param {Record<string, any>} options
 * @param {string[]} candidates
 * @param {Thresholds} [own] of the scenario
 */
function thresholdsByCandidate(options, candidates, own) {
  return Object.fromEntries(
    candidates.map((name) => [name, { ...options.thresholds, ...options.variants?.[name].thresholds, ...own }])
  )
}

/** @param {string} text taken literally inside a regular expression */
function escape(text) {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
