import {
  effectOf,
  estimateOf,
  headline,
  isKnown,
  isShown,
  type CandidateResult,
  type Estimate,
  type Limit,
  type ScenarioResult
} from '../../concepts/comparison.ts'
import { isOfSearch, metricFacts, type Metric } from '../../concepts/metrics.ts'
import { metricSearched } from '../../questions/concepts.ts'
import { warningKinds } from '../../concepts/warnings.ts'
import { resultWords } from '../../concepts/verdicts.ts'
import { counted, isolated, paragraph, percent } from '../../concepts/wording.ts'
import { speedupAxis, type Axis } from '../charts/axes.ts'
import { speedupStrip, stripHeader } from '../charts/speedup-strip.ts'
import { markup, type Content, type Markup } from '../markup.ts'
import { limitsTable } from '../tables/speedup-tables.ts'
import { latencySentence, toldEstimates } from '../words/flow-words.ts'
import { limitFigures, limitWords, shortName } from '../words/names.ts'
import { boundText, interval, speedupRange, speedupText, times, timesRange, timesWithin } from '../words/numbers.ts'
import { change, leader, leadersSentence, whatWouldTell } from '../words/scenario-sentences.ts'
import { isUnclear, missingWords, placeOf } from '../words/sentences.ts'
import {
  markedVariant,
  mutedText,
  nameOf,
  remark,
  section,
  swatch,
  statusLabel,
  type Contents,
  type ScenarioView
} from './section.ts'
import { toldTable } from './told-table.ts'

export const roomAroundOne = 0.17 // least part of the strips on either side of 1x: there is room for the words above it
const ofSearch: [string, string] = ['less', 'more']
type Cells = Record<string, Contents> // what stands in a row or above it, by the class of its cell
type Row = { metric: string; candidate: string; cells: Cells }

/** Every speedup, what was required of it and its result; null where there were too few rounds for any estimate. */
export function speedupSection(view: ScenarioView) {
  if (view.result === null) return null
  const { candidates, confidence } = view.result
  const estimates = candidates.flatMap(toldEstimates).map(({ estimate }) => estimate)
  const ends = estimates
    .filter(isShown)
    .flatMap(({ speedup, interval: range, ratios, required }) => [speedup, ...range, ...ratios, required ?? 1])
  const axis = speedupAxis(ends, roomAroundOne)
  const rows = [
    ...candidates.flatMap((candidate) =>
      toldEstimates(candidate).map(({ estimate, label }) => ({
        ...estimateRow(estimate, candidate, view, axis),
        metric: label
      }))
    ),
    ...candidates.flatMap((candidate) =>
      candidate.limits.filter(({ required }) => required !== null).map((limit) => limitRow(limit, candidate))
    )
  ]
  const isJudged =
    candidates.some(
      ({ selfCheck, limits }) => selfCheck !== null || limits.some(({ required }) => required !== null)
    ) ||
    estimates.some((each) => [each.required, each.reason, each.earlier, each.above].some((judged) => judged !== null))
  const level = percent(confidence)
  const isSearched = metricSearched(view.result) !== null
  const hasPairs = estimates.some(({ pairs }) => pairs.some((own) => own.length > 0))
  const lead = paragraph([
    `Each round gives one ratio (small dots${hasPairs ? ', faint ones of its pairs of turns' : ''}). The large mark is their geometric mean,`,
    `the bar its ${level} confidence interval, all on a logarithmic scale. Right of the line at 1x ${isSearched ? 'carries more' : 'is faster'}.`,
    estimates.some((estimate) => isShown(estimate) && estimate.outliers.length > 0) &&
      'A hollow dot is an outlier, moved towards the others before the mean was taken.',
    latencySentence(view.result),
    estimates.some(({ required }) => required !== null) &&
      'The green zone begins at the threshold: a bar inside it passes, a bar outside it fails, any other is inconclusive.'
  ])
  const isGrouped = candidates.length > 1
  const changed = `${shortName(view.baseline)} → ${isGrouped ? 'variant' : shortName(candidates[0].name)}`
  const heads = {
    metric: 'Metric',
    ...(isGrouped && { variant: 'Variant' }),
    change: changed,
    'strip-cell': stripHeader(axis, isSearched ? ofSearch : undefined),
    figure: 'Speedup',
    range: `${level} interval`,
    ...(isJudged && { required: 'Needs', result: 'Result' })
  }
  const bodies = [...Map.groupBy(rows, ({ metric }) => metric).values()].map((group) =>
    group.map(({ metric, candidate, cells }, i) => {
      // Said again in every row, for those who read a row alone; a stylesheet may hide that.
      const title = i === 0 ? markup`<span>${metric}</span>` : markup`<span class="again">${metric}</span>`
      const variant = markup`${swatch(view.lookOf(candidate))} ${nameOf(candidate)}`
      const { required, result, ...seen } = cells
      return stripRow(
        [rowHead('metric', title), isGrouped && variantHead(variant)],
        isJudged ? { ...seen, required, result } : seen
      )
    })
  )
  return section(
    view,
    { id: 'speedup', title: findingOf(view.result) ?? `Speedup over ${shortName(view.baseline, 60)}`, lead },
    stripsTable(`speedups${isGrouped ? ' grouped' : ''}`, heads, bodies)
  )
}

/**
 * @param told of the only candidate; left out: that which what to do is about
 * @returns such as "p95 falls: 76 → 35 ms"; null: it is not known, or has several candidates that are told elsewhere
 */
export function findingOf(result: ScenarioResult, told?: Metric): string | null {
  const [candidate, ...others] = result.candidates
  if (others.length > 0) return told === undefined ? spanOf(result) : null
  if (candidate.estimates.length === 0 || candidate.selfCheck !== null) return null
  const first = result.decision?.metric ?? headline(candidate).metric
  const estimate = told === first ? undefined : estimateOf(candidate, told ?? first)
  if (estimate === undefined || !isKnown(estimate) || !isShown(estimate)) return null
  const effect = effectOf(estimate)
  const { title, better, place } = metricFacts[estimate.metric]
  if (effect === 'same')
    return isUnclear(estimate)
      ? `${title} may be ${timesRange(estimate.interval)}`
      : `No measurable difference ${place}: ${change(estimate)}`
  const verb = (effect === 'faster') === (better === 'higher') ? 'rises' : 'falls'
  return `${title} ${verb}: ${change(estimate)}`
}

/** @returns such as "Throughput: 0.98x to 1.85x of single"; null: some candidate's is not known */
function spanOf(result: ScenarioResult) {
  const { candidates, baseline, decision } = result
  if (candidates.some(({ estimates, selfCheck }) => estimates.length === 0 || selfCheck !== null)) return null
  const metric = decision?.metric ?? headline(leader(result)).metric
  const known = candidates.flatMap((candidate) => estimateOf(candidate, metric) ?? []).filter(isKnown)
  if (known.length < candidates.length || !known.every(isShown)) return null
  const speedups = known.map(({ speedup }) => speedup)
  const ends = new Set([Math.min(...speedups), Math.max(...speedups)].map(times))
  return `${metricFacts[metric].title}: ${[...ends].join(' to ')} over ${shortName(baseline, 60)}`
}

const mostAdvised = 3

/** All variants against the fastest; null where two candidates could not be compared. */
export function leadersSection(view: ScenarioView) {
  const { result, lookOf } = view
  if (result === null || result.leaders === null) return null
  const { metric, best, others } = result.leaders
  const axis = speedupAxis(
    others.flatMap(({ interval: range, ratios }) => [...range, ...ratios]),
    roomAroundOne
  )
  const lead =
    `Each variant against ${isolated(best)} ${placeOf(metric)}, paired within each round (small dots). ` +
    `All these intervals hold together at ${percent(result.confidence)}, so they are wider than those below.`
  const rowOf = (name: string, ratio: number, [strip, range, outcome]: Content[]) => {
    const figure = markup`<strong>${times(ratio)}</strong>`
    return stripRow(variantHead(markedVariant(view, name)), { 'strip-cell': strip, figure, range, result: outcome })
  }
  const rows = others.map((rival) => {
    const { variant, ratio, interval: range, ratios, verdict } = rival
    const values = {
      metric,
      speedup: ratio,
      interval: range,
      ratios,
      pairs: [],
      outliers: [],
      side: null,
      required: null
    }
    const strip = speedupStrip(values, { name: `${variant} against ${best}`, look: lookOf(variant), axis })
    // Of many, each would take two lines.
    const advice = others.length > mostAdvised ? null : whatWouldTell(rival)
    const outcome = markup`${verdict === 'slower' ? verdict : 'undecided'}${advice && remark(advice)}`
    return rowOf(variant, ratio, [strip, interval(range), outcome])
  })
  const most = isOfSearch(metric) ? 'most' : 'fastest'
  const heads = {
    variant: 'Variant',
    'strip-cell': stripHeader(axis, isOfSearch(metric) ? ofSearch : undefined),
    figure: 'Ratio',
    range: 'Interval',
    result: 'Result'
  }
  const isDecided = others.every(({ verdict }) => verdict === 'slower')
  const outcome = isDecided ? markup`<strong>${most}</strong>` : 'undecided'
  const bestRow = rowOf(best, 1, [null, null, outcome])
  return section(
    view,
    { id: 'fastest', title: leadersSentence(result.leaders, result, true), lead },
    stripsTable('speedups fastest', heads, [[bestRow, ...rows]])
  )
}

/** @param bodies rows, in groups */
export function stripsTable(classNames: string, heads: Cells, bodies: readonly Markup[][]) {
  const columns = Object.entries(heads).map(
    ([name, content]) =>
      markup`<th role="columnheader" scope="col" class="${name}"${name === 'strip-cell' && markup` width="40%"`}>${content}</th>`
  )
  const groups = bodies.map((rows) => markup`<tbody role="rowgroup">\n${rows}</tbody>\n`)
  return markup`<table class="${classNames}" role="table"><thead role="rowgroup"><tr role="row">${columns}</tr></thead>
${groups}</table>`
}

export function stripRow(titles: Contents, cells: Cells) {
  const all = Object.entries(cells).map(([name, content]) => markup`<td role="cell" class="${name}">${content}</td>`)
  return markup`<tr role="row">${titles}${all}</tr>\n`
}

export const rowHead = (name: string, content: Content) =>
  markup`<th role="rowheader" scope="row" class="${name}">${content}</th>`

const variantHead = (variant: Content) => rowHead('variant', markup`<span>${variant}</span>`)

function estimateRow(estimate: Estimate, { name, selfCheck }: CandidateResult, view: ScenarioView, axis: Axis): Row {
  const { metric } = estimate
  const cells = isShown(estimate)
    ? stripCells(estimate, { name, look: view.lookOf(name), axis }, outcomeOf(estimate, selfCheck))
    : missingCells(mutedText(`too few for it: ${missingWords(estimate)}`), noThreshold)
  return { metric, candidate: name, cells }
}

/** The cells of an estimate with its strip. */
export const stripCells = (estimate: Estimate, drawn: Parameters<typeof speedupStrip>[1], result: Contents): Cells => ({
  change: change(estimate),
  'strip-cell': speedupStrip(estimate, drawn),
  figure: markup`<strong>${speedupText(estimate)}</strong>`,
  range: speedupRange(estimate) ?? '–',
  required: estimate.required !== null && `≥ ${estimate.required}x`,
  result
})

/** The same where figures are missing. */
export const missingCells = (why: Content, result: Contents): Cells => ({
  change: '–',
  'strip-cell': why,
  figure: '–',
  range: '–',
  required: null,
  result
})

/** The result of an estimate, and why there is no verdict, and what was measured earlier. */
function outcomeOf(estimate: Estimate, selfCheck: CandidateResult['selfCheck']) {
  const { metric, reason, earlier, regression } = estimate
  return [
    labelOf(estimate, selfCheck),
    selfCheck?.biased.includes(metric) && remark('(differs)'),
    reason && remark(`(${warningKinds[reason].noVerdict.inShort})`),
    estimate.above !== null && remark(`(${boundText(estimate)})`),
    regression && markup` ${statusLabel('fail', resultWords.regression)}`,
    earlier && remark(`(earlier ${timesWithin(earlier)})`)
  ]
}

function labelOf({ metric, required, verdict, reason }: Estimate, selfCheck: CandidateResult['selfCheck']) {
  if (selfCheck === null) return resultLabel(required, verdict)
  // Its variant is run as the baseline is, so that no difference is what is required.
  if (selfCheck.biased.includes(metric)) return statusLabel('fail')
  return reason === null ? statusLabel('ok', 'no difference') : statusLabel('inconclusive')
}

/** @param verdict null: it was ended before its time */
function resultLabel(required: number | null, verdict: Estimate['verdict']) {
  if (required === null) return noThreshold
  return verdict === null ? mutedText('preliminary') : statusLabel(verdict)
}

const noThreshold = mutedText('no threshold')

function limitRow(limit: Limit, { name, workers }: CandidateResult): Row {
  const { metric, required, verdict } = limit
  const { found, needed } = limitFigures(limit)
  const [meaning, sign] =
    metric === 'fairness'
      ? [`a worker’s fair share of the requests, 1/${workers}, over that of the busiest`, '≥']
      : ['requests without a response below 400', '≤']
  const cells = {
    change: found,
    'strip-cell': mutedText(meaning),
    figure: null,
    range: null,
    required: `${sign} ${needed}`,
    result: resultLabel(required, verdict)
  }
  return { metric: limitWords[metric].name, candidate: name, cells }
}

/** What each variant was to keep in itself, whatever the others do; null: nothing. */
export function limitsSection(view: ScenarioView) {
  const { result } = view
  if (result === null || result.limits.length === 0) return null
  const lead =
    `A limit is met where the whole ${percent(result.confidence)} interval of a variant’s own value ` +
    'lies on its right side.'
  const met = result.limits.filter(({ verdict }) => verdict === 'pass')
  const title = result.preliminary ? 'Limits' : `${met.length} of ${counted(result.limits.length, 'limit')} met`
  return section(view, { id: 'limits', title, lead }, toldTable(view, 'overview limits', limitsTable(result)))
}
