import { markup, type Content, type Markup } from '../markup.ts'
import { overTimeSection } from './over-time-section.ts'
import { percentilesSection } from './percentiles-section.ts'
import { roundsSection } from './rounds-section.ts'
import { heading, nameOf, type ScenarioView } from './section.ts'
import { speedupSection } from './speedup-section.ts'
import { statusIcon } from './status.ts'
import { sweepSection } from './sweep-section.ts'
import { timelineSection } from './timeline-section.ts'
import { trustSection } from './trust-section.ts'
import { claimOf, tiles, verdictBox } from './verdict.ts'
import { workersSection } from './workers-section.ts'
import type { ScenarioResult } from '../../vocabulary.ts'

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
