import { howManyFit } from './comparisons-table.ts'
import type { HistoryCandidate, HistoryEntry } from '../../concepts/report-data.ts'
import { metrics, type Metric } from '../../concepts/metrics.ts'

/** How the speedups of one scenario of one file, over one baseline, went from comparison to comparison. */
export interface Trend {
  file: string
  scenario: string
  baseline: string
  candidates: string[] // those of the newest comparison first
  metrics: Metric[] // to be drawn
  comparisons: TrendComparison[] // the oldest first
  older: number // comparisons that are left out
}

interface TrendComparison {
  startedAt: string
  candidates: HistoryCandidate[]
}

export type TrendEstimate = HistoryCandidate['estimates'][number]

/** More would lie on one another. */
const mostComparisons = 60
/** In a trend: of many candidates, fewer comparisons are shown. */
const mostEstimates = 600
/** In all trends, so that the page stays small. */
const mostTrends = 12
const mostOnPage = 720

/** What a trend shows in any case; the others only where they are required. */
const always = ['p95', 'throughput']

/**
 * @param entries the newest first
 * @returns those that were compared last, first
 */
export function trendsOf(entries: readonly HistoryEntry[]): { shown: Trend[], hidden: number } {
  const finished = entries.filter(({ verdict }) => verdict !== 'not measured')
  const results = finished.flatMap(({ file, startedAt, scenarios }) => scenarios.map((scenario) => ({ file, startedAt, ...scenario })))
  const groups = Map.groupBy(results, ({ file, scenario, baseline }) => JSON.stringify([file, scenario, baseline]))
  const trends = [...groups.values()].map(asTrend)
  const sizes = trends.map((trend) => trend.comparisons.length * trend.candidates.length * trend.metrics.length)
  const fitting = trends.slice(0, Math.min(mostTrends, howManyFit(sizes, mostOnPage)))
  return { shown: fitting, hidden: trends.length - fitting.length }
}

/** @param results the newest first */
function asTrend(results: (TrendComparison & Pick<Trend, 'file' | 'scenario' | 'baseline'>)[]): Trend {
  const [{ file, scenario, baseline, candidates: newest }] = results
  const estimates = newest.flatMap((candidate) => candidate.estimates)
  const isShown = (metric: Metric) => always.includes(metric) || estimates.some((one) => one.metric === metric && one.required !== null)
  const shown = metrics.filter(isShown)
  const most = Math.min(mostComparisons, Math.max(3, Math.floor(mostEstimates / Math.max(1, newest.length) / shown.length)))
  const comparisons = results.slice(0, most).map(({ startedAt, candidates }) => ({ startedAt, candidates }))
  const candidates = [...new Set(comparisons.flatMap((one) => one.candidates.map(({ name }) => name)))]
  return { file, scenario, baseline, candidates, metrics: shown, comparisons: comparisons.reverse(), older: results.length - comparisons.length }
}

/**
 * One candidate's way through the comparisons of a trend.
 *
 * @returns index: of the comparison; none where it was not measured
 */
export function pointsOf({ comparisons }: Trend, candidate: string, metric: Metric): { index: number, startedAt: string, estimate: TrendEstimate }[] {
  return comparisons.flatMap(({ startedAt, candidates }, index) => {
    const estimates = candidates.find(({ name }) => name === candidate)?.estimates ?? []
    return estimates.filter((estimate) => estimate.metric === metric).map((estimate) => ({ index, startedAt, estimate }))
  })
}
