import { markup } from '../markup.js'
import { grouped, interval, times } from '../numbers.js'
import { nameOf } from '../page/section.js'
import { statusLabel } from '../page/status.js'
import { shortName } from '../short-name.js'
import { howManyFit } from './how-many-fit.js'
/**
 * @import { Content, Markup } from '../markup.js'
 * @import { HistoryCandidate, HistoryEntry, HistoryScenario, Metric } from '../../vocabulary.js'
 */

/** So that the page stays small however many comparisons are kept, and whatever their names. */
const mostRows = 200
const longestName = 40

/** @type {readonly { metric: Metric, title: string }[]} */
const metrics = [
  { metric: 'p50', title: 'p50' },
  { metric: 'p95', title: 'p95' },
  { metric: 'p99', title: 'p99' },
  { metric: 'throughput', title: 'Throughput' }
]
const titles = ['Started, UTC', 'Scenario', 'Variant', 'Result', ...metrics.map(({ title }) => title), 'Rounds', 'Commit']

/**
 * The newest comparisons: a row for each candidate of each scenario. Roles and labels are for narrow pages, where a stylesheet
 * makes a card of each row, which browsers then no longer take for one of a table.
 *
 * @param {readonly HistoryEntry[]} entries the newest first
 * @returns {Markup}
 */
export function comparisonsTable(entries) {
  const sizes = entries.map(({ scenarios }) => Math.max(1, scenarios.flatMap(({ candidates }) => candidates).length))
  const listed = entries.slice(0, howManyFit(sizes, mostRows))
  const older = entries.length - listed.length
  return markup`<table class="history" role="table"><thead role="rowgroup"><tr role="row">${titles.map((title) => markup`<th scope="col" role="columnheader">${title}</th>`)}</tr></thead><tbody role="rowgroup">
${listed.flatMap(rowsOf)}</tbody></table>
${older === 0 ? null : markup`<p class="muted">${grouped(older)} older ${older === 1 ? 'comparison is' : 'comparisons are'} not listed here; ${older === 1 ? 'its folder is' : 'their folders are'} beside this page.</p>`}`
}

/**
 * @param {HistoryEntry} entry
 * @returns {Markup[]}
 */
function rowsOf(entry) {
  const { scenarios } = entry
  const rows = scenarios.flatMap((scenario) => scenario.candidates.map((candidate) => rowOf(entry, { scenario, candidate })))
  return rows.length > 0 ? rows : [rowOf(entry, null)]
}

/**
 * @param {HistoryEntry} entry
 * @param {{ scenario: HistoryScenario, candidate: HistoryCandidate } | null} of null: it ended before anything was
 *   compared
 */
function rowOf(entry, of) {
  const { folder, hasPage, file, startedAt, commit } = entry
  const href = `${encodeURIComponent(folder)}/${hasPage ? 'index.html' : 'comparison.json'}`
  const cells = [
    cell('', 'started', markup`<a href="${href}">${startedAt.slice(0, 16).replace('T', ' ')}</a>`),
    cell('', 'scenario', markup`${of === null ? null : markup`${short(of.scenario.scenario)} `}<span class="muted">${short(file)}</span>`),
    cell('', 'variant', of === null ? '–' : short(of.candidate.name)),
    cell('', 'result', resultOf(entry, of?.candidate ?? null)),
    ...metrics.map(({ metric, title }) => cell(title, 'figure', figureOf(of?.candidate.estimates.find((one) => one.metric === metric)))),
    cell('Rounds', 'rounds', of === null ? '–' : of.scenario.rounds),
    cell('Commit', 'commit', commit === null ? '–' : markup`<code>${commit.slice(0, 7)}</code>`)
  ]
  return markup`<tr role="row">${cells}</tr>
`
}

/**
 * @param {string} label for a narrow page, where no column has a title
 * @param {string} className
 * @param {Content} content
 */
function cell(label, className, content) {
  return markup`<td role="cell" class="${className}">${label === '' ? null : markup`<span class="label">${label} </span>`}${content}</td>`
}

/**
 * @param {HistoryEntry} entry
 * @param {HistoryCandidate | null} candidate
 */
function resultOf({ verdict, interrupted }, candidate) {
  if (interrupted) return statusLabel('warning', 'INTERRUPTED')
  if (verdict === 'not measured' || candidate === null) return statusLabel('problem', 'NOT MEASURED')
  return statusLabel(candidate.verdict ?? 'none')
}

/** @param {HistoryCandidate['estimates'][number] | undefined} estimate */
function figureOf(estimate) {
  if (estimate === undefined) return '–'
  const { speedup, interval: range, reason, regression } = estimate
  const remark = reason !== null ? markup` <span class="muted">no verdict</span>` : regression ? markup` <em>fell</em>` : null
  return markup`${reason === null ? markup`<strong>${times(speedup)}</strong>` : times(speedup)} <span class="range">${interval(range)}</span>${remark}`
}

/** @param {string} name from a user's file */
function short(name) {
  return nameOf(shortName(name, longestName))
}
