import { interval, times } from '../../plugin/report/numbers.js'
import { reasonClause } from '../../plugin/report/sentences.js'
import { counted, percent } from '../../plugin/wording.js'
import { disturbed } from './disturbed.js'
/**
 * @import { Claim } from './claims/index.js'
 * @import { Found } from './found-of.js'
 * @import { Answer, Case, Explanation } from './judge.js'
 */

/**
 * The first that fits is the one, and the last fits always.
 *
 * @type {[Answer, Explanation][]}
 */
export const ofSpeedups = [
  ['can’t be told here', ({ claim, found: { reason, baselineName } }) => (reason === null ? null : `The measurement carries no verdict on ${claim.metric}: ${reasonClause(reason, baselineName)}.`)],
  ['can’t be told here', tooWide],
  ['holds', inside],
  ['holds, by more', above],
  ['can’t be told here', ({ found }) => (found.isDisturbed ? disturbed : null)],
  ['does not show here', keptUp],
  ['holds in kind', servedAll],
  ['holds in kind', tooFewCores],
  ['holds in part', below],
  ['does not hold here', notFaster]
]

/**
 * @param {Claim} claim
 * @returns {number} above 1: the candidate is better, as in all our speedups
 */
export function claimedSpeedup({ metric, baseline, claimed }) {
  return metric === 'throughput' || metric === 'success' ? claimed / baseline : baseline / claimed
}

/** @type {Explanation} */
function tooWide({ claim, found }) {
  const [low, high] = rangeOf(found)
  const speedup = claimedSpeedup(claim)
  if (low > Math.min(1, speedup) || high < Math.max(1, speedup)) return null
  return `Our interval ${interval([low, high])} is too wide: it includes the claimed ${times(speedup)} as well as no difference at all.`
}

/** @type {Explanation} */
function inside({ claim, found }) {
  const [low, high] = rangeOf(found)
  const speedup = claimedSpeedup(claim)
  return speedup >= low && speedup <= high ? `The claimed ${times(speedup)} lies inside our interval ${interval([low, high])}.` : null
}

/** @type {Explanation} */
function above({ claim, found }) {
  const speedup = claimedSpeedup(claim)
  return rangeOf(found)[0] > speedup ? `Our interval ${interval(rangeOf(found))} lies above the claimed ${times(speedup)}.` : null
}

/** @type {Explanation} */
function keptUp({ claim, found: { load, baselineName } }) {
  if (!isOfRate(claim, load) || load.saturated.includes(baselineName)) return null
  return `Users come at a fixed rate, and ${baselineName} served all who came: at this rate there is nothing to gain.`
}

/** @type {Explanation} */
function servedAll({ claim, found }) {
  const { load, baselineName, candidateName } = found
  if (!isOfRate(claim, load) || load.saturated.includes(candidateName) || rangeOf(found)[0] <= 1) return null
  return `${baselineName} could not keep up with the users who came, and ${candidateName} served them all: at this rate no more than our ${interval(rangeOf(found))} can show, whatever the claimed ${times(claimedSpeedup(claim))} would take.`
}

/** @type {Explanation} */
function tooFewCores(of) {
  const { claim, found } = of
  const { bound, cores } = found
  const speedup = claimedSpeedup(claim)
  if (speedup <= (bound?.atMost ?? cores) || rangeOf(found)[0] <= 1) return null
  const here = bound === null ? `there are ${counted(cores, 'core')}` : `${counted(cores, 'core')}, of which the load generator took ${bound.generator.toFixed(2)}, allow at most about ${times(bound.atMost)}`
  return `${quotient(claim)} = ${times(speedup)} takes at least ${Math.ceil(speedup)} cores; here ${here}, and our interval is ${interval(rangeOf(found))}.${shareOfPossible(of)}`
}

/** @type {Explanation} */
function below({ claim, found }) {
  const range = rangeOf(found)
  return range[0] > 1 ? `It is faster, but our interval ${interval(range)} lies below the claimed ${times(claimedSpeedup(claim))}.` : null
}

/** @type {Explanation} */
function notFaster({ claim, found }) {
  const range = rangeOf(found)
  return `Claimed is ${times(claimedSpeedup(claim))}; our interval ${interval(range)} ${range[1] < 1 ? 'lies below 1: it is slower' : 'shows no measurable difference'}.`
}

/** @param {Case} of */
function shareOfPossible({ claim, found: { bound, estimate }, cores }) {
  if (bound === null || estimate === null || cores === null) return ''
  return ` Theirs is ${percent(claimedSpeedup(claim) / cores)} of what its ${cores} cores could give at most, ours ${percent(estimate.speedup / bound.atMost)}.`
}

/** @param {Claim} claim */
function quotient({ metric, baseline, claimed }) {
  const [over, under] = metric === 'throughput' ? [claimed, baseline] : [baseline, claimed]
  return `${over.toLocaleString('en-US')} / ${under.toLocaleString('en-US')}`
}

/** @type {(claim: Claim, load: Found['load']) => boolean} */
function isOfRate({ metric }, { model }) {
  return metric === 'throughput' && model === 'open'
}

/** @param {Found} found of a speedup */
function rangeOf({ estimate }) {
  return /** @type {NonNullable<Found['estimate']>} */ (estimate).interval
}
