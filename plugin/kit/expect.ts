import { fromCaller, unmet, type Judge } from './judge.ts'
import { judgeLimits, judgeThresholds } from './judge-demands.ts'
import { questionMatchers, type QuestionMatchers } from '../questions/kit.ts'
import {
  fairness,
  optional,
  readBound,
  readCount,
  readFaster,
  speedupClaim,
  type BoundOptions
} from './judge-options.ts'
import { judgeEvenness, judgeFaster, judgeProblems, judgeSpread, type FasterOptions } from './judges.ts'
import type { Metric } from '../concepts/metrics.ts'

/**
 * What `expect.extend(speedup)` adds in vitest and jest, about a comparison with one candidate, or a candidate.
 * Inconclusive results fail, with or without `.not`. Without a number, a matcher takes the threshold that the
 * comparison declares.
 */
export interface SpeedupMatchers<R = unknown> extends QuestionMatchers<R> {
  /**
   * `.toBeFaster({ at: 'p95', by: 1.3 })`: the whole interval of the speedup lies above `by`; with `.not`, below it.
   * `of: 'POST /login'`: of that request. Without `by`: each threshold that the comparison declares, or 1 where that is
   * lower; it declares none: 1, at p95.
   */
  toBeFaster(options?: FasterOptions): R
  /** `.toHaveSpeedup('throughput', { atLeast: 1.3 })`, or `{ below: 1.1 }`: the whole interval lies there. */
  toHaveSpeedup(metric: Metric, options?: BoundOptions): R
  /** `.toSpreadOver(4)`: exactly that many workers answered requests. */
  toSpreadOver(count: number): R
  /** `.toSpreadOverAtLeast(2)`: that many workers answered requests, or more. */
  toSpreadOverAtLeast(count: number): R
  /** `.toSpreadEvenly(0.8)`: the fair share over the busiest worker's share is at least that; 1 is even. */
  toSpreadEvenly(fairness?: number): R
  /**
   * Every threshold and every limit of the comparison passed, and no speedup fell since the result of `compareWith`. At
   * least one of these must be required.
   */
  toMeetItsThresholds(): R
  /** Every limit passed: of each variant, of the baseline, too; or of the candidate. There must be at least one. */
  toMeetItsLimits(): R
  /** No warning of the severity problem: nothing says that the result may be wrong. */
  toHaveNoProblems(): R
}

// Each runner may be missing: then its declaration has nothing to add to, which must not be an error for users of
// another one.
declare global {
  namespace jest {
    interface Matchers<R, T = {}> extends SpeedupMatchers<R> {}
  }
}
/** @ts-ignore */
declare module 'vitest' {
  interface Matchers<R extends void | Promise<void>, T> extends SpeedupMatchers<R> {}
}
/** @ts-ignore */
declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T> extends SpeedupMatchers<R> {}
}

const judges: Record<keyof SpeedupMatchers, (...values: unknown[]) => Judge> = {
  toBeFaster: (options) => judgeFaster(readFaster(options, 'toBeFaster')),
  toHaveSpeedup: (metric, options) => readBound(speedupClaim(metric, 'toHaveSpeedup'), options, 'toHaveSpeedup'),
  toSpreadOver: (count) => judgeSpread(readCount(count, 'toSpreadOver', false)),
  toSpreadOverAtLeast: (count) => judgeSpread(readCount(count, 'toSpreadOverAtLeast', true)),
  toSpreadEvenly: (least) => judgeEvenness(optional(fairness, least, 'The value of toSpreadEvenly')),
  ...questionMatchers,
  toMeetItsThresholds: () => judgeThresholds,
  toMeetItsLimits: () => judgeLimits,
  toHaveNoProblems: () => judgeProblems
}

type Matcher = (this: { isNot?: boolean }, received: any, ...values: any[]) => { pass: boolean; message: () => string }

function matcherOf(name: string, chooseJudge: (...values: unknown[]) => Judge): Matcher {
  return function matcher(received, ...values) {
    const isNot = this.isNot === true
    const failure = fromCaller(matcher, () => unmet(received, name, chooseJudge(...values), isNot))
    // A runner turns this round behind `.not`: what is inconclusive fails there, too.
    return { pass: (failure === null) !== isNot, message: () => failure?.message ?? '' }
  }
}

/** For `expect.extend()` of vitest and jest: `expect(comparison).toBeFaster({ at: 'p95', by: 1.3 })`. */
const matchers = Object.fromEntries(
  Object.entries(judges).map(([name, chooseJudge]) => [name, matcherOf(name, chooseJudge)])
) as Record<keyof SpeedupMatchers, Matcher>
export default matchers
