import { AssertionError } from 'node:assert'
import { fromCaller, unmet, type Judgement } from './judge.ts'
import { judgeEvenness, judgeSpeedup, judgeSpread } from './judge-candidate.ts'
import { readBound, readFaster, readSpread, type FasterOptions } from './judge-options.ts'
import { judgeProblems, judgeThresholds } from './judge-whole.ts'
import { readSubject, type ComparedCandidate, type Subject } from './subject.ts'
import type { Comparison } from '../concepts/comparison.ts'
import type { Metric } from '../concepts/metrics.ts'

// For node:test, vitest, jest and any other runner. Each throws an AssertionError for what is not true, and for what is
// inconclusive; and a SpeedupError for wrong options (INVALID_SETTINGS), or where there is nothing to judge (NO_COMPARISON).

/** a comparison with one candidate, or a candidate */
export type Compared = Comparison | ComparedCandidate

/** `assertFaster(comparison, { at: 'p95', by: 1.3 })`: the whole interval of the speedup lies above that. Default: p95, by 1. */
export function assertFaster(subject: Compared, options?: FasterOptions) {
  check(subject, assertFaster, (read) => judgeSpeedup(read, readFaster(options, 'assertFaster')))
}

/** `assertNotFaster(comparison, { at: 'p95', by: 1.1 })`: the whole interval of the speedup lies below that. Default: p95, by 1. */
export function assertNotFaster(subject: Compared, options?: FasterOptions) {
  check(subject, assertNotFaster, (read) => judgeSpeedup(read, readFaster(options, 'assertNotFaster')), true)
}

/** `assertSpeedup(comparison, 'throughput', { atLeast: 1.3 })`, or `{ below: 1.1 }`. */
export function assertSpeedup(subject: Compared, metric: Metric, options: { atLeast: number, below?: undefined } | { below: number, atLeast?: undefined }) {
  const { isDenied, ...demand } = fromCaller(assertSpeedup, () => readBound(metric, options))
  check(subject, assertSpeedup, (read) => judgeSpeedup(read, demand), isDenied)
}

/** `assertSpread(comparison, { over: 4, evenly: 0.8 })`, or one of them: that many workers answered, with at least that fairness; 1 is even. */
export function assertSpread(subject: Compared, options: { over?: number, evenly?: number }) {
  const { over, evenly } = fromCaller(assertSpread, () => readSpread(options))
  if (over !== null) check(subject, assertSpread, (read) => judgeSpread(read, over))
  if (evenly !== null) check(subject, assertSpread, (read) => judgeEvenness(read, evenly))
}

/** Every threshold of the comparison passed, and no speedup fell since the result of `compareWith`. At least one of these must be required. */
export function assertThresholds(subject: Compared) {
  check(subject, assertThresholds, judgeThresholds)
}

/** No warning of the severity problem: nothing says that the result may be wrong. */
export function assertNoProblems(subject: Compared) {
  check(subject, assertNoProblems, judgeProblems)
}

function check(compared: Compared, assertion: Function, judge: (subject: Subject) => Judgement, isDenied = false) {
  const { name } = assertion
  const failure = unmet(fromCaller(assertion, () => judge(readSubject(compared, name))), isDenied)
  if (failure !== null) throw new AssertionError({ ...failure, operator: name, stackStartFn: assertion })
}
