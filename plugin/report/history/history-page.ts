import { metricFacts } from '../../concepts/metrics.ts'
import { counted } from '../../concepts/wording.ts'
import { markup } from '../markup.ts'
import { documentOf } from '../page/document.ts'
import { heading, nameOf, swatch } from '../page/section.ts'
import { numberedLook } from '../palette.ts'
import { shortName } from '../words/names.ts'
import { grouped } from '../words/numbers.ts'
import { comparisonsTable } from './comparisons-table.ts'
import { trendChart } from './trend-chart.ts'
import { daysOf, trendsOf, type Trend } from './trends.ts'
import type { HistoryEntry } from '../../concepts/report-data.ts'

/**
 * The page of all comparisons that are kept. The same ones give the same page, byte for byte.
 *
 * @param entries the newest first
 * @param ignored folders in which a comparison began, but none is to be read
 * @returns HTML
 */
export function historyPage(entries: readonly HistoryEntry[], ignored: number = 0): string {
  const title = 'Speedup history'
  const count = entries.length === 1 ? '1 comparison' : `${grouped(entries.length)} comparisons, the newest first`
  const unread = ignored > 0 && `${counted(ignored, 'folder holds', 'folders hold')} no comparison that can be read`
  const provenance = [count, daysOf(entries.map(({ startedAt }) => startedAt).reverse()), unread].filter(Boolean).join(' · ')
  return documentOf({ title, styles: ['history'] }, markup`${entries.length > 0 && markup`<a class="skip" href="#comparisons">Skip to the list of comparisons</a>
`}<h1>${title}</h1>
<p class="provenance">${provenance}</p>
${entries.length > 0
    ? [trends(entries), comparisons(entries)]
    : markup`<p>No comparison was finished yet. Each leaves a folder of its own beside this page, and a row here.</p>`
}<footer><p>Made by artillery-plugin-speedup at the end of each comparison. This page loads nothing from the network and runs no script.</p></footer>
`)
}

const howToRead = [
  'Each mark is the speedup in one comparison, its bar the confidence interval.',
  'Above the solid line at 1x a variant is faster than the baseline; the dashed line is what was required.',
  'A red ring: it fell below the earlier result that it was compared with.',
  'A small grey dot: the measurement carried no verdict.'
].join(' ')

function trends(entries: readonly HistoryEntry[]) {
  const { shown, hidden } = trendsOf(entries)
  if (shown.length === 0) return null
  const others = counted(hidden, 'other scenario has', 'other scenarios have')
  return markup`<section id="trends" aria-labelledby="trends-title">
${heading(2, 'Trends', 'trends-title')}
<p class="lead">${howToRead}</p>
${shown.map(trendGroup)}
${hidden > 0 && markup`<p class="muted">${others} no room for a chart here.</p>`}
</section>
`
}

function trendGroup(trend: Trend) {
  const { file, scenario, baseline, candidates, metrics, comparisons: { length }, older } = trend
  const count = older === 0 ? counted(length, 'comparison') : `the newest ${length} of ${grouped(length + older)} comparisons`
  const place = markup`<span class="muted">· ${nameOf(shortName(file, 60))}, over ${shortName(baseline)}, ${count}</span>`
  const legend = candidates.map((name, i) => markup`<li>${swatch(numberedLook(i))} ${nameOf(shortName(name, 60))}</li>`)
  const charts = metrics.map((metric) => {
    const title = metric === 'throughput' ? metricFacts[metric].title : metricFacts[metric].heading
    return markup`<div>${heading(4, title, null)}${trendChart(trend, metric)}</div>
`
  })
  return markup`<section class="trend-group">
${heading(3, markup`${nameOf(shortName(scenario, 60))} ${place}`, null)}
<ul class="legend">${legend}</ul>
<div class="trend-charts of-${metrics.length}">
${charts}</div>
</section>
`
}

function comparisons(entries: readonly HistoryEntry[]) {
  return markup`<section id="comparisons" aria-labelledby="comparisons-title">
${heading(2, 'All comparisons', 'comparisons-title')}
<p class="lead">The speedups of each variant with their intervals, and the page of its comparison. Times are UTC.</p>
${comparisonsTable(entries)}
</section>
`
}
