import { markup } from '../markup.js'
import { interval, times } from '../numbers.js'
import { caveat, change, detailSentences, leader, scenarioSentence } from '../scenario-sentences.js'
import { apart } from '../sentences.js'
import { nameOf } from './section.js'
import { statusIcon } from './status.js'
/**
 * @import { Markup } from '../markup.js'
 * @import { CandidateResult, ScenarioResult } from '../../vocabulary.js'
 */

/**
 * What most readers came for: the verdict and its figures.
 *
 * @param {ScenarioResult} result
 * @returns {Markup}
 */
export function verdictBox(result) {
  const status = result.verdict ?? 'none'
  return markup`<div class="verdict verdict-${status}">
${statusIcon(status, 32)}
<div>
<p class="verdict-sentence"><strong>${claimOf(result)}</strong></p>
<p>${detailSentences(result).join(' ')}</p>
</div>
</div>
`
}

/**
 * @param {ScenarioResult} result
 * @returns {string} what came of it, in one sentence or a few
 */
export function claimOf(result) {
  const sentence = scenarioSentence(result)
  return result.verdict === null && !result.preliminary ? sentence : withStop(sentence)
}

/**
 * The speedups, large, of the fastest candidate.
 *
 * @param {ScenarioResult} result
 * @returns {Markup}
 */
export function tiles(result) {
  const best = leader(result)
  const level = Math.round(100 * result.confidence)
  return markup`<ul class="tiles">
${best.estimates.map((estimate) => {
    const beware = caveat(estimate, result.load)
    return markup`<li><span class="tile-title">${nameOfMetric(estimate.metric)}${result.candidates.length > 1 ? markup`, ${nameOf(best.name)}` : ''}</span>
<strong class="tile-speedup">${times(estimate.speedup)}</strong>
<span class="tile-detail">${change(estimate)}, ${level} % interval ${interval(estimate.interval)}${beware === null ? '' : `: ${beware}`}</span></li>
`
  })}</ul>
`
}

/** @param {CandidateResult['estimates'][number]['metric']} metric */
function nameOfMetric(metric) {
  return metric === 'throughput' ? 'throughput' : `${metric} latency`
}

/**
 * @param {string} sentence as the console prints it: the words in capitals stand apart from the rest
 * @returns {string} with a full stop after those words
 */
export function withStop(sentence) {
  const [capitals, rest] = apart(sentence)
  return `${capitals}. ${rest}`
}
