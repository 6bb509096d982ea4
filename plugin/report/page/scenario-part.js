import { markup } from '../markup.js'
import { overTimeSection } from './over-time-section.js'
import { percentilesSection } from './percentiles-section.js'
import { roundsSection } from './rounds-section.js'
import { heading, nameOf } from './section.js'
import { speedupSection } from './speedup-section.js'
import { statusIcon } from './status.js'
import { sweepSection } from './sweep-section.js'
import { timelineSection } from './timeline-section.js'
import { trustSection } from './trust-section.js'
import { claimOf, tiles, verdictBox } from './verdict.js'
import { workersSection } from './workers-section.js'
/**
 * @import { ScenarioResult } from '../../vocabulary.js'
 * @import { Content, Markup } from '../markup.js'
 * @import { ScenarioView } from './section.js'
 */

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
 *
 * @param {ScenarioView} view
 * @param {boolean} isOneOfMany
 * @returns {Markup}
 */
export function scenarioPart(view, isOneOfMany) {
  const { result, scenario, prefix } = view
  if (!isOneOfMany) return content(view, 'Sections')
  const [title, parts] = [heading(2, nameOf(scenario), `${prefix}scenario`), content(view, `Sections of ${scenario}`)]
  return result === null || result.level === null ? markup`${title}
${parts}` : folded(title, { result, parts, anchor: anchorOf(view) })
}

/**
 * @param {Pick<ScenarioView, 'prefix' | 'result'>} view one of many
 * @returns {string} id to link to. Where all is folded away it is in there, as browsers unfold what a link leads to
 */
export function anchorOf({ prefix, result }) {
  return `${prefix}${result === null || result.level === null ? 'scenario' : 'results'}`
}

/**
 * @param {Markup} title
 * @param {{ result: ScenarioResult, parts: Content, anchor: string }} level
 */
function folded(title, { result, parts, anchor }) {
  return markup`<details class="level">
<summary>${title} <span>${statusIcon(result.verdict ?? 'none', 14)} ${claimOf(result)}</span></summary>
<div id="${anchor}">
${parts}</div>
</details>
`
}

/**
 * @param {ScenarioView} view
 * @param {string} label of its links
 */
function content(view, label) {
  const { result, prefix } = view
  const rendered = sections.map(({ id, link, render }) => ({ id, link, content: render(view) })).filter((one) => one.content !== null)
  const links = [...rendered.map(({ id, link }) => markup`<a href="#${prefix}${id}">${link}</a> `), markup`<a href="#environment">Environment</a>`]
  return markup`${result === null ? markup`<p>Fewer than three rounds of this scenario were finished: too few to compare anything. What was seen of them:</p>` : [verdictBox(result), tiles(result)]}
<nav aria-label="${label}">${links}</nav>
${rendered.map((one) => one.content)}`
}
