import { lineOfScenario } from './scenario-line.js'
import { unmetSentence } from './scenario-sentences.js'
import { apart, errorSentence, verdictSentence } from './sentences.js'
/** @import { CandidateResult, Comparison, ScenarioResult, Severity } from '../vocabulary.js' */

/**
 * @typedef {object} Annotation
 * @property {'error' | 'warning'} level
 * @property {string} title
 * @property {number} line
 * @property {string} message
 */

/** GitHub shows no more of a step, of each level. */
const shown = 10

/**
 * What GitHub Actions shall show beside the scenario file: a line of text for each, to be printed as it is.
 *
 * @param {Comparison} comparison
 * @param {{ path: string, text: string }} file the scenario file: its path from the workspace, and what it says
 * @returns {string[]} workflow commands: errors, then warnings, the gravest first
 */
export function annotations({ scenarios, error }, { path, text }) {
  const found = [
    ...(error === null ? [] : [unmeasured(error, text)]),
    ...scenarios.flatMap((result) => result.candidates.flatMap((candidate) => missed(candidate, result, text))),
    ...(/** @type {const} */ (['problem', 'warning'])).flatMap((severity) => scenarios.flatMap((result) => told(severity, result, text)))
  ]
  const levels = (/** @type {const} */ (['error', 'warning'])).map((level) => found.filter((one) => one.level === level))
  return levels.flatMap(limited).map((one) => command(one, path))
}

/**
 * @param {NonNullable<Comparison['error']>} error
 * @param {string} text
 * @returns {Annotation}
 */
function unmeasured(error, text) {
  const [title, message] = apart(errorSentence(error))
  return { level: 'error', title, line: lineOfScenario(text, null), message }
}

/**
 * @param {CandidateResult} candidate
 * @param {ScenarioResult} result
 * @param {string} text
 * @returns {Annotation[]}
 */
function missed(candidate, result, text) {
  const { verdict } = candidate
  if (verdict !== 'fail' && verdict !== 'inconclusive') return []
  const [capitals, sentence] = apart(verdictSentence(candidate, result))
  const unmet = [...candidate.estimates, ...candidate.limits].filter((one) => one.verdict === verdict)
  const word = candidate.againstEarlier === 'fail' && unmet.length === 0 ? 'REGRESSION' : capitals
  const message = [sentence, ...unmet.map((one) => unmetSentence(candidate, one)), candidate.diagnosis.message].join('\n')
  return [{ level: verdict === 'fail' ? 'error' : 'warning', title: `${word}: ${result.scenario}`, line: lineOf(result, text), message }]
}

/**
 * @param {Severity} severity
 * @param {ScenarioResult} result
 * @param {string} text
 * @returns {Annotation[]}
 */
function told(severity, result, text) {
  const { scenario, warnings, preliminary } = result
  // Why it was ended is all that counts then.
  if (preliminary) return []
  const line = lineOf(result, text)
  return warnings.filter((one) => one.severity === severity).map(({ message }) => ({ level: 'warning', title: `${severity}: ${scenario}`, line, message }))
}

/**
 * @param {ScenarioResult} result
 * @param {string} text
 */
function lineOf({ scenario, level }, text) {
  // Under several loads, each result has a name that nobody wrote.
  return lineOfScenario(text, level?.of ?? scenario)
}

/**
 * @param {Annotation[]} found of one level
 * @returns {Annotation[]}
 */
function limited(found) {
  const rest = found.slice(shown - 1)
  if (rest.length < 2) return found
  const [{ level, line }] = rest
  return [...found.slice(0, shown - 1), { level, line, title: `${rest.length} more`, message: rest.map(({ title, message }) => `${title}: ${message}`).join('\n') }]
}

/**
 * @param {Annotation} annotation
 * @param {string} path
 * @returns {string} as `@actions/core` writes it
 */
function command({ level, title, line, message }, path) {
  return `::${level} title=${property(title)},file=${property(path)},line=${line}::${data(message)}`
}

/** @param {string} text */
function data(text) {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

/** @param {string} text */
function property(text) {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
