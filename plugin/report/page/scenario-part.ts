import { markup, type Content, type Markup } from '../markup.ts'
import { overTimeSection } from './over-time-section.ts'
import { percentilesSection } from './percentiles-section.ts'
import { roundsSection } from './rounds-section.ts'
import { heading, nameOf, statusIcon, type ScenarioView } from './section.ts'
import { speedupSection } from './speedup-section.ts'
import { sweepSection } from './sweep-section.ts'
import { timelineSection } from './timeline-section.ts'
import { trustSection } from './trust-section.ts'
import { workersSection } from './workers-section.ts'
import type { ScenarioResult, CandidateResult } from '../../concepts/comparison.ts'
import { interval, times } from '../words/numbers.ts'
import { caveat, change, detailSentences, leader, scenarioSentence } from '../words/scenario-sentences.ts'
import { apart } from '../words/sentences.ts'
import { metricFacts } from '../../concepts/metrics.ts'

/** In the order of the page: what decides comes first. */
const sections = [
  { id: 'speedup', link: 'Speedup', render: speedupSection },
  { id: 'how-many', link: 'How many workers', render: sweepSection },
  { id: 'trust', link: 'Trust', render: trustSection },
  { id: 'percentiles', link: 'Percentiles', render: percentilesSection },
  { id: 'rounds', link: 'Rounds', render: roundsSection },
  { id: 'timeline', link: 'Run', render: timelineSection },
  { id: 'over-time', link: 'Over time', render: overTimeSection },
  { id: 'workers', link: 'Workers', render: workersSection }
]

/**
 * One scenario: its verdict, then all of its sections. Of one under several loads, each is folded away, as otherwise nobody
 * would find the next one.
 */
export function scenarioPart(view: ScenarioView, isOneOfMany: boolean): Markup {
  const { result, scenario, prefix } = view
  if (!isOneOfMany) return content(view, 'Sections')
  const [title, parts] = [heading(2, nameOf(scenario), `${prefix}scenario`), content(view, `Sections of ${scenario}`)]
  return result === null || result.level === null ? markup`${title}
${parts}` : folded(title, { result, parts, anchor: anchorOf(view) })
}

/**
 * @param view one of many
 * @returns id to link to. Where all is folded away it is in there, as browsers unfold what a link leads to
 */
export function anchorOf({ prefix, result }: Pick<ScenarioView, 'prefix' | 'result'>): string {
  return `${prefix}${result === null || result.level === null ? 'scenario' : 'results'}`
}

function folded(title: Markup, { result, parts, anchor }: { result: ScenarioResult, parts: Content, anchor: string }) {
  return markup`<details class="level">
<summary>${title} <span>${statusIcon(result.verdict ?? 'none', 14)} ${claimOf(result)}</span></summary>
<div id="${anchor}">
${parts}</div>
</details>
`
}

/** @param label of its links */
function content(view: ScenarioView, label: string) {
  const { result, prefix } = view
  const rendered = sections.map(({ id, link, render }) => ({ id, link, content: render(view) })).filter((one) => one.content !== null)
  const links = [...rendered.map(({ id, link }) => markup`<a href="#${prefix}${id}">${link}</a> `), markup`<a href="#environment">Environment</a>`]
  return markup`${result === null ? markup`<p>Fewer than three rounds of this scenario were finished: too few to compare anything. What was seen of them:</p>` : [verdictBox(result), tiles(result)]}
<nav aria-label="${label}">${links}</nav>
${rendered.map((one) => one.content)}`
}

/** What most readers came for: the verdict and its figures. */
function verdictBox(result: ScenarioResult): Markup {
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
function claimOf(result: ScenarioResult): string {
  const sentence = scenarioSentence(result)
  return result.verdict === null && !result.preliminary ? sentence : withStop(sentence)
}

/** The speedups, large, of the fastest candidate. */
function tiles(result: ScenarioResult): Markup {
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
  return metricFacts[metric].heading
}

/**
 * @param sentence as the console prints it: the words in capitals stand apart from the rest
 * @returns with a full stop after those words
 */
export function withStop(sentence: string): string {
  const [capitals, rest] = apart(sentence)
  return `${capitals}. ${rest}`
}
