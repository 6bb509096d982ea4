import { metricFacts } from '../../concepts/metrics.ts'
import { markup, type Markup } from '../markup.ts'
import { interval, times } from '../words/numbers.ts'
import { caveat, change, detailSentences, leader, scenarioSentence } from '../words/scenario-sentences.ts'
import { apart } from '../words/sentences.ts'
import { percentilesSection, roundsSection } from './latency-sections.ts'
import { sweepSection } from './scaling-sections.ts'
import { heading, nameOf, statusIcon, type ScenarioView } from './section.ts'
import { speedupSection } from './speedup-section.ts'
import { overTimeSection, timelineSection } from './time-sections.ts'
import { trustSection } from './trust-section.ts'
import { workersSection } from './workers-section.ts'
import type { ScenarioResult } from '../../concepts/comparison.ts'

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
  if (result === null || result.level === null) return markup`${title}
${parts}`
  return markup`<details class="level">
<summary>${title} <span>${statusIcon(result.verdict ?? 'none', 14)} ${claimOf(result)}</span></summary>
<div id="${anchorOf(view)}">
${parts}</div>
</details>
`
}

/**
 * @param view one of many
 * @returns id to link to. Where all is folded away it is in there, as browsers unfold what a link leads to
 */
export function anchorOf({ prefix, result }: Pick<ScenarioView, 'prefix' | 'result'>): string {
  return `${prefix}${result === null || result.level === null ? 'scenario' : 'results'}`
}

const tooFew = 'Fewer than three rounds of this scenario were finished: too few to compare anything. What was seen of them:'

/** @param label of its links */
function content(view: ScenarioView, label: string) {
  const { result, prefix } = view
  const rendered = sections.map(({ id, link, render }) => ({ anchor: `${prefix}${id}`, link, section: render(view) }))
  const shown = rendered.filter(({ section }) => section !== null)
  const links = [...shown, { anchor: 'environment', link: 'Environment' }].map(({ anchor, link }) => markup`<a href="#${anchor}">${link}</a>`)
  return markup`${result === null ? markup`<p>${tooFew}</p>` : [verdictBox(result), tiles(result)]}
<nav aria-label="${label}">${links.map((link, i) => markup`${i > 0 && ' '}${link}`)}</nav>
${shown.map(({ section }) => section)}`
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

/** @returns a sentence for a console, in which the words in capitals stand apart, with a full stop after them */
export const withStop = (sentence: string): string => apart(sentence).join('. ')

/** The speedups, large, of the fastest candidate. */
function tiles(result: ScenarioResult): Markup {
  const { name, estimates } = leader(result)
  const tile = estimates.map((estimate) => {
    const { metric, speedup } = estimate
    const title = markup`${metricFacts[metric].heading}${result.candidates.length > 1 && markup`, ${nameOf(name)}`}`
    const figures = `${change(estimate)}, ${Math.round(100 * result.confidence)} % interval ${interval(estimate.interval)}`
    const beware = caveat(estimate, result.load)
    return markup`<li><span class="tile-title">${title}</span>
<strong class="tile-speedup">${times(speedup)}</strong>
<span class="tile-detail">${figures}${beware && `: ${beware}`}</span></li>
`
  })
  return markup`<ul class="tiles">
${tile}</ul>
`
}
