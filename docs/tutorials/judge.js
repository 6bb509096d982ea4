import { interval, times } from '../../plugin/report/numbers.js'
import { reasonClause } from '../../plugin/report/sentences.js'
import { counted, percent } from '../../plugin/wording.js'
/**
 * @import { Claim, Tutorial } from './claims/index.js'
 * @import { Found } from './found-of.js'
 */

/**
 * Whether a claim is true here.
 *
 * @typedef {'holds' | 'holds, by more' | 'holds in kind' | 'holds in part' | 'does not show here' | 'does not hold here'
 *   | 'can’t be told here'} Answer
 *
 * @typedef {{ answer: Answer, why: string }} Judgement why: one or two sentences
 *
 * @typedef {object} Case
 * @property {Claim} claim
 * @property {Found} found
 * @property {number | null} cores of the tutorial's machine
 *
 * @typedef {(of: Case) => string | null} Explanation null: that is not it
 */

/** From this share on, all requests were answered. */
const all = 0.995

/**
 * @param {Claim} claim
 * @param {Found} found
 * @param {Pick<Tutorial, 'cores'>} tutorial
 * @returns {Judgement} the first that fits is the one
 */
export function judge(claim, found, { cores }) {
  for (const [answer, explain] of claim.metric === 'success' ? ofShares : ofSpeedups) {
    const why = explain({ claim, found, cores })
    if (why !== null) return { answer, why }
  }
  throw new Error('The last explanation fits always.')
}

/**
 * @param {Claim} claim
 * @returns {number} above 1: the candidate is better, as in all our speedups
 */
export function claimedSpeedup({ metric, baseline, claimed }) {
  return metric === 'throughput' || metric === 'success' ? claimed / baseline : baseline / claimed
}

/** What it makes less of a speedup; a speedup that is there all the same, it leaves. */
const disturbed = 'Other programs took a part of the machine that the app could have used, and a cluster more so than a single process.'

/** @type {[Answer, Explanation][]} */
const ofSpeedups = [
  ['can’t be told here', ({ claim, found: { reason, baselineName } }) => (reason === null ? null : `The measurement carries no verdict on ${claim.metric}: ${reasonClause(reason, baselineName)}.`)],
  ['holds', inside],
  ['holds, by more', above],
  ['can’t be told here', ({ found }) => (found.isDisturbed ? disturbed : null)],
  ['does not show here', keptUp],
  ['holds in kind', servedAll],
  ['holds in kind', tooFewCores],
  ['holds in part', below],
  ['does not hold here', notFaster]
]

/** @type {[Answer, Explanation][]} */
const ofShares = [
  ['does not show here', ({ found: { baseline, baselineName } }) => (baseline < all ? null : `${baselineName} answered all of its requests as well.`)],
  ['holds', ({ found }) => (found.candidate < all ? null : failed(found))],
  ['can’t be told here', ({ found }) => (found.isDisturbed ? disturbed : null)],
  ['holds in part', ({ found }) => (found.candidate > found.baseline ? failed(found) : null)],
  ['does not hold here', ({ found }) => failed(found)]
]

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

/** @param {Found} found */
function failed({ baseline, candidate, baselineName, candidateName }) {
  return `${baselineName} failed ${percent(1 - baseline)} of its requests, ${candidateName} ${percent(1 - candidate)}: means over the rounds.`
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
