import { markup, type Content, type Markup } from '../markup.ts'
import { grouped, interval, times } from '../words/numbers.ts'
import { nameOf, statusLabel } from '../page/section.ts'
import { shortName } from '../words/names.ts'
import { resultWords } from '../../concepts/verdicts.ts'
import type { HistoryCandidate, HistoryEntry, HistoryScenario } from '../../concepts/report-data.ts'
import { metricFacts, metrics } from '../../concepts/metrics.ts'

/** So that the page stays small however many comparisons are kept, and whatever their names. */
const mostRows = 200
const longestName = 40

const titles = ['Started, UTC', 'Scenario', 'Variant', 'Result', ...metrics.map((metric) => metricFacts[metric].title), 'Rounds', 'Commit']

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
  return markup`<table class="history" role="table"><thead role="rowgroup"><tr role="row">${titles.map((title) => markup`<th scope="col" role="columnheader">${title}</th>`)}</tr></thead><tbody role="rowgroup">
${listed.flatMap(rowsOf)}</tbody></table>
${older === 0 ? null : markup`<p class="muted">${grouped(older)} older ${older === 1 ? 'comparison is' : 'comparisons are'} not listed here; ${older === 1 ? 'its folder is' : 'their folders are'} beside this page.</p>`}`
}

function rowsOf(entry: HistoryEntry): Markup[] {
  const { scenarios } = entry
  const rows = scenarios.flatMap((scenario) => scenario.candidates.map((candidate) => rowOf(entry, { scenario, candidate })))
  return rows.length > 0 ? rows : [rowOf(entry, null)]
}

/** @param of null: it ended before anything was compared */
function rowOf(entry: HistoryEntry, of: { scenario: HistoryScenario, candidate: HistoryCandidate } | null) {
  const { folder, hasPage, file, startedAt, commit } = entry
  const href = `${encodeURIComponent(folder)}/${hasPage ? 'index.html' : 'comparison.json'}`
  const cells = [
    cell('', 'started', markup`<a href="${href}">${startedAt.slice(0, 16).replace('T', ' ')}</a>`),
    cell('', 'scenario', markup`${of === null ? null : markup`${short(of.scenario.scenario)} `}<span class="muted">${short(file)}</span>`),
    cell('', 'variant', of === null ? '–' : short(of.candidate.name)),
    cell('', 'result', resultOf(entry, of?.candidate ?? null)),
    ...metrics.map((metric) => cell(metricFacts[metric].title, 'figure', figureOf(of?.candidate.estimates.find((one) => one.metric === metric)))),
    cell('Rounds', 'rounds', of === null ? '–' : of.scenario.rounds),
    cell('Commit', 'commit', commit === null ? '–' : markup`<code>${commit.slice(0, 7)}</code>`)
  ]
  return markup`<tr role="row">${cells}</tr>
`
}

/** @param label for a narrow page, where no column has a title */
function cell(label: string, className: string, content: Content) {
  return markup`<td role="cell" class="${className}">${label === '' ? null : markup`<span class="label">${label} </span>`}${content}</td>`
}

function resultOf({ verdict, interrupted }: HistoryEntry, candidate: HistoryCandidate | null) {
  if (interrupted) return statusLabel('warning', resultWords.interrupted.word)
  if (verdict === 'not measured' || candidate === null) return statusLabel('problem', resultWords.notMeasured.word)
  return statusLabel(candidate.verdict ?? 'none')
}

function figureOf(estimate: HistoryCandidate['estimates'][number] | undefined) {
  if (estimate === undefined) return '–'
  const { speedup, interval: range, reason, regression } = estimate
  const remark = reason !== null ? markup` <span class="muted">no verdict</span>` : regression ? markup` <em>fell</em>` : null
  return markup`${reason === null ? markup`<strong>${times(speedup)}</strong>` : times(speedup)} <span class="range">${interval(range)}</span>${remark}`
}

/** @param name from a user's file */
function short(name: string) {
  return nameOf(shortName(name, longestName))
}

/**
 * @param most of them all
 * @returns how many of the first have room together; one at least, where there is one
 */
export function howManyFit(sizes: readonly number[], most: number): number {
  let sum = 0
  const tooLarge = sizes.findIndex((size, i) => (sum += size) > most && i > 0)
  return tooLarge === -1 ? sizes.length : tooLarge
}
