import { estimateOf, isKnown } from '../../concepts/comparison.ts'
import { metricFacts, metrics, searchedMetrics, usuallyTold, type Metric } from '../../concepts/metrics.ts'
import { shortSha } from '../../concepts/wording.ts'
import type { HistoryCandidate, HistoryEntry, HistoryScenario } from '../../concepts/report-data.ts'
import { levelsOf, readingOf } from '../../statistics/change-points.ts'
import { shortName } from '../words/names.ts'
import { minuteOf, times } from '../words/numbers.ts'

/** How the speedups of one scenario of one file, over one baseline, went from comparison to comparison. */
export type Trend = ReturnType<typeof asTrend>

export type TrendEstimate = HistoryCandidate['estimates'][number]

const mostComparisons = 60 // more would lie on one another
const mostEstimates = 600 // in a trend: of many candidates, fewer comparisons are shown
const mostJudged = 200 // comparisons in which a change of the level is looked for
const mostTrends = 12 // so that the page stays small
const mostOnPage = 720 // estimates in all trends, for the same reason

/** Those that were compared last, first, as are the entries. */
export function trendsOf(entries: readonly HistoryEntry[]) {
  const results = entries
    .filter(({ verdict }) => verdict !== 'not measured')
    .flatMap(({ file, startedAt, commit, measuredBy, scenarios }) =>
      scenarios
        // A disturbed app has no speedups.
        .filter(({ candidates }) => candidates.some(({ estimates }) => estimates.length > 0))
        .map((scenario) => ({ file, startedAt, commit, measuredBy, ...scenario }))
    )
  const groups = Map.groupBy(results, ({ file, scenario, baseline }) => JSON.stringify([file, scenario, baseline]))
  const trends = [...groups.values()].map(asTrend)
  const shown = firstThatFit(
    trends.slice(0, mostTrends),
    mostOnPage,
    ({ comparisons, candidates, metrics: drawn }) => comparisons.length * candidates.length * drawn.length
  )
  return { shown, hidden: trends.length - shown.length }
}

/** @param results the newest first */
function asTrend(results: HistoryResult[]) {
  const [{ file, scenario, baseline, candidates: newest }] = results
  const demanded = newest.flatMap(({ estimates }) =>
    estimates.flatMap(({ metric, required }) => (required === null ? [] : metric))
  )
  // Of a search, only what was found is compared.
  const drawn = [...usuallyTold, ...searchedMetrics, ...demanded]
  const shown = metrics.filter(
    (metric) => drawn.includes(metric) && newest.some((candidate) => estimateOf(candidate, metric) !== undefined)
  )
  const most = Math.min(mostComparisons, Math.max(3, Math.floor(mostEstimates / newest.length / shown.length)))
  const comparisons = results.slice(0, most)
  const candidates = [...new Set(comparisons.flatMap((comparison) => comparison.candidates.map(({ name }) => name)))]
  return {
    file,
    scenario,
    baseline,
    older: results.length - comparisons.length, // that are left out
    candidates, // those of the newest comparison first
    metrics: shown, // to be drawn
    comparisons: comparisons.toReversed(), // the oldest first
    judged: results.slice(0, mostJudged).toReversed() // the same, and older ones
  }
}

/** What became of the speedups of all candidates, of each by its own levels. */
export const changesIn = ({ candidates, judged }: Trend, metric: Metric) =>
  candidates.flatMap((candidate) => changesOf(judged, candidate, metric))

/** index: of the comparison */
export type TrendPoint = ReturnType<typeof pointsOf>[number]

/** One candidate's way through comparisons; no point where it was not measured. */
export const pointsOf = (comparisons: readonly HistoryResult[], candidate: string, metric: Metric) =>
  comparisons.flatMap((comparison, index) => {
    const estimate = estimateOf(
      comparison.candidates.find(({ name }) => name === candidate),
      metric
    )
    return estimate === undefined ? [] : [{ ...estimate, index, comparison }]
  })

/** The days of the first and the last, in ISO 8601. */
export const daysOf = (all: readonly { startedAt: string }[]) =>
  [...new Set([...all.slice(0, 1), ...all.slice(-1)].map(({ startedAt }) => startedAt.slice(0, 10)))].join(' to ')

/** @returns those that have room together, from the first on; at least one, where there is one */
export function firstThatFit<Item>(items: readonly Item[], most: number, sizeOf: (item: Item) => number) {
  let sum = 0
  return items.filter((item, i) => (sum += sizeOf(item)) <= most || i === 0)
}

/** One scenario of one file, as a comparison found it. */
type HistoryResult = Pick<HistoryEntry, 'file' | 'startedAt' | 'commit' | 'measuredBy'> & HistoryScenario

/** A speedup that went from one level to another, between two comparisons; index: of the latter among the results. */
export type Change = ReturnType<typeof changesOf>[number]

/**
 * What became of a candidate's speedup. Comparisons on another machine, by another client, in another Node or of
 * another load are a history of their own.
 *
 * @param results the oldest first
 */
export function changesOf(results: readonly HistoryResult[], candidate: string, metric: Metric) {
  const points = pointsOf(results, candidate, metric).filter(isKnown)
  const changes = [...Map.groupBy(points, ({ comparison }) => comparison.measuredBy).values()].flatMap((own) => {
    const levels = levelsOf(own.map(readingOf))
    return levels
      .slice(1)
      .map(({ from, mean }, i) => ({
        candidate,
        metric,
        before: Math.exp(levels[i].mean),
        after: Math.exp(mean),
        last: endOf(own[from - 1]),
        first: endOf(own[from]),
        index: own[from].index
      }))
  })
  return changes.toSorted((a, b) => a.index - b.index)
}

const endOf = ({ comparison: { startedAt, commit } }: TrendPoint) => ({ startedAt, commit })

/**
 * @returns such as "Throughput of clustered fell from 1.90x to 1.40x between 2026-11-03 and 2026-11-05
 * (a1b2c3d..d4e5f6a)"
 */
export function changeSentence({ candidate, metric, before, after, last, first }: Change) {
  const [from, to] = [last, first].map(({ startedAt }) => startedAt.slice(0, 10))
  const when = from === to ? [last, first].map(({ startedAt }) => minuteOf(startedAt)) : [from, to]
  const shas = [last, first].flatMap(({ commit }) => (commit === null ? [] : [shortSha(commit)]))
  // Without one, or with one and the same, there is nothing to look through.
  const between = new Set(shas).size === 2 ? ` (${shas.join('..')})` : ''
  return (
    `${metricFacts[metric].title} of ${shortName(candidate, 60)} ${after < before ? 'fell' : 'rose'} ` +
    `from ${times(before)} to ${times(after)} between ${when.join(' and ')}${between}`
  )
}
