import { metricFacts } from '../../plugin/concepts/metrics.ts'
import { plain } from '../../plugin/report/ci/markdown.ts'
import { lostOf } from '../../plugin/questions/losses/report/loss-sentences.ts'
import { inSoMany } from '../../plugin/report/words/numbers.ts'
import { milliseconds, perSecond, times, timesWithin } from '../../plugin/report/words/numbers.ts'
import { foundOf, type Found } from './found-of.ts'
import { claimedSpeedup } from './judge-speedup.ts'
import { judge } from './judge.ts'
import { judgeLosses, lossesOf, silenceOf } from './losses.ts'
import type { Comparison } from '../../plugin/concepts/comparison.ts'
import type { CheckedPoint, Figure } from './checked.ts'
import type { Claim, LossClaim, Tutorial } from './claims/index.ts'

/** @returns one for each claim of the tutorial */
export function pointsOf(tutorial: Tutorial, comparison: Comparison): CheckedPoint[] {
  const { claims, losses = [] } = tutorial
  return [
    ...claims.map((claim) => {
      const found = foundOf(claim, comparison)
      const judgement = judge(claim, found, tutorial)
      return {
        subject: subject(claim, claims),
        unit: claim.metric === 'success' ? '' : metricFacts[claim.metric].unit,
        claimed: claimedFigure(claim),
        measured: measuredFigure(claim, found),
        judgement: { ...judgement, why: plain(judgement.why) }
      }
    }),
    ...losses.map((claim) => lossPoint(claim, comparison))
  ]
}

/** @param all those of its tutorial: what they have in common goes without saying */
function subject({ metric, scenario, factor, candidate }: Claim, all: Claim[]): string {
  const differs = (key: keyof Claim) => new Set(all.map((claim) => claim[key])).size > 1
  const what = metric === 'success' ? 'requests answered' : metric
  return [
    differs('scenario') ? `${scenario}: ${what}` : what,
    ...(differs('candidate') ? [`of ${candidate}`] : []),
    ...(factor !== null && differs('factor') ? [`at ${factor}x load`] : [])
  ].join(' ')
}

function claimedFigure(claim: Claim): Figure {
  const write = (value: number) => (claim.metric === 'success' ? share(value) : value.toLocaleString('en-US'))
  const ratio = claim.metric === 'success' ? null : times(claimedSpeedup(claim))
  return figureOf(write(claim.baseline), write(claim.claimed), ratio)
}

function measuredFigure({ metric }: Claim, { baseline, candidate, estimate }: Found): Figure {
  const write = metric === 'success' ? share : metric === 'throughput' ? perSecond : milliseconds
  return figureOf(write(baseline), write(candidate), estimate === null ? null : timesWithin(estimate))
}

/** @param ratio null: of shares there is none */
export function figureOf(baseline: string, candidate: string, ratio: string | null): Figure {
  const both = `${baseline} → ${candidate}`
  return ratio === null ? { short: both, whole: both } : { short: ratio, whole: `${both}: ${ratio}` }
}

/** @returns such as 73.6 % */
const share = (value: number): string => `${(100 * value).toLocaleString('en-US', { maximumFractionDigits: 1 })} %`

function lossPoint(claim: LossClaim, comparison: Comparison): CheckedPoint {
  const [own, other] = [claim.candidate, claim.against].map((name) => lossesOf(comparison, name, claim.after))
  const lost = `${lostOf(own)} requests lost (at most ${inSoMany(own.lost.interval[1])})`
  const judgement = judgeLosses(claim, own, other)
  return {
    subject: `${claim.after} of ${claim.candidate}`,
    unit: '',
    claimed: { short: '', whole: claim.claimed },
    measured: { short: lost, whole: `${lost}, ${silenceOf(own)}` },
    judgement: { ...judgement, why: plain(judgement.why) }
  }
}
