import { markdownTable } from '../../plugin/report/markdown-table.js'
import { interval, milliseconds, perSecond, times } from '../../plugin/report/numbers.js'
import { claimedSpeedup } from './judge-speedup.js'
/**
 * @import { Claim } from './claims/index.js'
 * @import { Found } from './found-of.js'
 * @import { Judgement } from './judge.js'
 */

/**
 * What is claimed beside what was found.
 *
 * @param {{ claim: Claim, found: Found, judgement: Judgement }[]} judged
 * @returns {string} GitHub-flavoured Markdown
 */
export function claimsTable(judged) {
  const all = judged.map(({ claim }) => claim)
  const rows = judged.map(({ claim, found, judgement }) => [
    `${subject(claim, all)}${units[claim.metric]}`,
    `${asClaimed(claim, claim.baseline)} → ${asClaimed(claim, claim.claimed)}`,
    claim.metric === 'success' ? '' : times(claimedSpeedup(claim)),
    `${asFound(claim, found.baseline)} → ${asFound(claim, found.candidate)}`,
    found.estimate === null ? '' : `${times(found.estimate.speedup)} ${interval(found.estimate.interval)}`,
    judgement.answer
  ])
  const head = ['', 'claimed', 'speedup', 'measured here', 'speedup and interval', 'the claim']
  return markdownTable([head, ...rows], ['---', '--:', '--:', '--:', '--:', '---'])
}

/** @type {Record<Claim['metric'], string>} */
const units = { throughput: ', responses/s', success: '', p50: ', ms', p95: ', ms', p99: ', ms' }

/**
 * @param {Claim} claim
 * @param {Claim[]} all those of its tutorial: what they have in common goes without saying
 * @returns {string}
 */
export function subject({ metric, scenario, factor, candidate }, all) {
  const differs = (/** @type {keyof Claim} */ key) => new Set(all.map((claim) => claim[key])).size > 1
  const what = metric === 'success' ? 'requests answered' : metric
  return [
    differs('scenario') ? `${scenario}: ${what}` : what,
    ...(differs('candidate') ? [`of ${candidate}`] : []),
    ...(factor !== null && differs('factor') ? [`at ${factor}x load`] : [])
  ].join(' ')
}

/**
 * @param {Claim} claim
 * @param {number} value
 */
function asClaimed({ metric }, value) {
  return metric === 'success' ? share(value) : value.toLocaleString('en-US')
}

/**
 * @param {Claim} claim
 * @param {number} value
 */
function asFound({ metric }, value) {
  if (metric === 'success') return share(value)
  return metric === 'throughput' ? perSecond(value) : milliseconds(value)
}

/** @param {number} value @returns {string} such as 73.6 % */
function share(value) {
  return `${(100 * value).toLocaleString('en-US', { maximumFractionDigits: 1 })} %`
}
