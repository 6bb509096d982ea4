import { worstOf, type Verdict } from '../../../concepts/verdicts.ts'
import { lossesOfAll } from './losses.ts'
import type { Concludes } from '../../../comparison/question.ts'
import { undiagnosed } from '../../concepts.ts'
import { losses as question, type AllLosses, type Losses } from '../concepts/losses.ts'

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
  const losses = all.flatMap((own) => own.losses)
  const isSome = (wanted: Verdict, of: readonly Losses[]) =>
    of.some(({ limits }) => limits.some(({ verdict }) => verdict === wanted))
  return (
    isSome('fail', losses) ||
    !isSome(
      'inconclusive',
      losses.filter(({ problems }) => problems.length === 0)
    )
  )
}
