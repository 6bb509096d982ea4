import { markdownTable, plain } from '../../plugin/report/ci/summary-markdown.ts'
import { counted } from '../../plugin/concepts/wording.ts'
import { disturbanceWords, inSoMany, kindsOf, lostOf, whyLines } from '../../plugin/report/words/loss-sentences.ts'
import type { Comparison } from '../../plugin/concepts/comparison.ts'
import type { Losses } from '../../plugin/concepts/losses.ts'
import type { LossClaim, Tutorial } from './claims/index.ts'
import type { Judgement } from './judge.ts'

type Found = { claim: LossClaim; own: Losses; other: Losses; judgement: Judgement }
type Tried = { tutorial: Tutorial; comparison: Comparison }

/** @returns one for each claim on what is lost */
export function judgeLossClaims({ tutorial: { losses = [] }, comparison }: Tried): Found[] {
  return losses.map((claim) => {
    const [own, other] = [claim.candidate, claim.against].map((name) => lossesOf(comparison, name, claim.after))
    return { claim, own, other, judgement: judgeLosses(claim, own, other) }
  })
}

function lossesOf({ file, scenarios }: Comparison, name: string, after: LossClaim['after']): Losses {
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
  if (own.problems.length > 0) return { answer: 'inconclusive here', why: `${candidate}: ${own.problems.join('; ')}.` }
  const cost = `${candidate} lost ${lossText(own)}; ${against} ${lossText(other)}.`
  if (promises === 'as many workers') {
    if (own.missing > 0)
      return {
        answer: 'does not hold here',
        why: `In ${own.missing} of ${counted(own.rounds, 'round')} fewer workers listened at the end than before. ${cost}`
      }
    return {
      answer: 'holds',
      why: `In each of ${counted(own.rounds, 'round')} as many workers listened at the end as before. Requests in the killed worker are lost all the same: ${cost}`
    }
  }
  const isWhole = own.lostRequests === 0 && isNeverSilent(own)
  if (isWhole && promises === 'seconds saved' && (other.outageSeconds ?? 0) < 1) {
    return {
      answer: 'holds in kind',
      why: `${against} listens during a reload too, or again within a second, so what is saved here is requests. ${cost}`
    }
  }
  if (isWhole) return { answer: 'holds', why: `A worker listened at all times. ${cost}` }
  return { answer: own.lost.value < other.lost.value ? 'holds in part' : 'does not hold here', why: cost }
}

/** @returns such as "0 of 14,210 requests (at most 2.6 in 10,000)" */
const lossText = (losses: Losses) =>
  `${lostOf(losses)} requests (at most ${inSoMany(losses.lost.interval[1])}${kindsOf(losses) === '' ? '' : `: ${kindsOf(losses)}`})`

/** @returns GitHub-flavoured Markdown */
export function lossTable(found: Found[]): string {
  const silent = ({ outageSeconds }: Losses) => (outageSeconds === null ? 'unknown' : `${outageSeconds.toFixed(1)} s`)
  const rows = found.map(({ claim: { after, candidate, against, claimed }, own, other, judgement }) => [
    `${after} of ${candidate}`,
    claimed,
    lostOf(own),
    silent(own),
    `${lostOf(other)} (${against})`,
    silent(other),
    judgement.answer
  ])
  const head = [
    '',
    'claimed',
    'requests lost',
    'nothing listened for',
    'lost without it',
    'nothing listened for',
    'the claim'
  ]
  return markdownTable([head, ...rows], ['---', '---', '--:', '--:', '--:', '--:', '---'])
}

/** @returns sentences: why requests were lost, as the tool sees it */
export function whyLost(comparison: Comparison): string[] {
  const all = comparison.scenarios.flatMap(({ losses }) => losses ?? [])
  return all.flatMap(({ variant, losses }) =>
    losses.flatMap((own) =>
      whyLines(own).map((line) => `${plain(variant)}, ${disturbanceWords(own.disturbance)}: ${plain(line)}`)
    )
  )
}
