import { columnsOf, metricFacts, type Metric } from '../../concepts/metrics.ts'
import { resultWords } from '../../concepts/verdicts.ts'
import { markup, type Content, type Markup } from '../markup.ts'
import { nameOf, statusLabel } from '../page/section.ts'
import { shortName } from '../words/names.ts'
import { grouped, interval, times } from '../words/numbers.ts'
import { howManyFit, minuteOf, type TrendEstimate } from './trends.ts'
import type { HistoryCandidate, HistoryEntry, HistoryScenario } from '../../concepts/report-data.ts'

const mostRows = 200 // so that the page stays small however many comparisons are kept
const longestName = 40 // whatever it is in a user's file

type Row = { entry: HistoryEntry, scenario?: HistoryScenario, candidate?: HistoryCandidate }

/**
 * The newest comparisons: a row for each candidate of each scenario. Roles and labels are for narrow pages, where a stylesheet makes a
 * card of each row, which browsers then no longer take for one of a table.
 *
 * @param entries the newest first
 */
export function comparisonsTable(entries: readonly HistoryEntry[]): Markup {
  const groups = entries.map(rowsOf)
  const columns = columnsOf(groups.flat().flatMap(({ candidate }) => candidate?.estimates ?? []))
  const listed = groups.slice(0, howManyFit(groups.map(({ length }) => length), mostRows))
  const older = entries.length - listed.length
  const titles = ['Started, UTC', 'Scenario', 'Variant', 'Result', ...columns.map((metric) => metricFacts[metric].title), 'Rounds', 'Commit']
  const heads = titles.map((title) => markup`<th scope="col" role="columnheader">${title}</th>`)
  const [comparisons, folders] = older === 1 ? ['comparison is', 'its folder is'] : ['comparisons are', 'their folders are']
  return markup`<table class="history" role="table"><thead role="rowgroup"><tr role="row">${heads}</tr></thead><tbody role="rowgroup">
${listed.flat().map((row) => drawRow(row, columns))}</tbody></table>
${older > 0 && markup`<p class="muted">${grouped(older)} older ${comparisons} not listed here; ${folders} beside this page.</p>`}`
}

/** @returns one without figures where it ended before anything was compared */
function rowsOf(entry: HistoryEntry): Row[] {
  const rows = entry.scenarios.flatMap((scenario) => scenario.candidates.map((candidate) => ({ entry, scenario, candidate })))
  return rows.length > 0 ? rows : [{ entry }]
}

function drawRow({ entry, scenario, candidate }: Row, columns: readonly Metric[]) {
  const { folder, hasPage, file, startedAt, commit } = entry
  const href = `${encodeURIComponent(folder)}/${hasPage ? 'index.html' : 'comparison.json'}`
  const short = (name: string) => nameOf(shortName(name, longestName))
  const figures = columns.map((metric) => {
    const estimate = candidate?.estimates.find((found) => found.metric === metric)
    return cell('figure', estimate ? figureOf(estimate) : '–', metricFacts[metric].title)
  })
  return markup`<tr role="row">${[
    cell('started', markup`<a href="${href}">${minuteOf(startedAt)}</a>`),
    cell('scenario', markup`${scenario && markup`${short(scenario.scenario)} `}<span class="muted">${short(file)}</span>`),
    cell('variant', candidate ? short(candidate.name) : '–'),
    cell('result', resultOf(entry, candidate)),
    ...figures,
    cell('rounds', scenario?.rounds ?? '–', 'Rounds'),
    cell('commit', commit === null ? '–' : markup`<code>${commit.slice(0, 7)}</code>`, 'Commit')
  ]}</tr>
`
}

/** @param label for a narrow page, where no column has a title */
function cell(className: string, content: Content, label: string | null = null) {
  return markup`<td role="cell" class="${className}">${label && markup`<span class="label">${label} </span>`}${content}</td>`
}

function resultOf({ verdict, interrupted }: HistoryEntry, candidate: HistoryCandidate | undefined) {
  if (interrupted) return statusLabel('warning', resultWords.interrupted.word)
  if (verdict === 'not measured' || candidate === undefined) return statusLabel('problem', resultWords.notMeasured.word)
  return statusLabel(candidate.verdict ?? 'none')
}

function figureOf({ speedup, interval: range, reason, regression }: TrendEstimate) {
  const remark = reason !== null ? markup` <span class="muted">no verdict</span>` : regression && markup` <em>fell</em>`
  const figure = reason === null ? markup`<strong>${times(speedup)}</strong>` : times(speedup)
  return markup`${figure} <span class="range">${interval(range)}</span>${remark}`
}
