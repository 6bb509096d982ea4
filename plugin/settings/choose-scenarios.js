import { SpeedupError } from '../errors.js'
import { suggest } from './shapes.js'
/** @import { Thresholds } from '../vocabulary.js' */

/**
 * @typedef {object} Part what is compared on its own
 * @property {unknown} [name] as it was written
 * @property {string | null} only the pattern for --scenario-name; null: nothing to choose from
 * @property {Thresholds} [own] as they stand at the scenario
 * @property {Record<string, any>[]} scenarios of the script
 */

/**
 * @param {Record<string, any>[]} all
 * @returns {Part[]} one: the mix of all
 * @throws {SpeedupError} INVALID_SETTINGS: one of them has thresholds of its own
 */
export function mixScenarios(all) {
  all.forEach((scenario, i) => rejectOwnThresholds(scenario, i))
  return [{ only: null, scenarios: all }]
}

/**
 * @param {Record<string, any>[]} all
 * @param {string} [wanted] the value of --scenario-name
 * @returns {Part[]} each on its own
 * @throws {SpeedupError} INVALID_SETTINGS
 */
export function chooseScenarios(all, wanted) {
  const chosen = wanted === undefined ? all : choose(all, wanted)
  if (chosen.length > 1) checkNames(all)
  return chosen.map((scenario) => ({
    name: scenario.name ?? undefined,
    only: all.length > 1 ? `^${escape(String(scenario.name))}$` : null,
    own: scenario.speedup?.thresholds,
    scenarios: [scenario]
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

/** @param {string} text taken literally inside a regular expression */
function escape(text) {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
