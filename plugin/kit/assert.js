import { AssertionError } from 'node:assert'
import { fromCaller, unmet } from './judge.js'
import { judgeEvenness, judgeSpeedup, judgeSpread } from './judge-candidate.js'
import { readBound, readFaster, readSpread } from './judge-options.js'
import { judgeProblems, judgeThresholds } from './judge-whole.js'
import { readSubject } from './subject.js'
/**
 * @import { Comparison, Metric } from '../vocabulary.js'
 * @import { Judgement } from './judge.js'
 * @import { ComparedCandidate, Subject } from './subject.js'
 */

/**
 * For node:test, vitest, jest and any other runner: what is not true, and what nobody can tell, throws.
 *
 * @typedef {Comparison | ComparedCandidate} Compared a comparison with one candidate, or a candidate
 */

/**
 * `assertFaster(comparison, { at: 'p95', by: 1.3 })`: the whole interval of the speedup lies above that.
 *
 * @param {Compared} subject
 * @param {{ at?: Metric, by?: number }} [options] default: p95, by 1
 * @throws {AssertionError | SpeedupError} SpeedupError: INVALID_SETTINGS, NO_COMPARISON
 */
export function assertFaster(subject, options) {
  check(subject, { assertion: assertFaster, name: 'assertFaster' }, (of) => judgeSpeedup(of, readFaster(options, 'assertFaster')))
}

/**
 * `assertNotFaster(comparison, { at: 'p95', by: 1.1 })`: the whole interval of the speedup lies below that.
 *
 * @param {Compared} subject
 * @param {{ at?: Metric, by?: number }} [options] default: p95, by 1
 * @throws {AssertionError | SpeedupError} SpeedupError: INVALID_SETTINGS, NO_COMPARISON
 */
export function assertNotFaster(subject, options) {
  const by = { assertion: assertNotFaster, name: 'assertNotFaster', isDenied: true }
  check(subject, by, (of) => judgeSpeedup(of, readFaster(options, 'assertNotFaster')))
}

/**
 * `assertSpeedup(comparison, 'throughput', { atLeast: 1.3 })`, or `{ below: 1.1 }`.
 *
 * @param {Compared} subject
 * @param {Metric} metric
 * @param {{ atLeast: number, below?: undefined } | { below: number, atLeast?: undefined }} options
 * @throws {AssertionError | SpeedupError} SpeedupError: INVALID_SETTINGS, NO_COMPARISON
 */
export function assertSpeedup(subject, metric, options) {
  const { isDenied, ...demand } = fromCaller(assertSpeedup, () => readBound(metric, options))
  check(subject, { assertion: assertSpeedup, name: 'assertSpeedup', isDenied }, (of) => judgeSpeedup(of, demand))
}

/**
 * `assertSpread(comparison, { over: 4, evenly: 0.8 })`: that many workers answered requests, with that fairness.
 *
 * @param {Compared} subject
 * @param {{ over?: number, evenly?: number }} options one of them, or both; evenly: least fairness, 1 is even
 * @throws {AssertionError | SpeedupError} SpeedupError: INVALID_SETTINGS, NO_COMPARISON
 */
export function assertSpread(subject, options) {
  const { over, evenly } = fromCaller(assertSpread, () => readSpread(options))
  const by = { assertion: assertSpread, name: 'assertSpread' }
  if (over !== null) check(subject, by, (of) => judgeSpread(of, over))
  if (evenly !== null) check(subject, by, (of) => judgeEvenness(of, evenly))
}

/**
 * Everything that was required is reached, and no speedup fell since the result of `compareWith`.
 *
 * @param {Compared} subject
 * @throws {AssertionError | SpeedupError} SpeedupError: INVALID_SETTINGS (nothing was required), NO_COMPARISON
 */
export function assertThresholds(subject) {
  check(subject, { assertion: assertThresholds, name: 'assertThresholds' }, judgeThresholds)
}

/**
 * No warning of the severity problem: nothing says that the result may be wrong.
 *
 * @param {Compared} subject
 * @throws {AssertionError | SpeedupError} SpeedupError: NO_COMPARISON
 */
export function assertNoProblems(subject) {
  check(subject, { assertion: assertNoProblems, name: 'assertNoProblems' }, judgeProblems)
}

/**
 * @param {Compared} compared
 * @param {{ assertion: Function, name: string, isDenied?: boolean }} by
 * @param {(subject: Subject) => Judgement} judge
 */
function check(compared, { assertion, name, isDenied = false }, judge) {
  const found = unmet(fromCaller(assertion, () => judge(readSubject(compared, name))), isDenied)
  if (found !== null) throw new AssertionError({ ...found, operator: name, stackStartFn: assertion })
}
