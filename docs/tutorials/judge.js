import { percent } from '../../plugin/wording.js'
import { disturbed } from './disturbed.js'
import { ofSpeedups } from './judge-speedup.js'
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

/** @type {[Answer, Explanation][]} */
const ofShares = [
  ['does not show here', ({ found: { baseline, baselineName } }) => (baseline < all ? null : `${baselineName} answered all of its requests as well.`)],
  ['holds', ({ found }) => (found.candidate < all ? null : failed(found))],
  ['can’t be told here', ({ found }) => (found.isDisturbed ? disturbed : null)],
  ['holds in part', ({ found }) => (found.candidate > found.baseline ? failed(found) : null)],
  ['does not hold here', ({ found }) => failed(found)]
]

/** @param {Found} found */
function failed({ baseline, candidate, baselineName, candidateName }) {
  return `${baselineName} failed ${percent(1 - baseline)} of its requests, ${candidateName} ${percent(1 - candidate)}: means over the rounds.`
}
