import { times } from '../../plugin/report/words/numbers.ts'
import { reasonClause } from '../../plugin/report/words/sentences.ts'
import { percent } from '../../plugin/concepts/wording.ts'
import { disturbed } from './disturbed.ts'
import type { Answer } from './answers.ts'
import type { Claim } from './claims/index.ts'
import type { Found } from './found-of.ts'
import type { Case, Explanation } from './judge.ts'

/** The first that fits is the one, and the last fits always. */
export const ofSpeedups: [Answer, Explanation][] = [
  [
    'unknown',
    ({ claim, found: { reason, baselineName } }) =>
      reason === null ? null : `No verdict on ${claim.metric}: ${reasonClause(reason, baselineName)}.`
  ],
  ['unknown', tooWide],
  ['yes', inside],
  ['yes', above],
  ['unknown', ({ found }) => (found.isDisturbed ? disturbed : null)],
  ['unknown', keptUp],
  ['in part', servedAll],
  ['in kind', tooFewCores],
  ['in part', below],
  ['no', notFaster]
]

/** @returns above 1: the candidate is better, as in all our speedups */
export function claimedSpeedup({ metric, baseline, claimed }: Claim): number {
  return metric === 'throughput' || metric === 'success' ? claimed / baseline : baseline / claimed
}

function tooWide({ claim, found }: Case): string | null {
  const [low, high] = rangeOf(found)
  const speedup = claimedSpeedup(claim)
  if (low > Math.min(1, speedup) || high < Math.max(1, speedup)) return null
  return `Our interval is too wide: it contains both the claimed ${times(speedup)} and no difference.`
}

function inside({ claim, found }: Case): string | null {
  const [low, high] = rangeOf(found)
  const speedup = claimedSpeedup(claim)
  return speedup >= low && speedup <= high ? 'It lies inside our interval.' : null
}

function above({ claim, found }: Case): string | null {
  const speedup = claimedSpeedup(claim)
  return rangeOf(found)[0] > speedup ? `Our interval lies above the claimed ${times(speedup)}.` : null
}

function keptUp({ claim, found: { load, baselineName } }: Case): string | null {
  if (!isOfRate(claim, load) || load.saturated.includes(baselineName)) return null
  return `Users arrive at a fixed rate and ${baselineName} serves them all, so there is nothing to gain at this rate.`
}

function servedAll({ claim, found }: Case): string | null {
  const { load, baselineName, candidateName } = found
  if (!isOfRate(claim, load) || load.saturated.includes(candidateName) || rangeOf(found)[0] <= 1) return null
  return `${baselineName} could not keep up with the arriving users, and ${candidateName} served them all. The claimed ${times(claimedSpeedup(claim))} needs a higher rate.`
}

function tooFewCores(of: Case): string | null {
  const { claim, found } = of
  const { bound, cores } = found
  const speedup = claimedSpeedup(claim)
  if (speedup <= (bound?.atMost ?? cores) || rangeOf(found)[0] <= 1) return null
  const taken = bound === null ? '' : ` The load generator took ${bound.generator.toFixed(2)} of ours.`
  return `The claim needs at least ${Math.ceil(speedup)} cores.${taken}${shareOfPossible(of)}`
}

function below({ claim, found }: Case): string | null {
  const range = rangeOf(found)
  return range[0] > 1 ? `It is faster, but our interval lies below the claimed ${times(claimedSpeedup(claim))}.` : null
}

function notFaster({ claim, found }: Case): string | null {
  const range = rangeOf(found)
  return range[1] < 1
    ? 'It is slower: our interval lies below 1.'
    : `No measurable difference: our interval does not reach the claimed ${times(claimedSpeedup(claim))}.`
}

function shareOfPossible({ claim, found: { bound, estimate }, cores }: Case) {
  if (bound === null || estimate === null || cores === null) return ''
  return ` Theirs is ${percent(claimedSpeedup(claim) / cores)} of what its ${cores} cores could give at most, ours ${percent(estimate.speedup / bound.atMost)}.`
}

function isOfRate({ metric }: Claim, { model }: Found['load']): boolean {
  return metric === 'throughput' && model === 'open'
}

/** @param found of a speedup */
function rangeOf({ estimate }: Found) {
  return (estimate as NonNullable<Found['estimate']>).interval
}
