import { mean } from '../statistics/descriptive.ts'
import type { Limit, Run, Thresholds } from '../vocabulary.ts'

/** With more responses than this without the header, nobody knows who did the work. */
export const unattributedAllowed = 0.05

/**
 * The demands that are no ratios: they are not estimated but counted.
 *
 * @param runs of one candidate
 * @param workers null: nobody knows how many, since idle ones can't be seen
 * @returns fairness and errorRate
 */
export function limits(runs: Run[], workers: number | null, thresholds: Thresholds): [Limit, Limit] {
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
 * @returns mean over the runs; null when too many responses don't tell who made them
 */
function fairnessOf(runs: Run[], workers: number): number | null {
  if (unattributedShare(runs) > unattributedAllowed) return null
  const attributed = runs.filter((run) => run.workers.some(({ requests }) => requests > 0))
  if (attributed.length === 0) return null
  return mean(attributed.map((run) => Math.min(1, 1 / workers / sharesOf(run, workers)[0])))
}

/** @returns from 0 to 1, of all responses */
export function unattributedShare(runs: Run[]): number {
  const unattributed = sum(runs, 'unattributed')
  const attributed = runs.flatMap(({ workers }) => workers).reduce((total, { requests }) => total + requests, 0)
  return unattributed === 0 ? 0 : unattributed / (unattributed + attributed)
}

/** @returns the busiest worker's share of the requests, the next one's ..., each the mean over the runs */
export function shares(runs: Run[], workers: number): number[] {
  const each = runs.map((run) => sharesOf(run, workers))
  return Array.from({ length: workers }, (_, rank) => mean(each.map((of) => of[rank] ?? 0)))
}

/** @returns largest first */
function sharesOf(run: Run, workers: number): number[] {
  const total = run.workers.reduce((all, { requests }) => all + requests, 0)
  if (total === 0) return Array(workers).fill(0)
  return run.workers.map(({ requests }) => requests / total)
}

function sum(runs: Run[], key: 'failures' | 'requests' | 'unattributed') {
  return runs.reduce((total, run) => total + run[key], 0)
}

function verdict(isMet: boolean) {
  return isMet ? 'pass' : 'fail'
}
