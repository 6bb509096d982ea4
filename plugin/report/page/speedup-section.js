import { speedupAxis } from '../charts/speedup-axis.js'
import { speedupStrip, stripHeader } from '../charts/speedup-strip.js'
import { markup } from '../markup.js'
import { interval, times } from '../numbers.js'
import { change } from '../scenario-sentences.js'
import { shortName } from '../short-name.js'
import { limitTexts, outcomeOf, verdictLabel } from './outcome.js'
import { nameOf, section, swatch } from './section.js'
/**
 * @import { CandidateResult, Estimate, Limit, ScenarioResult } from '../../vocabulary.js'
 * @import { SpeedupAxis } from '../charts/speedup-axis.js'
 * @import { Content, Markup } from '../markup.js'
 * @import { ScenarioView } from './section.js'
 */

/** Least part of the strips on either side of 1x: there is room for the words above it. */
const roomAroundOne = 0.17

/**
 * Every speedup with its interval, its rounds, what was required of it and what came of that.
 *
 * @param {ScenarioView} view
 * @returns {Markup | null} null: there were too few rounds for any estimate
 */
export function speedupSection(view) {
  if (view.result === null) return null
  const { candidates } = view.result
  const estimates = candidates.flatMap((candidate) => candidate.estimates)
  const axis = speedupAxis(estimates.flatMap(({ speedup, interval: range, ratios, required }) => [speedup, ...range, ...ratios, ...(required === null ? [] : [required])]), roomAroundOne)
  const isGrouped = candidates.length > 1
  const metrics = [...new Set([...estimates, ...candidates.flatMap(requiredLimits)].map(({ metric }) => metric))]
  const bodies = metrics.map((metric) => {
    const rows = candidates.flatMap((candidate) => [
      ...candidate.estimates.filter((estimate) => estimate.metric === metric).map((estimate) => estimateCells(estimate, { candidate, view, axis })),
      ...requiredLimits(candidate).filter((limit) => limit.metric === metric).map((limit) => limitCells(limit, candidate))
    ])
    return markup`<tbody role="rowgroup">
${rows.map((cells, i) => row(cells, { isGrouped, isFirst: i === 0, view }))}</tbody>
`
  })
  return section(view, { id: 'speedup', title: `Speedup over ${shortName(view.baseline, 60)}`, lead: lead(view.result) }, markup`<table class="speedups${isGrouped ? ' grouped' : ''}" role="table">
${head(view, axis, isGrouped)}${bodies}</table>`)
}

/** @param {CandidateResult} candidate */
function requiredLimits({ limits }) {
  return limits.filter(({ required }) => required !== null)
}

/** @param {ScenarioResult} result */
function lead({ candidates, confidence }) {
  const estimates = candidates.flatMap((candidate) => candidate.estimates)
  const isPulled = estimates.some(({ outliers }) => outliers.length > 0)
  return [
    `Each round gives one ratio (small dots). The large mark is their geometric mean, the bar its ${level(confidence)} % confidence interval, all on a logarithmic scale. Right of the line at 1x is faster.`,
    ...(isPulled ? ['A hollow dot is an outlier, which was pulled towards the others before the mean was taken.'] : []),
    ...(estimates.some(({ required }) => required !== null) ? ['The green zone begins at the required speedup: a bar wholly inside it passes, wholly outside it fails, any other is inconclusive.'] : [])
  ].join(' ')
}

/** @param {number} confidence */
function level(confidence) {
  return Math.round(100 * confidence)
}

/**
 * @param {ScenarioView} view
 * @param {SpeedupAxis} axis
 * @param {boolean} isGrouped
 */
function head({ baseline, names, result }, axis, isGrouped) {
  const candidate = names.find((name) => name !== baseline)
  const change = `${shortName(baseline)} → ${isGrouped || candidate === undefined ? 'variant' : shortName(candidate)}`
  /** @type {[string, Content][]} */
  const columns = [
    ['metric', 'Metric'],
    ...(isGrouped ? [/** @type {[string, Content]} */ (['variant', 'Variant'])] : []),
    ['change', change],
    ['strip-cell', stripHeader(axis)],
    ['figure', 'Speedup'],
    ['range', `${level(Number(result?.confidence))} % interval`],
    ['required', 'Required'],
    ['result', 'Result']
  ]
  return markup`<thead role="rowgroup"><tr role="row">${columns.map(([name, content]) => markup`<th role="columnheader" scope="col" class="${name}"${name === 'strip-cell' ? markup` width="40%"` : null}>${content}</th>`)}</tr></thead>
`
}

/**
 * @typedef {object} Cells
 * @property {string} name of the candidate
 * @property {string} metric
 * @property {Content} change
 * @property {Content} strip
 * @property {Content} [figure]
 * @property {Content} [range]
 * @property {Content} required
 * @property {Content | readonly Content[]} result
 */

/**
 * @param {Cells} cells
 * @param {{ isGrouped: boolean, isFirst: boolean, view: ScenarioView }} place isFirst: of its group
 * @returns {Markup}
 */
function row({ name, metric, change, strip, figure, range, required, result }, { isGrouped, isFirst, view }) {
  const variant = isGrouped ? markup`<th role="rowheader" scope="row" class="variant"><span>${swatch(view.lookOf(name))} ${nameOf(name)}</span></th>` : null
  /** @type {[string, Content | readonly Content[]][]} */
  const cells = [['change', change], ['strip-cell', strip], ['figure', figure], ['range', range], ['required', required], ['result', result]]
  // Said again in every row, for those who read a row alone; a stylesheet may hide that.
  const title = markup`<th role="rowheader" scope="row" class="metric"><span${isFirst ? null : markup` class="again"`}>${metric}</span></th>`
  return markup`<tr role="row">${title}${variant}${cells.map(([cell, content]) => markup`<td role="cell" class="${cell}">${content}</td>`)}</tr>
`
}

/**
 * @param {Estimate} estimate
 * @param {{ candidate: CandidateResult, view: ScenarioView, axis: SpeedupAxis }} of
 * @returns {Cells}
 */
function estimateCells(estimate, { candidate: { name, selfCheck }, view, axis }) {
  const { metric, speedup, interval: range, required } = estimate
  return {
    name,
    metric,
    change: change(estimate),
    strip: speedupStrip(estimate, { name, look: view.lookOf(name), axis }),
    figure: markup`<strong>${times(speedup)}</strong>`,
    range: interval(range),
    required: required === null ? null : `≥ ${required}x`,
    result: outcomeOf(estimate, selfCheck)
  }
}

/**
 * @param {Limit} limit one that is required
 * @param {CandidateResult} candidate
 * @returns {Cells}
 */
function limitCells(limit, { name, workers }) {
  const isFairness = limit.metric === 'fairness'
  const meaning = isFairness ? `a worker’s fair share of the requests, 1/${workers}, over that of the busiest` : 'requests without a response below 400'
  const { value, required } = limitTexts(limit)
  return {
    name,
    metric: isFairness ? 'fairness' : 'error rate',
    change: value,
    strip: markup`<span class="muted">${meaning}</span>`,
    required,
    result: verdictLabel(limit.verdict)
  }
}
