import { metricFacts } from '../../plugin/concepts/metrics.ts'
import { markdownTable } from '../../plugin/report/ci/summary-markdown.ts'
import { milliseconds, perSecond, times, timesWithin } from '../../plugin/report/words/numbers.ts'
import { claimedSpeedup } from './judge-speedup.ts'
import type { Claim } from './claims/index.ts'
import type { Found } from './found-of.ts'
import type { Judgement } from './judge.ts'

/**
 * What is claimed beside what was found.
 *
 * @returns GitHub-flavoured Markdown
 */
export function claimsTable(judged: (Judged & { judgement: Judgement })[]): string {
  const all = judged.map(({ claim }) => claim)
  const rows = judged.map(({ claim, found, judgement }) => [
    `${subject(claim, all)}${unitOf(claim.metric)}`,
    `${asClaimed(claim, claim.baseline)} → ${asClaimed(claim, claim.claimed)}`,
    claim.metric === 'success' ? '' : times(claimedSpeedup(claim)),
    measured(claim, found),
    found.estimate === null ? '' : timesWithin(found.estimate),
    judgement.answer
  ])
  const head = ['', 'claimed', 'speedup', 'measured here', 'speedup and interval', 'the claim']
  return markdownTable([head, ...rows], ['---', '--:', '--:', '--:', '--:', '---'])
}

type Judged = { claim: Claim; found: Found }

const measured = (claim: Claim, { baseline, candidate }: Found) =>
  `${asFound(claim, baseline)} → ${asFound(claim, candidate)}`

/** @returns what is claimed, and what was found: the speedups, or the shares of answered requests */
export const inShort = ({ claim, found }: Judged): [claimed: string, found: string] =>
  found.estimate === null
    ? [`${asClaimed(claim, claim.baseline)} → ${asClaimed(claim, claim.claimed)}`, measured(claim, found)]
    : [times(claimedSpeedup(claim)), timesWithin(found.estimate)]

const unitOf = (metric: Claim['metric']) => (metric === 'success' ? '' : `, ${metricFacts[metric].unit}`)

/** @param all those of its tutorial: what they have in common goes without saying */
export function subject({ metric, scenario, factor, candidate }: Claim, all: Claim[]): string {
  const differs = (key: keyof Claim) => new Set(all.map((claim) => claim[key])).size > 1
  const what = metric === 'success' ? 'requests answered' : metric
  return [
    differs('scenario') ? `${scenario}: ${what}` : what,
    ...(differs('candidate') ? [`of ${candidate}`] : []),
    ...(factor !== null && differs('factor') ? [`at ${factor}x load`] : [])
  ].join(' ')
}

function asClaimed({ metric }: Claim, value: number) {
  return metric === 'success' ? share(value) : value.toLocaleString('en-US')
}

function asFound({ metric }: Claim, value: number) {
  if (metric === 'success') return share(value)
  return metric === 'throughput' ? perSecond(value) : milliseconds(value)
}

/** @returns such as 73.6 % */
function share(value: number): string {
  return `${(100 * value).toLocaleString('en-US', { maximumFractionDigits: 1 })} %`
}
