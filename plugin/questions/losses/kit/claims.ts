import { misplaced, type ChaiTools } from '../../../kit/chai-tools.ts'
import { judgeLosses, readLoss, type AfterOptions } from './judge.ts'
import type {} from 'chai'
import type { Duration, Percentage } from '../../../concepts/options.ts'

declare global {
  namespace Chai {
    interface Assertion {
      /** `.lose.atMost('0%')`, in a comparison with `disturb`. */
      lose: Loss
      /** `.recover.within('1s')`, in a comparison with `disturb`. */
      recover: Recovery
    }
    interface Loss {
      /**
       * `.lose.atMost('0.1%', { after: 'reload' })`: no more of the requests were lost; 0%: no loss was seen. Default:
       * after each disturbance.
       */
      atMost(share?: Percentage, options?: AfterOptions): Assertion
    }
    interface Recovery {
      /**
       * `.recover.within('1s', { after: 'kill' })`: all was as before within that time. Default: after each
       * disturbance.
       */
      within(time?: Duration, options?: AfterOptions): Assertion
    }
  }
}

export interface LossMatchers<R> {
  /**
   * `.toLoseAtMost('0.1%', { after: 'reload' })`: no more of the requests were lost; 0%: no loss was seen. Default:
   * after each disturbance.
   */
  toLoseAtMost(share?: Percentage, options?: AfterOptions): R
  /**
   * `.toRecoverWithin('1s', { after: 'kill' })`: all was as before within that time. Default: after each
   * disturbance.
   */
  toRecoverWithin(time?: Duration, options?: AfterOptions): R
}

export const lossMatchers = {
  toLoseAtMost: (...values: unknown[]) => judgeLosses(readLoss('lost', 'toLoseAtMost', values)),
  toRecoverWithin: (...values: unknown[]) => judgeLosses(readLoss('recovery', 'toRecoverWithin', values))
}

const lossFlag = 'speedup.loss'

export function addLosses(tools: ChaiTools) {
  const { Assertion, flag, add } = tools
  for (const verb of Object.keys(lossClaims))
    Assertion.addProperty(verb, function () {
      flag(this, lossFlag, verb)
    })
  add('atMost', (assertion, ...values) => judgeLoss(flag(assertion, lossFlag), 'lose', values), 'lose')
  tools.overwrite('within', lossFlag, (assertion, values) =>
    tools.settle(assertion, 'recover', () => judgeLoss(flag(assertion, lossFlag), 'recover', values))
  )
}

const lossClaims = {
  lose: { limit: 'lost', name: 'atMost', example: "to.lose.atMost('0%')" },
  recover: { limit: 'recovery', name: 'within', example: "to.recover.within('1s')" }
} as const

/** @param said the verb before */
function judgeLoss(said: unknown, verb: keyof typeof lossClaims, values: unknown[]) {
  const { limit, name, example } = lossClaims[verb]
  if (said !== verb) misplaced(name, example)
  return judgeLosses(readLoss(limit, name, values))
}
