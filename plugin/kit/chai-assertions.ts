import type {} from 'chai'
import type { Metric } from '../concepts/metrics.ts'

export type ChaiStatic = Chai.ChaiStatic
export type ChaiUtils = Chai.ChaiUtils

/**
 * What `use(speedup)` adds. Each is about a comparison with one candidate, or about a candidate. What nobody can tell
 * (inconclusive) fails, with `.not` and without.
 */
declare global {
  namespace Chai {
    interface Assertion {
      /**
       * The whole interval of the speedup lies above `by` (default 1); with `.not`, below it.
       *
       *     expect(comparison).to.be.faster()
       *     expect(comparison).to.be.faster({ at: 'p95', by: 1.3 })
       *
       * @param options at: default p95
       */
      faster(options?: { at?: Metric, by?: number }): Assertion

      /**
       * Names a speedup for `.atLeast` or `.below`; on its own it claims nothing.
       *
       *     expect(comparison.candidate('pm2')).to.have.speedup('throughput').atLeast(1.3)
       *     expect(comparison.candidate('pm2')).to.have.speedup('p99').below(1.1)
       */
      speedup(metric: Metric): Assertion

      /**
       * After `.speedup`: its whole interval lies above that; with `.not`, below.
       *
       *     expect(comparison).to.have.speedup('p95').atLeast(1.3)
       */
      atLeast(speedup: number): Assertion

      /**
       * Exactly that many workers answered requests.
       *
       *     expect(comparison).to.spreadOver(4).workers
       */
      spreadOver(count: number): Assertion

      /** For reading. */
      workers: Assertion

      /**
       * After `.spreadOver`: the fair share over the busiest worker's share is at least that; 1 is even.
       *
       *     expect(comparison).to.spreadOver(4).workers.evenly(0.8)
       *     expect(comparison).to.spreadOver(4).workers.not.evenly(0.8)
       */
      evenly(fairness: number): Assertion

      /**
       * Every threshold of the comparison passed, and no speedup fell since the result of its `compareWith`. Without
       * any of these it throws: it could not fail.
       *
       *     expect(comparison).to.meetItsThresholds()
       */
      meetItsThresholds(): Assertion

      /**
       * No warning of the severity problem: nothing says that the result may be wrong.
       *
       *     expect(comparison).to.haveNoProblems()
       */
      haveNoProblems(): Assertion
    }
  }
}
