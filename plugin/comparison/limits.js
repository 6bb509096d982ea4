import { mean } from '../statistics/descriptive.js'
/** @import { Limit, Run, Thresholds } from '../vocabulary.js' */

/** With more responses than this without the header, nobody knows who did the work. */
export const unattributedAllowed = 0.05

/**
 * The demands that are no ratios: they are not estimated but counted.
 *
 * @param {Run[]} runs of one candidate
 * @param {number | null} workers null: nobody knows how many, since idle ones can't be seen
 * @param {Thresholds} thresholds
 * @returns {[Limit, Limit]} fairness and errorRate
 */
export function limits(runs, workers, thresholds) {
  const fairness = workers === null ? null : fairnessOf(runs, workers)
  const errorRate = sum(runs, 'failures') / sum(runs, 'requests')
  const leastFairness = thresholds.fairness ?? null
  const mostErrors = thresholds.errorRate ?? null
  return [
    { metric: 'fairness', value: fairness, required: leastFairness, verdict: leastFairness === null ? null : fairness === null ? 'inconclusive' : verdict(fairness >= leastFairness) },
    { metric: 'errorRate', value: errorRate, required: mostErrors, verdict: mostErrors === null ? null : verdict(errorRate <= mostErrors) }
  ]
}

/**
 * The fair share over the busiest worker's share: 1 when all did the same, and a CPU-bound speedup can't exceed
 * workers x fairness.
 *
 * @param {Run[]} runs
 * @param {number} workers
 * @returns {number | null} mean over the runs; null when too many responses don't tell who made them
 */
function fairnessOf(runs, workers) {
  if (unattributedShare(runs) > unattributedAllowed) return null
  const attributed = runs.filter((run) => run.workers.some(({ requests }) => requests > 0))
  if (attributed.length === 0) return null
  return mean(attributed.map((run) => Math.min(1, 1 / workers / sharesOf(run, workers)[0])))
}

/**
 * @param {Run[]} runs
 * @returns {number} from 0 to 1, of all responses
 */
export function unattributedShare(runs) {
  const unattributed = sum(runs, 'unattributed')
  const attributed = runs.flatMap(({ workers }) => workers).reduce((total, { requests }) => total + requests, 0)
  return unattributed === 0 ? 0 : unattributed / (unattributed + attributed)
}

/**
 * @param {Run[]} runs
 * @param {number} workers
 * @returns {number[]} the busiest worker's share of the requests, the next one's ..., each the mean over the runs
 */
export function shares(runs, workers) {
  const each = runs.map((run) => sharesOf(run, workers))
  return Array.from({ length: workers }, (_, rank) => mean(each.map((of) => of[rank] ?? 0)))
}

/**
 * @param {Run} run
 * @param {number} workers
 * @returns {number[]} largest first
 */
function sharesOf(run, workers) {
  const total = run.workers.reduce((all, { requests }) => all + requests, 0)
  if (total === 0) return Array(workers).fill(0)
  return run.workers.map(({ requests }) => requests / total)
}

/**
 * @param {Run[]} runs
 * @param {'failures' | 'requests' | 'unattributed'} key
 */
function sum(runs, key) {
  return runs.reduce((total, run) => total + run[key], 0)
}

/** @param {boolean} isMet */
function verdict(isMet) {
  return isMet ? 'pass' : 'fail'
}
