import { AssertionError } from 'node:assert'
import { fromCaller, unmet, type Judgement } from './judge.ts'
import { judgeEvenness, judgeSpeedup, judgeSpread } from './judge-candidate.ts'
import { readBound, readFaster, readSpread } from './judge-options.ts'
import { judgeProblems, judgeThresholds } from './judge-whole.ts'
import { readSubject, type ComparedCandidate, type Subject } from './subject.ts'
import type { Comparison } from '../concepts/comparison.ts'
import type { Metric } from '../concepts/metrics.ts'

// For node:test, vitest, jest and any other runner: what is not true, and what nobody can tell, throws.

/** a comparison with one candidate, or a candidate */
export type Compared = Comparison | ComparedCandidate

/**
 * `assertFaster(comparison, { at: 'p95', by: 1.3 })`: the whole interval of the speedup lies above that.
 *
 * @param options default: p95, by 1
 * @throws AssertionError | SpeedupError SpeedupError: INVALID_SETTINGS, NO_COMPARISON
 */
export function assertFaster(subject: Compared, options?: { at?: Metric, by?: number }) {
  check(subject, assertFaster, (read) => judgeSpeedup(read, readFaster(options, 'assertFaster')))
}

/**
 * `assertNotFaster(comparison, { at: 'p95', by: 1.1 })`: the whole interval of the speedup lies below that.
 *
 * @param options default: p95, by 1
 * @throws AssertionError | SpeedupError SpeedupError: INVALID_SETTINGS, NO_COMPARISON
 */
export function assertNotFaster(subject: Compared, options?: { at?: Metric, by?: number }) {
  check(subject, assertNotFaster, (read) => judgeSpeedup(read, readFaster(options, 'assertNotFaster')), true)
}

/**
 * `assertSpeedup(comparison, 'throughput', { atLeast: 1.3 })`, or `{ below: 1.1 }`.
 *
 * @throws AssertionError | SpeedupError SpeedupError: INVALID_SETTINGS, NO_COMPARISON
 */
export function assertSpeedup(subject: Compared, metric: Metric, options: { atLeast: number, below?: undefined } | { below: number, atLeast?: undefined }) {
  const { isDenied, ...demand } = fromCaller(assertSpeedup, () => readBound(metric, options))
  check(subject, assertSpeedup, (read) => judgeSpeedup(read, demand), isDenied)
}

/**
 * `assertSpread(comparison, { over: 4, evenly: 0.8 })`: that many workers answered requests, with that fairness.
 *
 * @param options one of them, or both; evenly: least fairness, 1 is even
 * @throws AssertionError | SpeedupError SpeedupError: INVALID_SETTINGS, NO_COMPARISON
 */
export function assertSpread(subject: Compared, options: { over?: number, evenly?: number }) {
  const { over, evenly } = fromCaller(assertSpread, () => readSpread(options))
  if (over !== null) check(subject, assertSpread, (read) => judgeSpread(read, over))
  if (evenly !== null) check(subject, assertSpread, (read) => judgeEvenness(read, evenly))
}

/**
 * Everything that was required is reached, and no speedup fell since the result of `compareWith`.
 *
 * @throws AssertionError | SpeedupError SpeedupError: INVALID_SETTINGS (nothing was required), NO_COMPARISON
 */
export function assertThresholds(subject: Compared) {
  check(subject, assertThresholds, judgeThresholds)
}

/**
 * No warning of the severity problem: nothing says that the result may be wrong.
 *
 * @throws AssertionError | SpeedupError SpeedupError: NO_COMPARISON
 */
export function assertNoProblems(subject: Compared) {
  check(subject, assertNoProblems, judgeProblems)
}

function check(compared: Compared, assertion: Function, judge: (subject: Subject) => Judgement, isDenied = false) {
  const { name } = assertion
  const found = unmet(fromCaller(assertion, () => judge(readSubject(compared, name))), isDenied)
  if (found !== null) throw new AssertionError({ ...found, operator: name, stackStartFn: assertion })
}
