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

type Render = (view: ScenarioView) => Markup | null

/** In the order of the page: what decides comes first. */
const sections: [id: string, link: string, Render][] = [
  ['speedup', 'Speedup', speedupSection],
  ['how-many', 'How many workers', sweepSection],
  ['trust', 'Trust', trustSection],
  ['percentiles', 'Percentiles', percentilesSection],
  ['rounds', 'Rounds', roundsSection],
  ['timeline', 'Run', timelineSection],
  ['over-time', 'Over time', overTimeSection],
  ['workers', 'Workers', workersSection]
]

/** One scenario: its verdict, then all of its sections. Each of several loads is folded away, so that the next one is in sight. */
export function scenarioPart(view: ScenarioView): Markup {
  const { result, scenario, prefix } = view
  if (prefix === '') return content(view, 'Sections')
  const [title, parts] = [heading(2, nameOf(scenario), `${prefix}scenario`), content(view, `Sections of ${scenario}`)]
  if (result === null || result.level === null) return markup`${title}\n${parts}`
  return markup`<details class="level">
<summary>${title} <span>${statusIcon(result.verdict ?? 'none', 14)} ${claimOf(result)}</span></summary>
<div id="${anchorOf(view)}">
${parts}</div>
</details>\n`
}

/**
 * @param view one of several
 * @returns id to link to. Where all is folded away it is in there, as browsers unfold what a link leads to
 */
export function anchorOf({ prefix, result }: Pick<ScenarioView, 'prefix' | 'result'>): string {
  return `${prefix}${result === null || result.level === null ? 'scenario' : 'results'}`
}

/** @param label of its links */
function content(view: ScenarioView, label: string) {
  const { result, prefix } = view
  const shown = sections.flatMap(([id, link, render]) => {
    const section = render(view)
    return section === null ? [] : [{ section, link: markup`<a href="#${prefix}${id}">${link}</a> ` }]
  })
  const tooFew = 'Fewer than three rounds of this scenario were finished: too few to compare anything. What was seen of them:'
  return markup`${result === null ? markup`<p>${tooFew}</p>` : [verdictBox(result), tiles(result)]}
<nav aria-label="${label}">${shown.map(({ link }) => link)}<a href="#environment">Environment</a></nav>
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
</div>\n`
}

/** @returns the result in one sentence or a few */
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
    const beware = caveat(estimate, result.load)
    return markup`<li><span class="tile-title">${metricFacts[estimate.metric].heading}${result.candidates.length > 1 && markup`, ${nameOf(name)}`}</span>
<strong class="tile-speedup">${times(estimate.speedup)}</strong>
<span class="tile-detail">${change(estimate)}, ${Math.round(100 * result.confidence)} % interval ${interval(estimate.interval)}${beware && `: ${beware}`}</span></li>\n`
  })
  return markup`<ul class="tiles">\n${tile}</ul>\n`
}
