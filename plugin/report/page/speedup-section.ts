import { warningKinds } from '../../concepts/warnings.ts'
import { resultWords } from '../../concepts/verdicts.ts'
import { paragraph, percent } from '../../concepts/wording.ts'
import { speedupAxis, type Axis } from '../charts/axes.ts'
import { speedupStrip, stripHeader } from '../charts/speedup-strip.ts'
import { markup, type Content, type Markup } from '../markup.ts'
import { limitWords, shortName } from '../words/names.ts'
import { interval, times, timesWithin } from '../words/numbers.ts'
import { change } from '../words/scenario-sentences.ts'
import { nameOf, section, swatch, statusLabel, type ScenarioView } from './section.ts'
import type { CandidateResult, Estimate, Limit } from '../../concepts/comparison.ts'

/** Least part of the strips on either side of 1x: there is room for the words above it. */
export const roomAroundOne = 0.17

const cellNames = ['change', 'strip-cell', 'figure', 'range', 'required', 'result']

interface Row {
  metric: string
  name: string // of the candidate
  cells: (Content | readonly Content[])[] // one for each of cellNames
}

/** Every speedup, what was required of it and its result; null where there were too few rounds for any estimate. */
export function speedupSection(view: ScenarioView): Markup | null {
  if (view.result === null) return null
  const { candidates, confidence } = view.result
  const estimates = candidates.flatMap((candidate) => candidate.estimates)
  const ends = estimates.flatMap(({ speedup, interval: range, ratios, required }) => [speedup, ...range, ...ratios, required ?? 1])
  const axis = speedupAxis(ends, roomAroundOne)
  const rows = [
    ...candidates.flatMap((candidate) => candidate.estimates.map((estimate) => estimateRow(estimate, candidate, view, axis))),
    ...candidates.flatMap((candidate) => candidate.limits.filter(({ required }) => required !== null).map((limit) => limitRow(limit, candidate)))
  ]
  const level = `${Math.round(100 * confidence)} %`
  const lead = paragraph([
    'Each round gives one ratio (small dots). The large mark is their geometric mean,',
    `the bar its ${level} confidence interval, all on a logarithmic scale. Right of the line at 1x is faster.`,
    estimates.some(({ outliers }) => outliers.length > 0) &&
      'A hollow dot is an outlier, which was pulled towards the others before the mean was taken.',
    estimates.some(({ required }) => required !== null) &&
      'The green zone begins at the required speedup: a bar wholly inside it passes, wholly outside it fails, any other is inconclusive.'
  ])
  const isGrouped = candidates.length > 1
  const changed = `${shortName(view.baseline)} → ${isGrouped ? 'variant' : shortName(candidates[0].name)}`
  const columns = [
    columnHead('metric', 'Metric'),
    isGrouped && columnHead('variant', 'Variant'),
    ...[changed, stripHeader(axis), 'Speedup', `${level} interval`, 'Required', 'Result'].map((content, i) => columnHead(cellNames[i], content))
  ]
  const bodies = [...Map.groupBy(rows, ({ metric }) => metric).values()].map((group) => markup`<tbody role="rowgroup">
${group.map((row, i) => tableRow(row, i === 0, isGrouped && view))}</tbody>\n`)
  const title = `Speedup over ${shortName(view.baseline, 60)}`
  return section(view, { id: 'speedup', title, lead }, markup`<table class="speedups${isGrouped && ' grouped'}" role="table">
<thead role="rowgroup"><tr role="row">${columns}</tr></thead>
${bodies}</table>`)
}

export const columnHead = (name: string, content: Content) =>
  markup`<th role="columnheader" scope="col" class="${name}"${name === 'strip-cell' && markup` width="40%"`}>${content}</th>`

/** @param view false: there is only one candidate, which needs no name */
function tableRow({ metric, name, cells }: Row, isFirst: boolean, view: ScenarioView | false) {
  // Said again in every row, for those who read a row alone; a stylesheet may hide that.
  const title = markup`<th role="rowheader" scope="row" class="metric"><span${!isFirst && markup` class="again"`}>${metric}</span></th>`
  const named = view && markup`<th role="rowheader" scope="row" class="variant"><span>${swatch(view.lookOf(name))} ${nameOf(name)}</span></th>`
  return markup`<tr role="row">${title}${named}${cells.map((content, i) => markup`<td role="cell" class="${cellNames[i]}">${content}</td>`)}</tr>\n`
}

function estimateRow(estimate: Estimate, { name, selfCheck }: CandidateResult, view: ScenarioView, axis: Axis): Row {
  const { metric, speedup, interval: range, required } = estimate
  const strip = speedupStrip(estimate, { name, look: view.lookOf(name), axis })
  const [figure, demand] = [markup`<strong>${times(speedup)}</strong>`, required !== null && `≥ ${required}x`]
  return { metric, name, cells: [change(estimate), strip, figure, interval(range), demand, outcomeOf(estimate, selfCheck)] }
}

/** The result of an estimate, and why there is no verdict, and what was measured earlier. */
function outcomeOf({ metric, required, verdict, reason, earlier, regression }: Estimate, selfCheck: CandidateResult['selfCheck']) {
  const differs = selfCheck?.biased.includes(metric)
  const label = selfCheck === null
    ? required === null ? markup`<span class="muted">not required</span>` : verdictLabel(verdict)
    // Its variant is run as the baseline is, so that no difference is what is required.
    : differs ? statusLabel('fail') : reason === null ? statusLabel('ok', 'no difference') : statusLabel('inconclusive')
  const remark = (text: string) => markup` <span class="remark">(${text})</span>`
  return [
    label,
    differs && remark('differs'),
    reason && remark(warningKinds[reason].noVerdict.inShort),
    regression && markup` ${statusLabel('fail', resultWords.regression)}`,
    earlier && remark(`earlier ${timesWithin(earlier)}`)
  ]
}

/** @param verdict on something that was required; null: it was ended before its time */
const verdictLabel = (verdict: Estimate['verdict']) => (verdict === null ? markup`<span class="muted">preliminary</span>` : statusLabel(verdict))

/** What is required is shown as it was configured. Rounding never turns a miss into a hit, nor a hit into a miss. */
function limitRow({ metric, value, required, verdict }: Limit, { name, workers }: CandidateResult): Row {
  const isFairness = metric === 'fairness'
  const [meaning, sign, unit, scale] = isFairness
    ? [`a worker’s fair share of the requests, 1/${workers}, over that of the busiest`, '≥', '', 1]
    : ['requests without a response below 400', '≤', ' %', 100]
  const limit = Number(required)
  // A percentage has no more digits than what was configured.
  const shown = isFairness ? limit : Number((100 * limit).toPrecision(12))
  const isMet = (number: number, bound: number) => (isFairness ? number >= bound : number <= bound)
  const textOf = (known: number) => {
    const usual = isFairness ? known.toFixed(2) : percent(known)
    const longer = Array.from({ length: 9 }, (_, i) => `${(scale * known).toFixed(i + 1)}${unit}`).filter((text) => text.length > usual.length)
    return [usual, ...longer].find((text) => isMet(Number(/[\d.]+/.exec(text)), shown) === isMet(known, limit)) ?? String(known)
  }
  const text = value === null ? 'not seen' : textOf(value)
  const cells = [text, markup`<span class="muted">${meaning}</span>`, null, null, `${sign} ${shown}${unit}`, verdictLabel(verdict)]
  return { metric: limitWords[metric].name, name, cells }
}
