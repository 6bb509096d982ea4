import { counted, percent } from '../wording.js'
import { beside, interval, times } from './numbers.js'
import { earlierSentence, errorSentence, inconclusiveSentence, marginSentence, verdictSentence } from './sentences.js'
/** @import { CandidateResult, Comparison, Estimate, Limit, ScenarioResult } from '../vocabulary.js' */

/**
 * Everything that is said at the very end.
 *
 * @param {Comparison} comparison
 * @param {{ page: string, link: string | null } | null} report page: its file, as the user may type it; link: for a
 *   terminal, which makes it one to click on; null: there is none
 * @returns {string}
 */
export function formatComparison({ scenarios, error, settings }, report) {
  const blocks = scenarios.map(formatScenario)
  if (error !== null) blocks.push(errorSentence(error))
  const earlier = settings.compareWith === null ? [] : [earlierSentence(settings.compareWith)]
  const where = report === null ? [] : [`Report: ${report.page}${report.link === null ? '' : `  ${report.link}`}`]
  return ['', blocks.join('\n\n'), ...earlier, ...where].join('\n')
}

/**
 * @param {ScenarioResult} result
 * @returns {string}
 */
export function formatScenario(result) {
  const warnings = result.warnings.map(({ severity, message, code }) => `  ${severity}: ${message} [${code}]`)
  return [...result.candidates.flatMap((candidate) => formatCandidate(candidate, result)), ...warnings].join('\n')
}

/**
 * @param {CandidateResult} candidate
 * @param {ScenarioResult} result
 * @returns {string[]} lines
 */
function formatCandidate(candidate, result) {
  const { name, workers, estimates, limits } = candidate
  const title = `speedup  ${result.scenario}  ${name} (${counted(workers, 'worker')}) against ${result.baseline}, ${result.rounds} rounds, ${result.confidence * 100} % intervals`
  const undecided = estimates.filter(({ verdict, reason }) => verdict === 'inconclusive' && reason === null)
  const margins = marginSentence(candidate)
  return [
    title,
    ...estimates.map((estimate) => formatEstimate(estimate, estimates.some(({ earlier }) => earlier !== null))),
    formatWorkers(candidate),
    ...limits.filter(({ metric, value, required }) => metric === 'errorRate' && (required !== null || Number(value) > 0)).map(formatErrors),
    ...formatUse(candidate, result),
    verdictSentence(candidate, result),
    ...undecided.map((estimate) => `  ${inconclusiveSentence(estimate, candidate)}`),
    ...(margins === null ? [] : [`  ${margins}`]),
    `  why: ${candidate.diagnosis.message}`
  ]
}

/**
 * How busy everybody was, the baseline's value before the candidate's.
 *
 * @param {CandidateResult} candidate
 * @param {ScenarioResult} result
 * @returns {string[]} lines; none where it is unknown
 */
function formatUse({ name }, { baseline, variants }) {
  const [before, after] = [baseline, name].map((wanted) => variants.find((use) => use.name === wanted))
  if (before === undefined || after === undefined) return []
  const loops = `${share(before.utilization)} -> ${share(after.utilization)} busy, load generator ${share(before.generatorUtilization)} -> ${share(after.generatorUtilization)}`
  const lines = [`  event loop   ${loops}`]
  if (before.machine !== null && after.machine !== null) {
    const [from, to] = [before.machine, after.machine]
    const cores = (/** @type {number} */ a, /** @type {number} */ b) => `${a.toFixed(2)} -> ${b.toFixed(2)}`
    lines.push(`  machine      app ${cores(from.app, to.app)} of ${counted(to.cores, 'core')}, load generator ${cores(from.generator, to.generator)}, others ${cores(from.others + from.stolen, to.others + to.stolen)}`)
  }
  return lines
}

/** @param {number | null} value from 0 to 1 */
function share(value) {
  return value === null ? '?' : percent(value)
}

/**
 * @param {Estimate} estimate
 * @param {boolean} hasEarlier there is an earlier result to compare with, of this metric or of another
 */
function formatEstimate({ metric, speedup, interval: range, required, verdict, earlier, regression }, hasEarlier) {
  const measured = `  ${metric.padEnd(10)}${times(speedup).padStart(8)}   ${interval(range)}`
  const before = earlier === null ? '' : `${regression ? 'fell from' : 'earlier  '}  ${times(earlier.speedup)} ${interval(earlier.interval)}`
  const demanded = required === null ? '' : `${`>= ${required}`.padEnd(7)}  ${verdict ?? ''}`
  return [measured.padEnd(36), ...(hasEarlier ? [before.padEnd(30)] : []), demanded].join('  ').trimEnd()
}

/** Beyond this, only the busiest and the idlest are told. */
const workersShown = 4

/** @param {CandidateResult} candidate */
function formatWorkers({ shares, limits, workers }) {
  const fairness = /** @type {Limit} */ (limits.find(({ metric }) => metric === 'fairness'))
  if (fairness.value === null) return '  workers      unknown: too many responses carried no PID header'
  const shown = workers <= workersShown ? shares.map(percent) : [percent(shares[0]), '...', percent(shares[workers - 1])]
  const measured = `  workers      ${shown.map((share) => share.padEnd(8)).join('')}`
  const value = `fairness ${fairness.required === null ? fairness.value.toFixed(2) : beside(fairness.value, fairness.required)}`
  return `${measured.padEnd(38)}${fairness.required === null ? value : `${value} >= ${fairness.required}  ${fairness.verdict ?? ''}`.trimEnd()}`
}

/** @param {Limit} limit */
function formatErrors({ value, required, verdict }) {
  const measured = `  errors      ${percent(Number(value)).padStart(6)}`
  return required === null ? measured : `${measured.padEnd(38)}${`<= ${required}`.padEnd(9)}${verdict ?? ''}`.trimEnd()
}
