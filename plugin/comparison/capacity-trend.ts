import { mean, sum } from '../statistics/descriptive.ts'
import { studentTQuantile } from '../statistics/distributions.ts'
import { logInterval } from '../statistics/sequential-rule.ts'
import type { Run } from '../concepts/run.ts'

const worthSaying = 0.1 // of what a request costs, or of the capacity
const tail = 0.025

/**
 * By how much a request costs an app more computing in the second half of a load than in the first, over the rounds, as
 * an app with a leak or a growing list does: then the capacity is that of an app that has just started.
 *
 * @returns a ratio; null: it does not, by more than a tenth and more than chance, or it is unknown
 */
export function costsMore(runs: readonly Pick<Run, 'costGrowth'>[]): number | null {
  const growths = runs.flatMap(({ costGrowth }) => costGrowth ?? [])
  if (growths.length < 3) return null
  const { centre, halfWidth } = logInterval(growths.map(Math.log), tail)
  return centre - halfWidth > Math.log(1 + worthSaying) ? Math.exp(centre) : null
}

/**
 * By which part the capacity falls from the first load to the last, by a straight line through the logarithms (ordinary
 * least squares).
 *
 * @param values of the loads in the order of time
 * @returns null: it does not, by more than a tenth and more than chance
 */
export function fallOf(values: readonly number[]): number | null {
  const n = values.length
  if (n < 4) return null
  const logs = values.map(Math.log)
  const middle = (n - 1) / 2
  const level = mean(logs)
  const squares = sum(logs.map((_, i) => (i - middle) ** 2))
  const slope = sum(logs.map((log, i) => (i - middle) * (log - level))) / squares
  const residuals = logs.map((log, i) => (log - level - slope * (i - middle)) ** 2)
  const error = Math.sqrt(sum(residuals) / (n - 2) / squares)
  const fall = 1 - Math.exp(slope * (n - 1))
  return slope + studentTQuantile(1 - tail, n - 2) * error < 0 && fall > worthSaying ? fall : null
}
