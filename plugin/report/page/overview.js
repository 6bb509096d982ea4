import { markup } from '../markup.js'
import { interval, times } from '../numbers.js'
import { caveat } from '../scenario-sentences.js'
import { anchorOf } from './scenario-part.js'
import { heading, nameOf } from './section.js'
import { statusLabel } from './status.js'
/**
 * @import { Markup } from '../markup.js'
 * @import { Estimate, LoadShape, Verdict } from '../../vocabulary.js'
 * @import { ScenarioView } from './section.js'
 */

/**
 * All scenarios of a file in a table: a row for each candidate.
 *
 * @param {readonly ScenarioView[]} views
 * @returns {Markup}
 */
export function overview(views) {
  return markup`<section id="overview" aria-labelledby="overview-title">
${heading(2, 'All scenarios', 'overview-title')}
<div class="scroll" tabindex="0" role="region" aria-label="Table of all scenarios">
<table class="overview"><thead><tr><th scope="col">Scenario</th><th scope="col">Variant</th><th scope="col">p50</th><th scope="col">p95</th><th scope="col">p99</th><th scope="col">Throughput</th><th scope="col">Result</th></tr></thead>
${views.map((view) => markup`<tbody>${rows(view)}</tbody>
`)}</table>
</div>
</section>
`
}

/** @param {ScenarioView} view */
function rows(view) {
  const { scenario, result } = view
  const link = markup`<a href="#${anchorOf(view)}">${nameOf(scenario)}</a>`
  if (result === null) return markup`<tr><th scope="row">${link}</th><td colspan="6">ended before its third round</td></tr>`
  const label = (/** @type {Verdict | null} */ verdict) => (result.preliminary ? statusLabel('none', 'PRELIMINARY') : statusLabel(verdict ?? 'none'))
  // The name stands once, beside all of its candidates.
  const title = markup`<th scope="rowgroup" rowspan="${result.candidates.length}">${link}</th>`
  return result.candidates.map(
    ({ name, estimates, verdict }, i) => markup`<tr>${i === 0 ? title : null}<td class="variant">${nameOf(name)}</td>${estimates.map((estimate) => cell(estimate, result.load))}<td>${label(verdict)}</td></tr>
`
  )
}

/**
 * @param {Estimate} estimate
 * @param {LoadShape} load
 */
function cell(estimate, load) {
  const beware = caveat(estimate, load)
  return markup`<td><strong>${times(estimate.speedup)}</strong> <span class="range">${interval(estimate.interval)}</span>${beware === null ? null : markup` <small>${beware}</small>`}</td>`
}
