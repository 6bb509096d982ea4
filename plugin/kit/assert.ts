import { check, contraryOf, fromCaller, type Compared } from './judge.ts'
import { judgeLimits, judgeThresholds } from './judge-demands.ts'
import {
  readBound,
  readFaster,
  readSpread,
  speedupClaim,
  type BoundOptions,
  type SpreadOptions
} from './judge-options.ts'
import { judgeEvenness, judgeFaster, judgeProblems, judgeSpread, type FasterOptions } from './judges.ts'
import type { Metric } from '../concepts/metrics.ts'

// For node:test and any other runner. Each throws an AssertionError when its claim is false, and when the result is
// inconclusive; and a SpeedupError for wrong options (INVALID_SETTINGS), or where there is nothing to judge
// (NO_COMPARISON). Without a number, each takes the threshold that the comparison declares.

export type { Compared }
// Those of questions, a row for each.
export { assertCapacity } from '../questions/capacity/kit/judge.ts'
export { assertLosses, assertRecovery } from '../questions/losses/kit/judge.ts'

/**
 * `assertFaster(comparison, { at: 'p95', by: 1.3 })`: the whole interval of the speedup lies above that; with
 * `of: 'POST /login'`, of that request's. Without `by`:
 * above each threshold that the comparison declares; it declares none: above 1, at p95.
 */
export function assertFaster(subject: Compared, options?: FasterOptions) {
  check(subject, assertFaster, () => judgeFaster(readFaster(options, 'assertFaster')))
}

/**
 * `assertNotFaster(comparison, { at: 'p95', by: 1.1 })`: the whole interval of the speedup lies below that. Defaults as
 * of assertFaster.
 */
export function assertNotFaster(subject: Compared, options?: FasterOptions) {
  check(subject, assertNotFaster, () => contraryOf(judgeFaster(readFaster(options, 'assertNotFaster'))))
}

/**
 * `assertSpeedup(comparison, 'throughput', { atLeast: 1.3 })`, or `{ below: 1.1 }`. Without options: at least the
 * threshold that the comparison declares.
 */
export function assertSpeedup(subject: Compared, metric: Metric, options?: BoundOptions) {
  check(subject, assertSpeedup, () => readBound(speedupClaim(metric, 'assertSpeedup'), options, 'assertSpeedup'))
}

/**
 * `assertSpread(comparison, { over: 4, evenly: 0.8 })`, or one of them: exactly that many workers answered requests,
 * with at least that fairness; 1 is even. `atLeast: 4`: that many or more; `evenly: true`: as the comparison declares
 * it.
 */
export function assertSpread(subject: Compared, options: SpreadOptions) {
  const { demand, evenly } = fromCaller(assertSpread, () => readSpread(options))
  if (demand !== undefined) check(subject, assertSpread, () => judgeSpread(demand))
  if (evenly !== undefined) check(subject, assertSpread, () => judgeEvenness(evenly))
}

/**
 * Every threshold and every limit of the comparison passed, and no speedup fell since the result of `compareWith`. At
 * least one of these must be required.
 */
export function assertThresholds(subject: Compared) {
  check(subject, assertThresholds, () => judgeThresholds)
}

/** Every limit passed: of each variant, of the baseline, too; or of the candidate. There must be at least one. */
export function assertLimits(subject: Compared) {
  check(subject, assertLimits, () => judgeLimits)
}

/** No warning of the severity problem: nothing says that the result may be wrong. */
export function assertNoProblems(subject: Compared) {
  check(subject, assertNoProblems, () => judgeProblems)
}
