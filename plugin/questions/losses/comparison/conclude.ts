import { worstOf } from '../../../concepts/verdicts.ts'
import { lossesOfAll } from './losses.ts'
import type { Concludes } from '../../../comparison/question.ts'
import { undiagnosed } from '../../concepts.ts'
import { losses as question, type AllLosses } from '../concepts/losses.ts'

/** What is lost when something happens to the app, which the option disturb says. */
export const lossesQuestion: Concludes = {
  conclude(measured, { thresholds }, settings) {
    if (!question.isAsked(settings)) return null
    const losses = lossesOfAll(measured, settings, thresholds)
    return {
      part: { losses },
      // Its speed is not judged: the time for which users wait for an app that is down would count as its latencies.
      judge: (candidate) => ({
        verdict: worstOf((question.own({ losses }, candidate).losses ?? []).flatMap(({ limits }) => limits)),
        diagnosis: {
          code: question.diagnosis,
          message: 'The app was disturbed, so its speed is not compared.',
          ...undiagnosed
        }
      }),
      decided: isTold(losses)
    }
  },
  unasked: { losses: null },
  undecided: ({ losses }) => ({
    losses:
      losses?.map((all) => ({
        ...all,
        losses: all.losses.map((own) => ({ ...own, limits: own.limits.map((limit) => ({ ...limit, verdict: null })) }))
      })) ?? null
  })
}

/** More rounds can't help where something is in their way. */
function isTold(all: AllLosses) {
  const judged = all.flatMap(({ losses }) => losses).filter(({ problems }) => problems.length === 0)
  return worstOf(judged.flatMap(({ limits }) => limits)) !== 'inconclusive'
}
