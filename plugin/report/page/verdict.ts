import { markup, type Markup } from '../markup.ts'
import { interval, times } from '../numbers.ts'
import { caveat, change, detailSentences, leader, scenarioSentence } from '../scenario-sentences.ts'
import { apart } from '../sentences.ts'
import { nameOf } from './section.ts'
import { statusIcon } from './status.ts'
import type { CandidateResult, ScenarioResult } from '../../vocabulary.ts'

/** What most readers came for: the verdict and its figures. */
export function verdictBox(result: ScenarioResult): Markup {
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

/** @returns what came of it, in one sentence or a few */
export function claimOf(result: ScenarioResult): string {
  const sentence = scenarioSentence(result)
  return result.verdict === null && !result.preliminary ? sentence : withStop(sentence)
}

/** The speedups, large, of the fastest candidate. */
export function tiles(result: ScenarioResult): Markup {
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

function nameOfMetric(metric: CandidateResult['estimates'][number]['metric']) {
  return metric === 'throughput' ? 'throughput' : `${metric} latency`
}

/**
 * @param sentence as the console prints it: the words in capitals stand apart from the rest
 * @returns with a full stop after those words
 */
export function withStop(sentence: string): string {
  const [capitals, rest] = apart(sentence)
  return `${capitals}. ${rest}`
}
