import { percent } from '../../plugin/concepts/wording.ts'
import { disturbed } from './disturbed.ts'
import { ofSpeedups } from './judge-speedup.ts'
import type { Answer, Judgement } from './answers.ts'
import type { Claim, Tutorial } from './claims/index.ts'
import type { Found } from './found-of.ts'

export interface Case {
  claim: Claim
  found: Found
  cores: number | null // of the tutorial's machine
}

/** null: that is not it */
export type Explanation = (of: Case) => string | null

/** From this share on, all requests were answered. */
const all = 0.995

/** @returns the first that fits is the one */
export function judge(claim: Claim, found: Found, { cores }: Pick<Tutorial, 'cores'>): Judgement {
  for (const [answer, explain] of claim.metric === 'success' ? ofShares : ofSpeedups) {
    const why = explain({ claim, found, cores })
    if (why === null) continue
    if (answer !== 'in kind') return { answer, why }
    return { answer, why, allowed: { cores: found.cores, atMost: found.bound?.atMost ?? found.cores } }
  }
  throw new Error('The last explanation fits always.')
}

const ofShares: [Answer, Explanation][] = [
  [
    'unknown',
    ({ found: { baseline, baselineName } }) =>
      baseline < all
        ? null
        : `${baselineName} answered all of its requests too, so there is nothing to gain at this rate.`
  ],
  ['yes', ({ found }) => (found.candidate < all ? null : failed(found))],
  ['unknown', ({ found }) => (found.isDisturbed ? disturbed : null)],
  ['in part', ({ found }) => (found.candidate > found.baseline ? failed(found) : null)],
  ['no', ({ found }) => failed(found)]
]

function failed({ baseline, candidate, baselineName, candidateName }: Found) {
  return `${baselineName} failed ${percent(1 - baseline)} of its requests, ${candidateName} ${percent(1 - candidate)} (means over the rounds).`
}
