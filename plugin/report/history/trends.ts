import { estimateOf } from '../../concepts/comparison.ts'
import { metrics, searchedMetrics, usuallyTold, type Metric } from '../../concepts/metrics.ts'
import type { HistoryCandidate, HistoryEntry, HistoryScenario } from '../../concepts/report-data.ts'
import { changesOf, type Change, type HistoryResult } from './changes.ts'

/** How the speedups of one scenario of one file, over one baseline, went from comparison to comparison. */
export type Trend = ReturnType<typeof asTrend>

export type TrendEstimate = HistoryCandidate['estimates'][number]

const mostComparisons = 60 // more would lie on one another
const mostEstimates = 600 // in a trend: of many candidates, fewer comparisons are shown
const mostJudged = 200 // comparisons in which a change of the level is looked for
const mostTrends = 12 // so that the page stays small
const mostOnPage = 720 // estimates in all trends, for the same reason

/** Those that were compared last, first, as are the entries. */
export function trendsOf(entries: readonly HistoryEntry[]): { shown: Trend[]; hidden: number } {
  const finished = entries.filter(({ verdict }) => verdict !== 'not measured')
  // a disturbed app has no speedups
  const measured = (scenario: HistoryScenario) => scenario.candidates.some(({ estimates }) => estimates.length > 0)
  const results = finished.flatMap(({ file, startedAt, commit, measuredBy, scenarios }) =>
    scenarios.filter(measured).map((scenario) => ({ file, startedAt, commit, measuredBy, ...scenario }))
  )
  const groups = Map.groupBy(results, ({ file, scenario, baseline }) => JSON.stringify([file, scenario, baseline]))
  const trends = [...groups.values()].map(asTrend)
  const sizes = trends.map((trend) => trend.comparisons.length * trend.candidates.length * trend.metrics.length)
  const count = Math.min(mostTrends, howManyFit(sizes, mostOnPage))
  return { shown: trends.slice(0, count), hidden: Math.max(0, trends.length - count) }
}

/** @param results the newest first */
function asTrend(results: HistoryResult[]) {
  const [{ file, scenario, baseline, candidates: newest }] = results
  const required = newest.flatMap(({ estimates }) =>
    estimates.flatMap((estimate) => (estimate.required === null ? [] : [estimate.metric]))
  )
  const drawn = [...usuallyTold, ...searchedMetrics, ...required]
  // Of a search, only what was found is compared.
  const shown = metrics.filter(
    (metric) => drawn.includes(metric) && newest.some((candidate) => estimateOf(candidate, metric) !== undefined)
  )
  const most = Math.min(
    mostComparisons,
    Math.max(3, Math.floor(mostEstimates / Math.max(1, newest.length) / shown.length))
  )
  const comparisons = results.slice(0, most)
  const candidates = [...new Set(comparisons.flatMap((comparison) => comparison.candidates.map(({ name }) => name)))]
  return {
    file,
    scenario,
    baseline,
    older: results.length - comparisons.length, // older: comparisons that are left out
    candidates, // those of the newest comparison first
    metrics: shown, // to be drawn
    comparisons: comparisons.toReversed(), // the oldest first
    judged: results.slice(0, mostJudged).toReversed() // the same, and older ones
  }
}

/** What became of the speedups of all candidates, of each by its own levels. */
export const changesIn = ({ candidates, judged }: Trend, metric: Metric): Change[] =>
  candidates.flatMap((candidate) => changesOf(judged, candidate, metric))

export type TrendPoint = { index: number; startedAt: string; estimate: TrendEstimate } // index: of the comparison

/** One candidate's way through the comparisons of a trend; no point where it was not measured. */
export const pointsOf = ({ comparisons }: Trend, candidate: string, metric: Metric): TrendPoint[] =>
  comparisons.flatMap(({ startedAt, candidates }, index) => {
    const estimate = estimateOf(
      candidates.find(({ name }) => name === candidate),
      metric
    )
    return estimate === undefined ? [] : [{ index, startedAt, estimate }]
  })

/** The days of the first and the last time, in ISO 8601. */
export const daysOf = (times: readonly string[]): string =>
  [...new Set([...times.slice(0, 1), ...times.slice(-1)].map((time) => time.slice(0, 10)))].join(' to ')

/** How many of the first have room together; at least one, where there is one. */
export function howManyFit(sizes: readonly number[], most: number): number {
  let sum = 0
  const tooLarge = sizes.findIndex((size, i) => (sum += size) > most && i > 0)
  return tooLarge === -1 ? sizes.length : tooLarge
}
