import { howManyFit } from './how-many-fit.js'
/** @import { HistoryCandidate, HistoryEntry, Metric } from '../../vocabulary.js' */

/**
 * How the speedups of one scenario of one file, over one baseline, went from run to run.
 *
 * @typedef {object} Trend
 * @property {string} file
 * @property {string} scenario
 * @property {string} baseline
 * @property {string[]} candidates those of the newest run first
 * @property {TrendRun[]} runs the oldest first
 * @property {number} older runs that are left out
 *
 * @typedef {object} TrendRun
 * @property {string} startedAt
 * @property {HistoryCandidate[]} candidates
 *
 * @typedef {HistoryCandidate['estimates'][number]} TrendEstimate
 */

/** More would lie on one another. */
const mostRuns = 60
/** Estimates of one metric in a trend: of many candidates, fewer runs are shown. */
const mostEstimates = 300
/** In all trends, so that the page stays small. */
const mostTrends = 12
const mostOnPage = 360

/**
 * @param {readonly HistoryEntry[]} entries the newest first
 * @returns {{ shown: Trend[], hidden: number }} those that were run last, first
 */
export function trendsOf(entries) {
  const finished = entries.filter(({ verdict }) => verdict !== 'not measured')
  const results = finished.flatMap(({ file, startedAt, scenarios }) => scenarios.map((scenario) => ({ file, startedAt, ...scenario })))
  const groups = Map.groupBy(results, ({ file, scenario, baseline }) => JSON.stringify([file, scenario, baseline]))
  const trends = [...groups.values()].map(asTrend)
  const sizes = trends.map(({ runs, candidates }) => runs.length * candidates.length)
  const fitting = trends.slice(0, Math.min(mostTrends, howManyFit(sizes, mostOnPage)))
  return { shown: fitting, hidden: trends.length - fitting.length }
}

/**
 * @param {(TrendRun & Pick<Trend, 'file' | 'scenario' | 'baseline'>)[]} results the newest first
 * @returns {Trend}
 */
function asTrend(results) {
  const [{ file, scenario, baseline, candidates: newest }] = results
  const most = Math.min(mostRuns, Math.max(3, Math.floor(mostEstimates / Math.max(1, newest.length))))
  const runs = results.slice(0, most).map(({ startedAt, candidates }) => ({ startedAt, candidates }))
  const candidates = [...new Set(runs.flatMap((run) => run.candidates.map(({ name }) => name)))]
  return { file, scenario, baseline, candidates, runs: runs.reverse(), older: results.length - runs.length }
}

/**
 * One candidate's way through the runs of a trend.
 *
 * @param {Trend} trend
 * @param {string} candidate
 * @param {Metric} metric
 * @returns {{ index: number, startedAt: string, estimate: TrendEstimate }[]} index: of the run; none where it was not
 *   measured
 */
export function pointsOf({ runs }, candidate, metric) {
  return runs.flatMap(({ startedAt, candidates }, index) => {
    const estimates = candidates.find(({ name }) => name === candidate)?.estimates ?? []
    return estimates.filter((estimate) => estimate.metric === metric).map((estimate) => ({ index, startedAt, estimate }))
  })
}
