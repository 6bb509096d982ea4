import { misplaced, type ChaiTools } from '../../../kit/chai-tools.ts'
import { judgeLosses, lossWords, readLoss, type AfterOptions, type LossDemand } from './judge.ts'
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

export function addLosses({ Assertion, flag, add, overwrite, settle }: ChaiTools) {
  for (const { verb } of Object.values(lossWords))
    Assertion.addProperty(verb, function () {
      flag(this, lossFlag, verb)
    })
  const judge = (assertion: object, limit: LossDemand['limit'], values: unknown[]) => {
    const { verb, word, example } = lossWords[limit]
    if (flag(assertion, lossFlag) !== verb) misplaced(word, `to.${verb}.${word}('${example}')`)
    return judgeLosses(readLoss(limit, word, values))
  }
  add('atMost', (assertion, ...values) => judge(assertion, 'lost', values), 'lose')
  overwrite('within', lossFlag, (assertion, values) =>
    settle(assertion, 'recover', () => judge(assertion, 'recovery', values))
  )
}
