import { speedupAxis, type SpeedupAxis } from '../charts/axes.ts'
import { speedupStrip, stripHeader } from '../charts/speedup-strip.ts'
import { markup, type Content, type Markup } from '../markup.ts'
import { interval, times } from '../words/numbers.ts'
import { change } from '../words/scenario-sentences.ts'
import { shortName } from '../words/names.ts'
import { nameOf, section, swatch, statusLabel, type ScenarioView } from './section.ts'
import type { CandidateResult, Estimate, Limit, ScenarioResult } from '../../concepts/comparison.ts'
import { percent } from '../../concepts/wording.ts'
import { resultWords } from '../../concepts/verdicts.ts'
import { warningKinds } from '../../concepts/warnings.ts'

/** Least part of the strips on either side of 1x: there is room for the words above it. */
const roomAroundOne = 0.17

/**
 * Every speedup with its interval, its rounds, what was required of it and what came of that.
 *
 * @returns null: there were too few rounds for any estimate
 */
export function speedupSection(view: ScenarioView): Markup | null {
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

function requiredLimits({ limits }: CandidateResult) {
  return limits.filter(({ required }) => required !== null)
}

function lead({ candidates, confidence }: ScenarioResult) {
  const estimates = candidates.flatMap((candidate) => candidate.estimates)
  const isPulled = estimates.some(({ outliers }) => outliers.length > 0)
  return [
    `Each round gives one ratio (small dots). The large mark is their geometric mean, the bar its ${level(confidence)} % confidence interval, all on a logarithmic scale. Right of the line at 1x is faster.`,
    ...(isPulled ? ['A hollow dot is an outlier, which was pulled towards the others before the mean was taken.'] : []),
    ...(estimates.some(({ required }) => required !== null) ? ['The green zone begins at the required speedup: a bar wholly inside it passes, wholly outside it fails, any other is inconclusive.'] : [])
  ].join(' ')
}

function level(confidence: number) {
  return Math.round(100 * confidence)
}

function head({ baseline, names, result }: ScenarioView, axis: SpeedupAxis, isGrouped: boolean) {
  const candidate = names.find((name) => name !== baseline)
  const change = `${shortName(baseline)} → ${isGrouped || candidate === undefined ? 'variant' : shortName(candidate)}`
  const columns: [string, Content][] = [
    ['metric', 'Metric'],
    ...(isGrouped ? [['variant', 'Variant'] as [string, Content]] : []),
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

interface Cells {
  name: string // of the candidate
  metric: string
  change: Content
  strip: Content
  figure?: Content
  range?: Content
  required: Content
  result: Content | readonly Content[]
}

/** @param place isFirst: of its group */
function row({ name, metric, change, strip, figure, range, required, result }: Cells, { isGrouped, isFirst, view }: { isGrouped: boolean, isFirst: boolean, view: ScenarioView }): Markup {
  const variant = isGrouped ? markup`<th role="rowheader" scope="row" class="variant"><span>${swatch(view.lookOf(name))} ${nameOf(name)}</span></th>` : null
  const cells: [string, Content | readonly Content[]][] = [['change', change], ['strip-cell', strip], ['figure', figure], ['range', range], ['required', required], ['result', result]]
  // Said again in every row, for those who read a row alone; a stylesheet may hide that.
  const title = markup`<th role="rowheader" scope="row" class="metric"><span${isFirst ? null : markup` class="again"`}>${metric}</span></th>`
  return markup`<tr role="row">${title}${variant}${cells.map(([cell, content]) => markup`<td role="cell" class="${cell}">${content}</td>`)}</tr>
`
}

function estimateCells(estimate: Estimate, { candidate: { name, selfCheck }, view, axis }: { candidate: CandidateResult, view: ScenarioView, axis: SpeedupAxis }): Cells {
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

/** @param limit one that is required */
function limitCells(limit: Limit, { name, workers }: CandidateResult): Cells {
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

/**
 * What came of an estimate, for its row in the table of speedups.
 *
 * @returns with what is to be known about it: why there is no verdict, and what was measured earlier
 */
function outcomeOf({ metric, required, verdict, reason, earlier, regression }: Estimate, selfCheck: CandidateResult['selfCheck']): Markup[] {
  const differs = selfCheck !== null && selfCheck.biased.includes(metric)
  return [
    selfCheck !== null ? checkedLabel(differs, reason) : required === null ? markup`<span class="muted">not required</span>` : verdictLabel(verdict),
    ...(differs ? [markup` <span class="remark">(differs)</span>`] : []),
    ...(reason === null ? [] : [markup` <span class="remark">(${warningKinds[reason].noVerdict.inShort})</span>`]),
    ...(regression ? [markup` ${statusLabel('fail', resultWords.regression.word)}`] : []),
    ...(earlier === null ? [] : [markup` <span class="remark">(earlier ${times(earlier.speedup)} ${interval(earlier.interval)})</span>`])
  ]
}

/** @param verdict on something that was required; null: it was ended before its time */
function verdictLabel(verdict: Estimate['verdict']): Markup {
  return verdict !== null ? statusLabel(verdict) : markup`<span class="muted">preliminary</span>`
}

/** Of a variant that is run as the baseline is, so that no difference is what is required. */
function checkedLabel(differs: boolean, reason: Estimate['reason']) {
  return differs ? statusLabel('fail') : reason === null ? statusLabel('ok', 'no difference') : statusLabel('inconclusive')
}

const mostDigits = 9

/**
 * A limit's value and what was required of it, as it was configured. Rounding never turns a miss into a hit, nor a hit
 * into a miss.
 *
 * @param limit one that is required
 */
export function limitTexts({ metric, value, required }: Limit): { value: string, required: string } {
  const [isFairness, limit] = [metric === 'fairness', Number(required)]
  // A percentage has no more digits than what was configured.
  const shownLimit = isFairness ? limit : Number((100 * limit).toPrecision(12))
  const meets = (of: number, bound: number) => (isFairness ? of >= bound : of <= bound)
  const shownRequired = isFairness ? `≥ ${limit}` : `≤ ${shownLimit} %`
  if (value === null) return { value: 'not seen', required: shownRequired }
  const usual = isFairness ? value.toFixed(2) : percent(value)
  const longer = Array.from({ length: mostDigits }, (_, i) => (isFairness ? value.toFixed(i + 1) : `${(100 * value).toFixed(i + 1)} %`)).filter((text) => text.length > usual.length)
  const honest = [usual, ...longer].find((text) => meets(Number(/[\d.]+/.exec(text)), shownLimit) === meets(value, limit))
  return { value: honest ?? String(value), required: shownRequired }
}
