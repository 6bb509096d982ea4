import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SpeedupError } from '../errors.js'
import { placesOf } from './places.js'
/**
 * @import { CandidateResult, Comparison, Environment, Estimate, ScenarioResult } from '../vocabulary.js'
 * @import { ScriptSource } from './read-settings.js'
 */

/**
 * What is needed of a comparison.json.
 *
 * @typedef {Pick<Estimate, 'metric' | 'speedup' | 'interval' | 'reason'>} KeptEstimate
 * @typedef {Pick<CandidateResult, 'name'> & { estimates: KeptEstimate[] }} KeptCandidate
 * @typedef {Pick<ScenarioResult, 'scenario' | 'baseline'> & { candidates: KeptCandidate[] }} KeptScenario
 * @typedef {Pick<Comparison, 'finishedAt' | 'error'> & { environment: Pick<Environment, 'commit' | 'plugin' | 'cpu' | 'cores'>, scenarios: KeptScenario[] }} KeptComparison
 */

/** What this version can read. */
const knownVersion = 1

const advice = 'Give the comparison.json of an earlier comparison, or its folder; paths begin at the scenario file.'

/**
 * @param {string} given the option `compareWith`: a comparison.json, or a folder that holds one
 * @param {ScriptSource} source
 * @returns {{ file: string, comparison: KeptComparison }} file: absolute path
 * @throws {SpeedupError} INVALID_SETTINGS
 */
export function readComparison(given, source) {
  const refuse = (/** @type {string} */ problem) => {
    throw new SpeedupError('INVALID_SETTINGS', `plugins.speedup.compareWith is ${JSON.stringify(given)}, but ${problem}`)
  }
  const places = placesOf(given, source)
  const place = places.find((one) => existsSync(one))
  if (place === undefined) return refuse(`there is no ${places.join(' nor ')}. ${advice}`)
  const file = statSync(place).isDirectory() ? join(place, 'comparison.json') : place
  if (!existsSync(file)) return refuse(`the folder ${place} holds no comparison.json: no comparison ended there. ${advice}`)
  const content = parse(file, refuse)
  const version = isMap(content) ? content.schemaVersion : undefined
  if (Number(version) > knownVersion) {
    return refuse(`${file} has the schemaVersion ${version}, and this artillery-plugin-speedup knows ${knownVersion}. Update it, or give a result of this version.`)
  }
  if (version !== knownVersion || !isComparison(content)) return refuse(`${file} is no comparison of artillery-plugin-speedup. ${advice}`)
  return { file, comparison: content }
}

/**
 * @param {string} file
 * @param {(problem: string) => never} refuse
 * @returns {unknown}
 */
function parse(file, refuse) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const { message } = /** @type {Error} */ (error)
    return refuse(error instanceof SyntaxError ? `${file} is no JSON (${message}): is it half-written? ${advice}` : `${file} can't be read (${message}). ${advice}`)
  }
}

/**
 * @param {unknown} content
 * @returns {content is KeptComparison}
 */
function isComparison(content) {
  if (!isMap(content)) return false
  const { finishedAt, error, environment, scenarios } = content
  const isEnvironment = isMap(environment) && isText(environment.plugin) && isText(environment.cpu) && isNumber(environment.cores) && isTextOrNull(environment.commit)
  const isError = error === null || (isMap(error) && isText(error.code) && isText(error.message))
  return isText(finishedAt) && isError && isEnvironment && isListOf(scenarios, isScenario)
}

/** @param {any} value */
function isScenario(value) {
  return isMap(value) && isText(value.scenario) && isText(value.baseline) && isListOf(value.candidates, isCandidate)
}

/** @param {any} value */
function isCandidate(value) {
  return isMap(value) && isText(value.name) && isListOf(value.estimates, isEstimate)
}

/** @param {any} value */
function isEstimate(value) {
  if (!isMap(value) || !isText(value.metric) || !isTextOrNull(value.reason)) return false
  return isNumber(value.speedup) && isListOf(value.interval, isNumber) && value.interval.length === 2
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, any>}
 */
function isMap(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * @param {unknown} value
 * @param {(item: unknown) => boolean} isItem
 */
function isListOf(value, isItem) {
  return Array.isArray(value) && value.every(isItem)
}

/** @param {unknown} value */
function isText(value) {
  return typeof value === 'string'
}

/** @param {unknown} value */
function isTextOrNull(value) {
  return value === null || isText(value)
}

/** @param {unknown} value above 0, as all numbers here are */
function isNumber(value) {
  return typeof value === 'number' && value > 0
}
