import { markup, type Markup } from '../markup.ts'
import { interval, times } from '../numbers.ts'
import { caveat } from '../scenario-sentences.ts'
import { anchorOf } from './scenario-part.ts'
import { heading, nameOf, type ScenarioView } from './section.ts'
import { statusLabel } from './status.ts'
import type { Estimate, LoadShape, Verdict } from '../../vocabulary.ts'

/** All scenarios of a file in a table: a row for each candidate. */
export function overview(views: readonly ScenarioView[]): Markup {
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

function rows(view: ScenarioView) {
  const { scenario, result } = view
  const link = markup`<a href="#${anchorOf(view)}">${nameOf(scenario)}</a>`
  if (result === null) return markup`<tr><th scope="row">${link}</th><td colspan="6">ended before its third round</td></tr>`
  const label = (verdict: Verdict | null) => (result.preliminary ? statusLabel('none', 'PRELIMINARY') : statusLabel(verdict ?? 'none'))
  // The name stands once, beside all of its candidates.
  const title = markup`<th scope="rowgroup" rowspan="${result.candidates.length}">${link}</th>`
  return result.candidates.map(
    ({ name, estimates, verdict }, i) => markup`<tr>${i === 0 ? title : null}<td class="variant">${nameOf(name)}</td>${estimates.map((estimate) => cell(estimate, result.load))}<td>${label(verdict)}</td></tr>
`
  )
}

function cell(estimate: Estimate, load: LoadShape) {
  const beware = caveat(estimate, load)
  return markup`<td><strong>${times(estimate.speedup)}</strong> <span class="range">${interval(estimate.interval)}</span>${beware === null ? null : markup` <small>${beware}</small>`}</td>`
}
