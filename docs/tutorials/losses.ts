import { counted } from '../../plugin/concepts/wording.ts'
import { lostOf } from '../../plugin/questions/losses/report/loss-sentences.ts'
import type { Comparison } from '../../plugin/concepts/comparison.ts'
import type { Losses } from '../../plugin/questions/losses/concepts/losses.ts'
import type { Judgement } from './answers.ts'
import type { LossClaim } from './claims/index.ts'

export function lossesOf({ file, scenarios }: Comparison, name: string, after: LossClaim['after']): Losses {
  const found = scenarios
    .flatMap(({ losses }) => losses ?? [])
    .find(({ variant }) => variant === name)
    ?.losses.find(({ disturbance }) => disturbance.kind === after)
  if (found === undefined) throw new Error(`${file} has no ${after} of ${name}.`)
  return found
}

/** Below this, nobody has noticed: the clocks of several processes. */
const shortestSeconds = 0.05
const isNeverSilent = ({ outageSeconds }: Losses) => outageSeconds !== null && outageSeconds < shortestSeconds

export function judgeLosses({ candidate, against, promises }: LossClaim, own: Losses, other: Losses): Judgement {
  if (own.problems.length > 0) return { answer: 'unknown', why: `${candidate}: ${own.problems.join('; ')}.` }
  const cost = `Without it (${against}): ${lostOf(other)} requests lost, ${silenceOf(other)}.`
  if (promises === 'as many workers') {
    if (own.missing > 0)
      return {
        answer: 'no',
        why: `In ${own.missing} of ${counted(own.rounds, 'round')} fewer workers listened at the end than before. ${cost}`
      }
    return {
      answer: 'yes',
      why: `In each of ${counted(own.rounds, 'round')} as many workers listened at the end as before; requests in the killed worker are lost all the same. ${cost}`
    }
  }
  const isWhole = own.lostRequests === 0 && isNeverSilent(own)
  if (isWhole && promises === 'seconds saved' && (other.outageSeconds ?? 0) < 1) {
    return {
      answer: 'in part',
      why: `${against} listens during a reload too, or again within a second, so what is saved here is requests. ${cost}`
    }
  }
  if (isWhole) return { answer: 'yes', why: `A worker listened at all times. ${cost}` }
  return { answer: own.lost.value < other.lost.value ? 'in part' : 'no', why: cost }
}

/** @returns for how long no worker listened */
export const silenceOf = ({ outageSeconds }: Losses): string =>
  outageSeconds === null ? 'no listener for an unknown time' : `no listener for ${outageSeconds.toFixed(1)} s`
