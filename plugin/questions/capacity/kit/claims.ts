import { readBound } from '../../../kit/judge-options.ts'
import { capacityClaim, type LevelOptions } from './judge.ts'
import type {} from 'chai'
import type { CapacityLevel } from '../concepts/capacity.ts'

declare global {
  namespace Chai {
    interface Assertion {
      /**
       * `.capacity.atLeast('300/s')`, or `.below('400/s')`, with users their number; needs the option capacity. On its
       * own it claims nothing.
       */
      capacity: Capacity
    }
    interface Capacity {
      /**
       * `.capacity.atLeast('300/s')`: the whole interval of what the candidate carries within the service level lies
       * above that; with `.not`, below.
       */
      atLeast(level?: CapacityLevel): Assertion
      /** `.capacity.below('400/s')`: the whole interval lies below. */
      below(level: CapacityLevel): Assertion
    }
  }
}

export interface CapacityMatchers<R> {
  /**
   * `.toHaveCapacity({ atLeast: '300/s' })`, or `{ below: '400/s' }`, with users their number: what it carries within
   * the service level; needs the option capacity.
   */
  toHaveCapacity(options?: LevelOptions): R
}

export const capacityMatchers = {
  toHaveCapacity: (options: unknown) => readBound(capacityClaim, options, 'toHaveCapacity')
}
