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
import type { CandidateResult, Estimate, Limit, ScenarioResult } from '../../concepts/comparison.ts'

/** Least part of the strips on either side of 1x: there is room for the words above it. */
const roomAroundOne = 0.17

interface Row {
  name: string // of the candidate
  metric: string
  cells: Record<'change' | 'strip-cell' | 'figure' | 'range' | 'required' | 'result', Content | readonly Content[]> // by their classes
}

/** Every speedup, what was required of it and what came of that; null where there were too few rounds for any estimate. */
export function speedupSection(view: ScenarioView): Markup | null {
  const { result, baseline } = view
  if (result === null) return null
  const { candidates } = result
  const estimates = candidates.flatMap((candidate) => candidate.estimates)
  const ends = estimates.flatMap(({ speedup, interval: range, ratios, required }) => [speedup, ...range, ...ratios, required ?? 1])
  const axis = speedupAxis(ends, roomAroundOne)
  const rows = [
    ...candidates.flatMap((candidate) => candidate.estimates.map((estimate) => estimateRow(estimate, candidate, view, axis))),
    ...candidates.flatMap((candidate) => candidate.limits.flatMap((limit) => (limit.required === null ? [] : [limitRow(limit, candidate)])))
  ]
  const isGrouped = candidates.length > 1
  const bodies = [...Map.groupBy(rows, ({ metric }) => metric).values()].map((group) => markup`<tbody role="rowgroup">
${group.map((row, i) => tableRow(row, i === 0, isGrouped && variantCell(row, view)))}</tbody>
`)
  const lead = leadOf(result)
  return section(view, { id: 'speedup', title: `Speedup over ${shortName(baseline, 60)}`, lead }, [
    markup`<table class="speedups${isGrouped && ' grouped'}" role="table">
${head(view, result, axis)}`,
    ...bodies,
    markup`</table>`
  ])
}

function leadOf({ candidates, confidence }: ScenarioResult) {
  const estimates = candidates.flatMap((candidate) => candidate.estimates)
  return paragraph([
    'Each round gives one ratio (small dots). The large mark is their geometric mean,',
    `the bar its ${Math.round(100 * confidence)} % confidence interval, all on a logarithmic scale. Right of the line at 1x is faster.`,
    estimates.some(({ outliers }) => outliers.length > 0) &&
      'A hollow dot is an outlier, which was pulled towards the others before the mean was taken.',
    estimates.some(({ required }) => required !== null) &&
      'The green zone begins at the required speedup: a bar wholly inside it passes, wholly outside it fails, any other is inconclusive.'
  ])
}

function head({ baseline }: ScenarioView, { candidates, confidence }: ScenarioResult, axis: Axis) {
  const isGrouped = candidates.length > 1
  const columns: [string, Content][] = [
    ['metric', 'Metric'],
    ...(isGrouped ? [['variant', 'Variant'] as [string, Content]] : []),
    ['change', `${shortName(baseline)} → ${isGrouped ? 'variant' : shortName(candidates[0].name)}`],
    ['strip-cell', stripHeader(axis)],
    ['figure', 'Speedup'],
    ['range', `${Math.round(100 * confidence)} % interval`],
    ['required', 'Required'],
    ['result', 'Result']
  ]
  const heads = columns.map(([name, content]) => {
    return markup`<th role="columnheader" scope="col" class="${name}"${name === 'strip-cell' && markup` width="40%"`}>${content}</th>`
  })
  return markup`<thead role="rowgroup"><tr role="row">${heads}</tr></thead>
`
}

function tableRow({ metric, cells }: Row, isFirst: boolean, variant: Content) {
  // Said again in every row, for those who read a row alone; a stylesheet may hide that.
  const title = markup`<th role="rowheader" scope="row" class="metric"><span${!isFirst && markup` class="again"`}>${metric}</span></th>`
  const others = Object.entries(cells).map(([name, content]) => markup`<td role="cell" class="${name}">${content}</td>`)
  return markup`<tr role="row">${title}${variant}${others}</tr>
`
}

function variantCell({ name }: Row, { lookOf }: ScenarioView) {
  return markup`<th role="rowheader" scope="row" class="variant"><span>${swatch(lookOf(name))} ${nameOf(name)}</span></th>`
}

function estimateRow(estimate: Estimate, { name, selfCheck }: CandidateResult, view: ScenarioView, axis: Axis): Row {
  const { metric, speedup, interval: range, required } = estimate
  const cells = {
    change: change(estimate),
    'strip-cell': speedupStrip(estimate, { name, look: view.lookOf(name), axis }),
    figure: markup`<strong>${times(speedup)}</strong>`,
    range: interval(range),
    required: required !== null && `≥ ${required}x`,
    result: outcomeOf(estimate, selfCheck)
  }
  return { name, metric, cells }
}

/** @param limit one that is required */
function limitRow(limit: Limit, { name, workers }: CandidateResult): Row {
  const meaning = limit.metric === 'fairness'
    ? `a worker’s fair share of the requests, 1/${workers}, over that of the busiest`
    : 'requests without a response below 400'
  const { value, required } = limitTexts(limit)
  const strip = markup`<span class="muted">${meaning}</span>`
  const cells = { change: value, 'strip-cell': strip, figure: null, range: null, required, result: verdictLabel(limit.verdict) }
  return { name, metric: limitWords[limit.metric].name, cells }
}

/** What came of an estimate, with what is to be known about it: why there is no verdict, and what was measured earlier. */
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
    regression && markup` ${statusLabel('fail', resultWords.regression.word)}`,
    earlier && remark(`earlier ${timesWithin(earlier)}`)
  ]
}

/** @param verdict on something that was required; null: it was ended before its time */
function verdictLabel(verdict: Estimate['verdict']): Markup {
  return verdict !== null ? statusLabel(verdict) : markup`<span class="muted">preliminary</span>`
}

const mostDigits = 9

/**
 * The value of a limit that is required, and what was required, as it was configured. Rounding never turns a miss into a
 * hit, nor a hit into a miss.
 */
function limitTexts({ metric, value, required }: Limit): { value: string, required: string } {
  const isFairness = metric === 'fairness'
  const isMet = (number: number, bound: number) => (isFairness ? number >= bound : number <= bound)
  const limit = Number(required)
  // A percentage has no more digits than what was configured.
  const shown = isFairness ? limit : Number((100 * limit).toPrecision(12))
  const demand = isFairness ? `≥ ${shown}` : `≤ ${shown} %`
  if (value === null) return { value: 'not seen', required: demand }
  const usual = isFairness ? value.toFixed(2) : percent(value)
  const longer = Array.from({ length: mostDigits }, (_, i) => (isFairness ? value.toFixed(i + 1) : `${(100 * value).toFixed(i + 1)} %`))
  const texts = [usual, ...longer.filter((text) => text.length > usual.length)]
  const honest = texts.find((text) => isMet(Number(/[\d.]+/.exec(text)), shown) === isMet(value, limit))
  return { value: honest ?? String(value), required: demand }
}
