import { estimateOf } from '../../concepts/comparison.ts'
import { columnsOf, metricFacts, type Metric } from '../../concepts/metrics.ts'
import { resultWords } from '../../concepts/verdicts.ts'
import { counted, joinParts, shortSha } from '../../concepts/wording.ts'
import { markup, type Content } from '../markup.ts'
import {
  documentOf,
  framed,
  heading,
  items,
  mutedText,
  nameOf,
  standsAlone,
  statusLabel,
  swatch,
  withRange
} from '../page/section.ts'
import { numberedLook } from '../palette.ts'
import { columnsInstead } from '../../questions/report.ts'
import { shortName } from '../words/names.ts'
import { grouped, minuteOf, speedupRange, speedupText } from '../words/numbers.ts'
import { trendChart } from './trend-chart.ts'
import { changeSentence, changesIn, daysOf, firstThatFit, trendsOf, type Trend, type TrendEstimate } from './trends.ts'
import type { HistoryCandidate, HistoryEntry, HistoryScenario } from '../../concepts/report-data.ts'

const mostRows = 200 // so that the page stays small however many comparisons are kept

/**
 * All comparisons, newest first; the same ones give the same page, byte for byte. ignored: folders of comparisons that
 * can't be read.
 */
export function historyPage(entries: readonly HistoryEntry[], ignored = 0) {
  const title = 'Speedup history'
  const count = entries.length === 1 ? '1 comparison' : `${grouped(entries.length)} comparisons, newest first`
  const days = daysOf(entries.toReversed())
  const unread = ignored > 0 && `${counted(ignored, 'folder')} without a readable comparison`
  const provenance = joinParts([count, days, unread], ' · ')
  const skip = entries.length > 0 && markup`<a class="skip" href="#comparisons">Skip to the list of comparisons</a>\n`
  return documentOf(
    { title, description: provenance, styles: ['history'] },
    markup`${skip}<h1>${title}</h1>
<p class="provenance">${provenance}</p>
${entries.length > 0 ? [trends(entries), comparisons(entries)] : none}\
<footer><p>Made by artillery-plugin-speedup at the end of each comparison. ${standsAlone}</p></footer>\n`
  )
}

const none = markup`<p>No comparison has finished yet. Each one adds a folder beside this page, and a row here.</p>`

const howToRead = [
  'Each mark is the speedup in one comparison. Its bar is the confidence interval.',
  'Above the solid line at 1x a variant is faster than the baseline. The dashed line is the threshold.',
  'A red ring: the speedup fell below the earlier result.',
  'A dotted line: from there on, its level is another one.',
  'A small grey dot: no verdict.'
].join(' ')

function trends(entries: readonly HistoryEntry[]) {
  const { shown, hidden } = trendsOf(entries)
  if (shown.length === 0) return null
  const others = counted(hidden, 'other scenario has', 'other scenarios have')
  const left = hidden > 0 && markup`<p class="muted">${others} no chart here.</p>`
  return framed(
    { id: 'trends', title: 'Trends' },
    markup`<p class="lead">${howToRead}</p>
${shown.map(trendGroup)}
${left}`
  )
}

function trendGroup(trend: Trend) {
  const { file, scenario, baseline, candidates, metrics, older } = trend
  const { length } = trend.comparisons
  const count =
    older === 0 ? counted(length, 'comparison') : `the newest ${length} of ${grouped(length + older)} comparisons`
  const place = mutedText(markup`· ${nameOf(shortName(file, 60))}, over ${shortName(baseline)}, ${count}`)
  const legend = items(candidates.map((name, i) => markup`${swatch(numberedLook(i))} ${nameOf(shortName(name, 60))}`))
  const charts = metrics.map((metric) => {
    const { unit, title, heading: ofLatency } = metricFacts[metric]
    const changes = changesIn(trend, metric)
    const sentences = changes.map((change) => markup`<p class="change">${changeSentence(change)}.</p>`)
    return markup`<div>${heading(4, unit === 'ms' ? ofLatency : title)}\
${trendChart(trend, metric, changes)}${sentences}</div>\n`
  })
  return markup`<section class="trend-group">
${heading(3, markup`${nameOf(shortName(scenario, 60))} ${place}`)}
<ul class="legend">${legend}</ul>
<div class="trend-charts of-${metrics.length}">
${charts}</div>
</section>\n`
}

/**
 * The newest comparisons: a row for each candidate of each scenario. Roles and labels are for narrow pages, where a
 * stylesheet makes a card of each row, which browsers then no longer take for one of a table.
 */
function comparisons(entries: readonly HistoryEntry[]) {
  const groups = entries.map(rowsOf)
  const columns = columnsOf(groups.flat().flatMap(({ candidate }) => candidate?.estimates ?? []))
  const listed = firstThatFit(groups, mostRows, ({ length }) => length)
  const older = entries.length - listed.length
  const others = columnsInstead(listed.flat().flatMap(({ candidate }) => candidate ?? []))
  const titles = [
    'Started, UTC',
    'Scenario',
    'Variant',
    'Result',
    ...columns.map((metric) => metricFacts[metric].title),
    ...others.map(({ title }) => title),
    'Rounds',
    'Commit'
  ]
  const heads = titles.map((title) => markup`<th scope="col" role="columnheader">${title}</th>`)
  const unlisted =
    older === 1
      ? '1 older comparison is not listed here; its folder is beside this page.'
      : `${grouped(older)} older comparisons are not listed here; their folders are beside this page.`
  return framed(
    { id: 'comparisons', title: 'All comparisons' },
    markup`\
<p class="lead">The speedups of each variant with their intervals, and the page of its comparison. Times are UTC.</p>
<table class="history" role="table"><thead role="rowgroup"><tr role="row">${heads}</tr></thead><tbody role="rowgroup">
${listed.flat().map((row) => drawRow(row, columns, others))}</tbody></table>
${older > 0 && markup`<p class="muted">${unlisted}</p>`}`
  )
}

type Row = { entry: HistoryEntry; scenario?: HistoryScenario; candidate?: HistoryCandidate }

/** @returns one without figures where it ended before anything was compared */
function rowsOf(entry: HistoryEntry): Row[] {
  const rows = entry.scenarios.flatMap((scenario) =>
    scenario.candidates.map((candidate) => ({ entry, scenario, candidate }))
  )
  return rows.length > 0 ? rows : [{ entry }]
}

function drawRow(
  { entry, scenario, candidate }: Row,
  columns: readonly Metric[],
  others: ReturnType<typeof columnsInstead>
) {
  const { folder, hasPage, file, startedAt, commit } = entry
  const href = `${encodeURIComponent(folder)}/${hasPage ? 'index.html' : 'comparison.json'}`
  const short = (name: string) => nameOf(shortName(name, 40))
  const from = mutedText(short(file))
  const figures = columns.map((metric) => {
    const estimate = estimateOf(candidate, metric)
    return cell('figure', estimate ? figureOf(estimate) : '–', metricFacts[metric].title)
  })
  return markup`<tr role="row">${[
    cell('started', markup`<a href="${href}">${minuteOf(startedAt)}</a>`),
    cell('scenario', scenario ? markup`${short(scenario.scenario)} ${from}` : from),
    cell('variant', candidate ? short(candidate.name) : '–'),
    cell('result', resultOf(entry, candidate)),
    ...figures,
    ...others.map(({ id, title, textOf }) => cell(id, (candidate && textOf(candidate)) ?? '–', title)),
    cell('rounds', scenario?.rounds ?? '–', 'Rounds'),
    cell('commit', commit === null ? '–' : markup`<code>${shortSha(commit)}</code>`, 'Commit')
  ]}</tr>\n`
}

/** @param label for a narrow page, where no column has a title */
function cell(className: string, content: Content, label = '') {
  const title = label && markup`<span class="label">${label} </span>`
  return markup`<td role="cell" class="${className}">${title}${content}</td>`
}

function resultOf({ verdict, interrupted }: HistoryEntry, candidate: HistoryCandidate | undefined) {
  if (interrupted) return statusLabel('warning', resultWords.interrupted)
  if (verdict === 'not measured' || candidate === undefined) return statusLabel('problem', resultWords.notMeasured)
  return statusLabel(candidate.verdict ?? 'none')
}

function figureOf(estimate: TrendEstimate) {
  const text = speedupText(estimate)
  const range = speedupRange(estimate)
  if (estimate.reason !== null) return markup`${withRange(text, range)} ${mutedText('no verdict')}`
  return markup`${withRange(markup`<strong>${text}</strong>`, range)}${estimate.regression && markup` <em>fell</em>`}`
}
