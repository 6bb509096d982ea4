import { unmetSentence } from './scenario-sentences.js'
import { fallSentence, verdictSentence } from './sentences.js'
/** @import { CandidateResult, Estimate, Limit, ScenarioResult, Verdict } from '../vocabulary.js' */

/**
 * @typedef {object} Case
 * @property {string} classname
 * @property {string} name the same in every comparison, since CI tells by it what is new and what is mended
 * @property {Outcome | null} outcome null: it passed
 *
 * @typedef {object} Outcome
 * @property {'failure' | 'error' | 'skipped'} element
 * @property {string} type
 * @property {string} message
 * @property {string[]} detail lines
 */

/**
 * One candidate as cases of a test: one for each threshold and for each speedup that may have fallen since an earlier
 * result, or one that says what came of it without any.
 *
 * @param {CandidateResult} candidate
 * @param {ScenarioResult} result
 * @param {{ isTolerated: boolean }} inconclusive whether it is no failure
 * @returns {Case[]}
 */
export function casesOf(candidate, result, { isTolerated }) {
  const { estimates, limits, selfCheck, againstEarlier, verdict } = candidate
  const classname = `${result.scenario}.${candidate.name}`
  const caseOf = (/** @type {string} */ name, /** @type {Outcome | null} */ outcome) => ({ classname, name, outcome })
  const sentence = verdictSentence(candidate, result)
  if (selfCheck !== null) return [caseOf(`self-check against ${result.baseline}`, outcomeOf(verdict, [sentence], isTolerated))]
  const required = [...estimates, ...limits].filter((one) => one.required !== null)
  if (verdict === null) {
    const names = [...required.map(demandOf), ...comparable(candidate).map(sinceThen)]
    const type = result.preliminary ? 'preliminary' : 'no requirement'
    return (names.length === 0 ? ['no requirement'] : names).map((name) => caseOf(name, { element: 'skipped', type, message: sentence, detail: [] }))
  }
  const thresholds = required.map((one) => {
    const lines = [verdictSentence(alone(candidate, one), result), unmetSentence(candidate, one), why(candidate)]
    return caseOf(demandOf(one), outcomeOf(one.verdict, lines, isTolerated))
  })
  const since = sinceEarlier(candidate, result, isTolerated).map(({ name, outcome }) => caseOf(name, outcome))
  const isSaid = [...required.map((one) => one.verdict), againstEarlier].includes(verdict)
  // All that is required is met, but by an app that is not the same.
  const rest = isSaid ? [] : [caseOf(`comparable with ${result.baseline}`, outcomeOf(verdict, [sentence], isTolerated))]
  return [...thresholds, ...since, ...rest]
}

/**
 * @param {CandidateResult} candidate
 * @param {ScenarioResult} result
 * @param {boolean} isTolerated
 * @returns {Omit<Case, 'classname'>[]}
 */
function sinceEarlier(candidate, result, isTolerated) {
  const { name, againstEarlier } = candidate
  if (againstEarlier === 'inconclusive') {
    const sentence = verdictSentence(alone(candidate, null), result)
    return [{ name: 'comparable with the earlier result', outcome: outcomeOf('inconclusive', [sentence], isTolerated) }]
  }
  return comparable(candidate).map((one) => {
    const fall = fallSentence({ name, estimates: [one] })
    return { name: sinceThen(one), outcome: fall === null ? null : regression(fall, candidate) }
  })
}

/**
 * @param {CandidateResult} candidate
 * @returns {Estimate[]} those that can be compared with the earlier result
 */
function comparable({ estimates }) {
  return estimates.filter(({ earlier, reason }) => earlier !== null && reason === null)
}

/** @param {Estimate} estimate */
function sinceThen({ metric }) {
  return `${metric} speedup not below the earlier result`
}

/**
 * @param {string} fall
 * @param {CandidateResult} candidate
 * @returns {Outcome}
 */
function regression(fall, candidate) {
  return { element: 'failure', type: 'regression', message: `FAIL  ${fall}`, detail: [why(candidate)] }
}

/** @param {CandidateResult} candidate */
function why({ diagnosis }) {
  return `why: ${diagnosis.message}`
}

/**
 * @param {Estimate | Limit} of
 * @returns {string} such as "p95 speedup at least 1.3"
 */
function demandOf({ metric, required }) {
  if (metric === 'errorRate') return `error rate at most ${required}`
  return `${metric === 'fairness' ? metric : `${metric} speedup`} at least ${required}`
}

/**
 * A failure turns CI red, whatever its type; type and first word tell whether it is one or was not decided.
 *
 * @param {Verdict | null} verdict
 * @param {string[]} lines
 * @param {boolean} isTolerated
 * @returns {Outcome | null}
 */
function outcomeOf(verdict, [message, ...detail], isTolerated) {
  if (verdict === null || verdict === 'pass') return null
  return { element: verdict === 'inconclusive' && isTolerated ? 'skipped' : 'failure', type: verdict, message, detail }
}

/**
 * @param {CandidateResult} candidate
 * @param {Estimate | Limit | null} one null: the earlier result
 * @returns {CandidateResult} as it would be judged if nothing but that had been required
 */
function alone(candidate, one) {
  const isOut = (/** @type {Estimate | Limit} */ other) => (other === one ? {} : { required: null, verdict: null })
  return {
    ...candidate,
    estimates: candidate.estimates.map((other) => ({ ...other, ...isOut(other), regression: false })),
    limits: candidate.limits.map((other) => ({ ...other, ...isOut(other) })),
    againstEarlier: one === null ? candidate.againstEarlier : null,
    verdict: one === null ? candidate.againstEarlier : one.verdict
  }
}
