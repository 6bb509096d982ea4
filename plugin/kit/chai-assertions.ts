import type {} from 'chai'
import type { Metric } from '../concepts/metrics.ts'
import type { FasterOptions } from './judge-options.ts'

export type ChaiStatic = Chai.ChaiStatic
export type ChaiUtils = Chai.ChaiUtils

/**
 * What `use(speedup)` adds. Each is about a comparison with one candidate, or about a candidate. What is inconclusive fails, with `.not`
 * and without.
 */
declare global {
  namespace Chai {
    interface Assertion {
      /** `.faster({ at: 'p95', by: 1.3 })`: the whole interval of the speedup lies above `by`; with `.not`, below it. Default: p95, by 1. */
      faster(options?: FasterOptions): Assertion

      /** `.speedup('throughput').atLeast(1.3)`, or `.below(1.1)`; on its own it claims nothing. */
      speedup(metric: Metric): Assertion

      /** `.speedup('p95').atLeast(1.3)`: the whole interval of the speedup lies above that; with `.not`, below. */
      atLeast(speedup: number): Assertion

      /** `.spreadOver(4).workers`: exactly that many workers answered requests. */
      spreadOver(count: number): Assertion

      /** For reading. */
      workers: Assertion

      /** `.spreadOver(4).workers.evenly(0.8)`, or `.workers.not.evenly(0.8)`: the fair share over the busiest worker's share is at least that; 1 is even. */
      evenly(fairness: number): Assertion

      /** Every threshold of the comparison passed, and no speedup fell since the result of `compareWith`. At least one of these must be required. */
      meetItsThresholds(): Assertion

      /** No warning of the severity problem: nothing says that the result may be wrong. */
      haveNoProblems(): Assertion
    }
  }
}
