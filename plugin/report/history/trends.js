import { howManyFit } from './how-many-fit.js'
/** @import { HistoryCandidate, HistoryEntry, Metric } from '../../vocabulary.js' */

/**
 * How the speedups of one scenario of one file, over one baseline, went from comparison to comparison.
 *
 * @typedef {object} Trend
 * @property {string} file
 * @property {string} scenario
 * @property {string} baseline
 * @property {string[]} candidates those of the newest comparison first
 * @property {Metric[]} metrics to be drawn
 * @property {TrendComparison[]} comparisons the oldest first
 * @property {number} older comparisons that are left out
 *
 * @typedef {object} TrendComparison
 * @property {string} startedAt
 * @property {HistoryCandidate[]} candidates
 *
 * @typedef {HistoryCandidate['estimates'][number]} TrendEstimate
 */

/** More would lie on one another. */
const mostComparisons = 60
/** In a trend: of many candidates, fewer comparisons are shown. */
const mostEstimates = 600
/** In all trends, so that the page stays small. */
const mostTrends = 12
const mostOnPage = 720

/** What a trend shows in any case; the others only where they are required. */
const always = ['p95', 'throughput']
/** @type {readonly Metric[]} */
const metrics = ['p50', 'p95', 'p99', 'throughput']

/**
 * @param {readonly HistoryEntry[]} entries the newest first
 * @returns {{ shown: Trend[], hidden: number }} those that were compared last, first
 */
export function trendsOf(entries) {
  const finished = entries.filter(({ verdict }) => verdict !== 'not measured')
  const results = finished.flatMap(({ file, startedAt, scenarios }) => scenarios.map((scenario) => ({ file, startedAt, ...scenario })))
  const groups = Map.groupBy(results, ({ file, scenario, baseline }) => JSON.stringify([file, scenario, baseline]))
  const trends = [...groups.values()].map(asTrend)
  const sizes = trends.map((trend) => trend.comparisons.length * trend.candidates.length * trend.metrics.length)
  const fitting = trends.slice(0, Math.min(mostTrends, howManyFit(sizes, mostOnPage)))
  return { shown: fitting, hidden: trends.length - fitting.length }
}

/**
 * @param {(TrendComparison & Pick<Trend, 'file' | 'scenario' | 'baseline'>)[]} results the newest first
 * @returns {Trend}
 */
function asTrend(results) {
  const [{ file, scenario, baseline, candidates: newest }] = results
  const estimates = newest.flatMap((candidate) => candidate.estimates)
  const isShown = (/** @type {Metric} */ metric) => always.includes(metric) || estimates.some((one) => one.metric === metric && one.required !== null)
  const shown = metrics.filter(isShown)
  const most = Math.min(mostComparisons, Math.max(3, Math.floor(mostEstimates / Math.max(1, newest.length) / shown.length)))
  const comparisons = results.slice(0, most).map(({ startedAt, candidates }) => ({ startedAt, candidates }))
  const candidates = [...new Set(comparisons.flatMap((one) => one.candidates.map(({ name }) => name)))]
  return { file, scenario, baseline, candidates, metrics: shown, comparisons: comparisons.reverse(), older: results.length - comparisons.length }
}

/**
 * One candidate's way through the comparisons of a trend.
 *
 * @param {Trend} trend
 * @param {string} candidate
 * @param {Metric} metric
 * @returns {{ index: number, startedAt: string, estimate: TrendEstimate }[]} index: of the comparison; none where it was not
 *   measured
 */
export function pointsOf({ comparisons }, candidate, metric) {
  return comparisons.flatMap(({ startedAt, candidates }, index) => {
    const estimates = candidates.find(({ name }) => name === candidate)?.estimates ?? []
    return estimates.filter((estimate) => estimate.metric === metric).map((estimate) => ({ index, startedAt, estimate }))
  })
}
