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

const mostComparisons = 60 // more would lie on one another
const mostEstimates = 600 // in a trend: of many candidates, fewer comparisons are shown
const mostTrends = 12 // so that the page stays small
const mostOnPage = 720 // estimates in all trends, for the same reason

/** What a trend shows in any case; the others only where they are required. */
const always: readonly Metric[] = ['p95', 'throughput']

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
  const required = newest.flatMap(({ estimates }) => estimates.filter((estimate) => estimate.required !== null)).map(({ metric }) => metric)
  const shown = metrics.filter((metric) => always.includes(metric) || required.includes(metric))
  const most = Math.min(mostComparisons, Math.max(3, Math.floor(mostEstimates / Math.max(1, newest.length) / shown.length)))
  const comparisons = results.slice(0, most).map(({ startedAt, candidates }) => ({ startedAt, candidates }))
  const candidates = [...new Set(comparisons.flatMap((comparison) => comparison.candidates.map(({ name }) => name)))]
  const older = results.length - comparisons.length
  return { file, scenario, baseline, candidates, metrics: shown, comparisons: comparisons.reverse(), older }
}

interface TrendPoint {
  index: number // of the comparison
  startedAt: string
  estimate: TrendEstimate
}

/** One candidate's way through the comparisons of a trend; no point where it was not measured. */
export function pointsOf({ comparisons }: Trend, candidate: string, metric: Metric): TrendPoint[] {
  return comparisons.flatMap(({ startedAt, candidates }, index) => {
    const estimates = candidates.find(({ name }) => name === candidate)?.estimates ?? []
    return estimates.filter((estimate) => estimate.metric === metric).map((estimate) => ({ index, startedAt, estimate }))
  })
}

/** @param time ISO 8601 */
export function minuteOf(time: string): string {
  return time.slice(0, 16).replace('T', ' ')
}

/**
 * @param most of them all
 * @returns how many of the first have room together; one at least, where there is one
 */
export function howManyFit(sizes: readonly number[], most: number): number {
  let sum = 0
  const tooLarge = sizes.findIndex((size, i) => (sum += size) > most && i > 0)
  return tooLarge === -1 ? sizes.length : tooLarge
}
