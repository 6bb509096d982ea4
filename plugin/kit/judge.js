import { SpeedupError } from '../errors.js'
import { errorSentence } from '../report/sentences.js'
import { onlyCandidate } from './subject.js'
/**
 * @import { Verdict } from '../vocabulary.js'
 * @import { ComparedCandidate, Subject } from './subject.js'
 */

/**
 * Whether a claim is true.
 *
 * @typedef {object} Judgement
 * @property {Verdict} verdict pass: it is; fail: its contrary is; inconclusive: nobody can tell
 * @property {string} message for whoever expected another verdict: lines, the first word in capitals
 * @property {string} found in short
 * @property {string} claim in short
 * @property {string} contrary in short
 *
 * @typedef {Omit<Judgement, 'message'> & { head: string, lines: string[] }} Draft its lines will stand below its head
 */

/**
 * @param {Judgement} judgement
 * @param {boolean} isDenied the contrary was claimed
 * @returns {{ message: string, actual: string, expected: string } | null} null: it is as expected
 */
export function unmet({ verdict, message, found, claim, contrary }, isDenied) {
  if (verdict === (isDenied ? 'fail' : 'pass')) return null
  return { message, actual: found, expected: isDenied ? contrary : claim }
}

/**
 * @template T
 * @param {Function} assertion called by a test: whoever reads of a wrong call wants to see that line first
 * @param {() => T} act
 * @returns {T}
 */
export function fromCaller(assertion, act) {
  try {
    return act()
  } catch (error) {
    if (error instanceof SpeedupError) Error.captureStackTrace(error, assertion)
    throw error
  }
}

/**
 * @param {Subject} subject
 * @param {(candidate: ComparedCandidate) => Draft} judge
 * @returns {Judgement}
 */
export function judgeOne(subject, judge) {
  return judgeAll(subject, () => judge(onlyCandidate(subject)))
}

/**
 * @param {Subject} subject
 * @param {(candidates: ComparedCandidate[]) => Draft} judge
 * @returns {Judgement} without asking `judge` when it was not measured
 */
export function judgeAll({ candidates, error, page }, judge) {
  const { head, lines, ...short } = error === null ? judge(candidates) : unmeasured(error)
  const below = lines.map((line) => `  ${line}`)
  return { ...short, message: [head, ...below, ...(page === null ? [] : [`Report: ${page}`])].join('\n') }
}

/**
 * @param {NonNullable<Subject['error']>} error
 * @returns {Draft}
 */
function unmeasured(error) {
  const measured = 'measured to the end'
  return { verdict: 'inconclusive', head: errorSentence(error), lines: [], found: 'ended early', claim: measured, contrary: measured }
}
