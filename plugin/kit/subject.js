import { inspect, types } from 'node:util'
import { SpeedupError } from '../errors.js'
import { schemaVersion } from '../record/parse-comparison.js'
import { suggest } from '../settings/shapes.js'
/** @import { CandidateResult, Comparison, ScenarioResult } from '../vocabulary.js' */

/**
 * A candidate with what is known of its scenario.
 *
 * @typedef {CandidateResult & Pick<ScenarioResult, 'scenario' | 'baseline' | 'rounds' | 'roundsAllowed' | 'load'
 *   | 'preliminary' | 'warnings'>} ComparedCandidate its warnings are those of the scenario that speak of it, of the
 *   baseline or of several
 *
 * @typedef {object} Subject what an assertion is about
 * @property {string} assertion its name
 * @property {ComparedCandidate[]} candidates
 * @property {Comparison['error']} error
 * @property {string | null} page of the whole comparison; null: there is none, or this is about one candidate
 */

/**
 * @param {ScenarioResult} of
 * @param {CandidateResult} candidate one of its candidates
 * @returns {ComparedCandidate}
 */
export function comparedCandidate({ scenario, baseline, rounds, roundsAllowed, load, preliminary, warnings: all }, candidate) {
  const warnings = all.filter(({ variant }) => variant === null || variant === baseline || variant === candidate.name)
  return { ...candidate, scenario, baseline, rounds, roundsAllowed, load, preliminary, warnings }
}

/**
 * @param {Comparison} comparison
 * @param {string} [name] may be left out where there is only one
 * @param {string} [scenario] may be left out where there is only one
 * @returns {ComparedCandidate}
 * @throws {SpeedupError} NO_COMPARISON
 */
export function findCandidate(comparison, name, scenario) {
  const { error } = comparison
  const asked = call(name, scenario)
  const refuse = (/** @type {string} */ problem) => {
    const why = error === null ? '' : ` The comparison ended early: ${error.message}`
    throw new SpeedupError('NO_COMPARISON', `${asked}: ${problem}${why}`)
  }
  const all = candidatesOf(comparison)
  const there = all.filter((one) => scenario === undefined || one.scenario === scenario)
  const found = there.filter((one) => name === undefined || one.name === name)
  if (found.length === 1) return found[0]
  if (all.length === 0) return refuse('there are no candidates.')
  if (there.length === 0) return refuse(`there is no such scenario${nearest(scenario, all.map((one) => one.scenario), 'Scenarios')}`)
  if (found.length > 1) return refuse(`there are ${severalOf(found, all)}`)
  const isBaseline = there.some(({ baseline }) => baseline === name)
  const problem = isBaseline ? `${name} is the baseline, which the others are compared with` : 'there is no such candidate'
  return refuse(`${problem}${nearest(isBaseline ? null : name, there.map((one) => one.name), 'Candidates')}`)
}

/**
 * @param {unknown} given what somebody asserts something of
 * @param {string} assertion
 * @returns {Subject}
 * @throws {SpeedupError} NO_COMPARISON
 */
export function readSubject(given, assertion) {
  if (isComparison(given)) {
    const { error, page } = /** @type {Comparison & { page?: string | null }} */ (given)
    return { assertion, candidates: candidatesOf(given), error, page: page ?? null }
  }
  if (isCandidate(given)) return { assertion, candidates: [given], error: null, page: null }
  const advice = types.isPromise(given) ? ' Put await before it.' : ''
  throw new SpeedupError(
    'NO_COMPARISON',
    `${assertion} was given ${brief(given)}. It needs the comparison that compare, compareBeforeAll or readComparison gives, or one of its candidates, such as ${call('clustered')}.${advice}`
  )
}

/**
 * @param {Subject} subject
 * @returns {ComparedCandidate} the only one
 * @throws {SpeedupError} NO_COMPARISON
 */
export function onlyCandidate({ assertion, candidates }) {
  if (candidates.length === 1) return candidates[0]
  const found = candidates.length === 0 ? 'no candidates.' : severalOf(candidates, candidates)
  throw new SpeedupError('NO_COMPARISON', `${assertion} is about one candidate, but this comparison has ${found}`)
}

/**
 * @param {unknown} value
 * @returns {string} on one line, not long
 */
export function brief(value) {
  if (types.isPromise(value)) return 'a promise'
  const shown = typeof value === 'string' ? JSON.stringify(value) : inspect(value, { depth: 0, breakLength: Infinity, maxArrayLength: 3 }).replace(/\s+/g, ' ')
  return shown.length <= 60 ? shown : `${shown.slice(0, 60)}…`
}

/**
 * @param {unknown} given
 * @returns {given is Comparison}
 */
function isComparison(given) {
  const { scenarios, schemaVersion: version } = fieldsOf(given)
  if (!Array.isArray(scenarios) || typeof version !== 'number') return false
  if (version === schemaVersion) return true
  throw new SpeedupError('NO_COMPARISON', `The comparison has schemaVersion ${version}, but this version of artillery-plugin-speedup knows ${schemaVersion} only.`)
}

/**
 * @param {unknown} given
 * @returns {given is ComparedCandidate}
 */
function isCandidate(given) {
  const { scenario, baseline, estimates, limits, warnings, load } = fieldsOf(given)
  return [scenario, baseline].every((one) => typeof one === 'string') && [estimates, limits, warnings].every(Array.isArray) && typeof load === 'object'
}

/**
 * @param {unknown} given
 * @returns {Record<string, unknown>}
 */
function fieldsOf(given) {
  return typeof given === 'object' && given !== null ? /** @type {Record<string, unknown>} */ (given) : {}
}

/** @param {Comparison} comparison */
function candidatesOf({ scenarios }) {
  return scenarios.flatMap((result) => result.candidates.map((candidate) => comparedCandidate(result, candidate)))
}

/**
 * @param {ComparedCandidate[]} candidates at least two
 * @param {ComparedCandidate[]} all of the comparison
 * @returns {string} their number, their names and how to choose, the end of a sentence and another one
 */
function severalOf(candidates, all) {
  const isOneScenario = new Set(all.map(({ scenario }) => scenario)).size === 1
  const names = candidates.map(({ name, scenario }) => (isOneScenario ? name : `${name} in ${scenario}`))
  const { name, scenario } = candidates[candidates.length - 1]
  return `${candidates.length} candidates: ${names.join(', ')}. Choose one, for example ${call(name, isOneScenario ? undefined : scenario)}.`
}

/**
 * @param {unknown} given what is none of them
 * @param {string[]} known
 * @param {string} what they are
 * @returns {string} the end of a sentence, and another one
 */
function nearest(given, known, what) {
  return `${suggest(given, known)}. ${what}: ${[...new Set(known)].join(', ')}.`
}

/**
 * @param {unknown} [name]
 * @param {unknown} [scenario]
 */
function call(name, scenario) {
  const words = scenario !== undefined ? [name, scenario] : name !== undefined ? [name] : []
  return `comparison.candidate(${words.map((word) => inspect(word)).join(', ')})`
}
