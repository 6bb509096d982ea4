import { markup, type Content, type Markup } from '../markup.ts'
import { grouped, interval, times } from '../words/numbers.ts'
import { nameOf, statusLabel } from '../page/section.ts'
import { shortName } from '../words/names.ts'
import { resultWords } from '../../concepts/verdicts.ts'
import type { HistoryCandidate, HistoryEntry, HistoryScenario } from '../../concepts/report-data.ts'
import { columnsOf, metricFacts, type Metric } from '../../concepts/metrics.ts'
import { howManyFit, minuteOf } from './trends.ts'

const mostRows = 200 // so that the page stays small however many comparisons are kept
const longestName = 40 // whatever it is in a user's file

/**
 * The newest comparisons: a row for each candidate of each scenario. Roles and labels are for narrow pages, where a stylesheet
 * makes a card of each row, which browsers then no longer take for one of a table.
 *
 * @param entries the newest first
 */
export function comparisonsTable(entries: readonly HistoryEntry[]): Markup {
  const sizes = entries.map(({ scenarios }) => Math.max(1, scenarios.flatMap(({ candidates }) => candidates).length))
  const listed = entries.slice(0, howManyFit(sizes, mostRows))
  const older = entries.length - listed.length
  const columns = columnsOf(entries.flatMap(({ scenarios }) => scenarios.flatMap(({ candidates }) => candidates.flatMap(({ estimates }) => estimates))))
  const titles = ['Started, UTC', 'Scenario', 'Variant', 'Result', ...columns.map((metric) => metricFacts[metric].title), 'Rounds', 'Commit']
  const heads = titles.map((title) => markup`<th scope="col" role="columnheader">${title}</th>`)
  const [comparisons, folders] = older === 1 ? ['comparison is', 'its folder is'] : ['comparisons are', 'their folders are']
  return markup`<table class="history" role="table"><thead role="rowgroup"><tr role="row">${heads}</tr></thead><tbody role="rowgroup">
${listed.flatMap((entry) => rowsOf(entry, columns))}</tbody></table>
${older > 0 && markup`<p class="muted">${grouped(older)} older ${comparisons} not listed here; ${folders} beside this page.</p>`}`
}

/** @returns one without figures where it ended before anything was compared */
function rowsOf(entry: HistoryEntry, columns: readonly Metric[]): Markup[] {
  const rows = entry.scenarios.flatMap((scenario) => scenario.candidates.map((candidate) => rowOf(entry, columns, scenario, candidate)))
  return rows.length > 0 ? rows : [rowOf(entry, columns)]
}

function rowOf(entry: HistoryEntry, columns: readonly Metric[], scenario?: HistoryScenario, candidate?: HistoryCandidate) {
  const { folder, hasPage, file, startedAt, commit } = entry
  const href = `${encodeURIComponent(folder)}/${hasPage ? 'index.html' : 'comparison.json'}`
  const estimateOf = (wanted: Metric) => candidate?.estimates.find(({ metric }) => metric === wanted)
  const cells = [
    cell('started', markup`<a href="${href}">${minuteOf(startedAt)}</a>`),
    cell('scenario', markup`${scenario && markup`${short(scenario.scenario)} `}<span class="muted">${short(file)}</span>`),
    cell('variant', candidate === undefined ? '–' : short(candidate.name)),
    cell('result', resultOf(entry, candidate)),
    ...columns.map((metric) => cell('figure', figureOf(estimateOf(metric)), metricFacts[metric].title)),
    cell('rounds', scenario?.rounds ?? '–', 'Rounds'),
    cell('commit', commit === null ? '–' : markup`<code>${commit.slice(0, 7)}</code>`, 'Commit')
  ]
  return markup`<tr role="row">${cells}</tr>
`
}

/** @param label for a narrow page, where no column has a title */
function cell(className: string, content: Content, label: string | null = null) {
  return markup`<td role="cell" class="${className}">${label && markup`<span class="label">${label} </span>`}${content}</td>`
}

function resultOf({ verdict, interrupted }: HistoryEntry, candidate: HistoryCandidate | undefined) {
  if (interrupted) return statusLabel('warning', resultWords.interrupted)
  if (verdict === 'not measured' || candidate === undefined) return statusLabel('problem', resultWords.notMeasured)
  return statusLabel(candidate.verdict ?? 'none')
}

function figureOf(estimate: HistoryCandidate['estimates'][number] | undefined) {
  if (estimate === undefined) return '–'
  const { speedup, interval: range, reason, regression } = estimate
  const remark = reason !== null ? markup` <span class="muted">no verdict</span>` : regression && markup` <em>fell</em>`
  const figure = reason === null ? markup`<strong>${times(speedup)}</strong>` : times(speedup)
  return markup`${figure} <span class="range">${interval(range)}</span>${remark}`
}

/** @param name from a user's file */
function short(name: string) {
  return nameOf(shortName(name, longestName))
}
