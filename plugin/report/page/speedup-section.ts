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
import { rangeOf } from '../charts/axes.ts'
import {
  missingCells,
  speedupStrip,
  stripCells,
  stripHeader,
  stripsAxis,
  stripsTable,
  type Cells
} from '../charts/speedup-strip.ts'
import { markup } from '../markup.ts'
import { limitsTable } from '../tables/speedup-tables.ts'
import { latencySentence, toldEstimates } from '../words/flow-words.ts'
import { limitFigures, shortName } from '../words/names.ts'
import { boundText, interval, times, timesRange, timesWithin } from '../words/numbers.ts'
import { change, leader, leadersSentence, whatWouldTell } from '../words/scenario-sentences.ts'
import { isUnclear, missingWords, placeOf } from '../words/sentences.ts'
import { markedVariant, mutedText, remark, section, statusLabel, type ScenarioView } from './section.ts'
import { toldTable } from './told-table.ts'

/** Every speedup, what was required of it and its result; null where there were too few rounds for any estimate. */
export function speedupSection(view: ScenarioView) {
  const { result, baseline } = view
  if (result === null) return null
  const { candidates, confidence } = result
  const told = candidates.flatMap((candidate) => toldEstimates(candidate).map((each) => ({ ...each, candidate })))
  const estimates = told.map(({ estimate }) => estimate)
  const limits = candidates.flatMap(({ name, workers, limits: own }) =>
    own.filter(({ required }) => required !== null).map((limit) => ({ name, ...limitCells(limit, workers) }))
  )
  const axis = stripsAxis(estimates.filter(isShown))
  const rows = [
    ...told.map(({ candidate: { name, selfCheck }, estimate, label }) => ({
      name,
      metric: label,
      ...(isShown(estimate)
        ? { ...stripCells(estimate, { name, look: view.lookOf(name), axis }), result: outcomeOf(estimate, selfCheck) }
        : {
            ...missingCells,
            'strip-cell': mutedText(`too few for it: ${missingWords(estimate)}`),
            result: noThreshold
          })
    })),
    ...limits
  ]
  const isJudged =
    limits.length > 0 ||
    candidates.some(({ selfCheck }) => selfCheck !== null) ||
    estimates.some((each) => [each.required, each.reason, each.earlier, each.above].some((judged) => judged !== null))
  const level = percent(confidence)
  const isSearched = metricSearched(result) !== null
  const hasPairs = estimates.some(({ pairs }) => pairs.some((own) => own.length > 0))
  const lead = paragraph([
    `Each round gives one ratio (small dots${hasPairs ? ', faint ones of its pairs of turns' : ''}). \
The large mark is their geometric mean, the bar its ${level} confidence interval, all on a logarithmic scale. \
Right of the line at 1x ${isSearched ? 'carries more' : 'is faster'}.`,
    estimates.some((estimate) => isShown(estimate) && estimate.outliers.length > 0) &&
      'A hollow dot is an outlier, moved towards the others before the mean was taken.',
    latencySentence(result),
    estimates.some(({ required }) => required !== null) &&
      'The green zone begins at the threshold: a bar inside it passes, a bar outside it fails, ' +
        'any other is inconclusive.'
  ])
  const isGrouped = candidates.length > 1
  const heads = {
    metric: 'Metric',
    ...(isGrouped && { variant: 'Variant' }),
    change: `${shortName(baseline)} → ${isGrouped ? 'variant' : shortName(candidates[0].name)}`,
    'strip-cell': stripHeader(axis, isSearched),
    figure: 'Speedup',
    range: `${level} interval`,
    ...(isJudged && { required: 'Needs', result: 'Result' })
  }
  const groups = [...Map.groupBy(rows, ({ metric }) => metric).values()].map((group) =>
    group.map(({ name, metric, ...cells }, i) => ({
      ...cells,
      // Said again in every row, for those who read a row alone; a stylesheet may hide that.
      metric: markup`<span${i > 0 && markup` class="again"`}>${metric}</span>`,
      variant: markup`<span>${markedVariant(view, name)}</span>`
    }))
  )
  return section(
    view,
    { id: 'speedup', title: findingOf(result) ?? `Speedup over ${shortName(baseline, 60)}`, lead },
    stripsTable(`speedups${isGrouped ? ' grouped' : ''}`, heads, groups)
  )
}

/**
 * @param told of the only candidate; left out: that which what to do is about
 * @returns such as "p95 falls: 76 → 35 ms"; null: it is not known, or has several candidates that are told elsewhere
 */
export function findingOf(result: ScenarioResult, told?: Metric) {
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
  const ends = rangeOf(
    known.map(({ speedup }) => speedup),
    times
  )
  return `${metricFacts[metric].title}: ${ends.join(' to ')} over ${shortName(baseline, 60)}`
}

const mostAdvised = 3

/** All variants against the fastest; null where two candidates could not be compared. */
export function leadersSection(view: ScenarioView) {
  const { result, lookOf } = view
  if (result === null || result.leaders === null) return null
  const { metric, best, others } = result.leaders
  const rivals = others.map((rival) => ({ ...rival, metric, speedup: rival.ratio }))
  const axis = stripsAxis(rivals)
  const lead =
    `Each variant against ${isolated(best)} ${placeOf(metric)}, paired within each round (small dots). ` +
    `All these intervals hold together at ${percent(result.confidence)}, so they are wider than those below.`
  const rowOf = (name: string, ratio: number, cells: Cells) => ({
    variant: markup`<span>${markedVariant(view, name)}</span>`,
    figure: markup`<strong>${times(ratio)}</strong>`,
    ...cells
  })
  const rows = rivals.map((rival) => {
    const { variant, ratio, verdict } = rival
    const drawn = { name: `${variant} against ${best}`, look: lookOf(variant), axis }
    // Of many, each would take two lines.
    const advice = others.length > mostAdvised ? null : whatWouldTell(rival)
    return rowOf(variant, ratio, {
      'strip-cell': speedupStrip(rival, drawn),
      range: interval(rival.interval),
      result: [verdict === 'slower' ? verdict : 'undecided', advice && remark(advice)]
    })
  })
  const isSearched = isOfSearch(metric)
  const heads = {
    variant: 'Variant',
    'strip-cell': stripHeader(axis, isSearched),
    figure: 'Ratio',
    range: 'Interval',
    result: 'Result'
  }
  const isDecided = others.every(({ verdict }) => verdict === 'slower')
  const outcome = isDecided ? markup`<strong>${isSearched ? 'most' : 'fastest'}</strong>` : 'undecided'
  return section(
    view,
    { id: 'fastest', title: leadersSentence(result.leaders, result, true), lead },
    stripsTable('speedups fastest', heads, [[rowOf(best, 1, { result: outcome }), ...rows]])
  )
}

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
  if (selfCheck === null) return required === null ? noThreshold : resultLabel(verdict)
  // Its variant is run as the baseline is, so that no difference is what is required.
  if (selfCheck.biased.includes(metric)) return statusLabel('fail')
  return reason === null ? statusLabel('ok', 'no difference') : statusLabel('inconclusive')
}

/** @param verdict null: it was ended before its time */
const resultLabel = (verdict: Estimate['verdict']) =>
  verdict === null ? mutedText('preliminary') : statusLabel(verdict)

const noThreshold = mutedText('no threshold')

function limitCells(limit: Limit, workers: number) {
  const { metric, verdict } = limit
  const { name, found, bound } = limitFigures(limit)
  const meaning =
    metric === 'fairness'
      ? `a worker’s fair share of the requests, 1/${workers}, over that of the busiest`
      : 'requests without a response below 400'
  return {
    metric: name,
    change: found,
    'strip-cell': mutedText(meaning),
    required: bound,
    result: resultLabel(verdict)
  }
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
