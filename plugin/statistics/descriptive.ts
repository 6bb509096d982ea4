export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** @param values at least one */
export const mean = (values: readonly number[]): number => sum(values) / values.length

/** @param items at least one; of those with the same value, the first is taken */
export const largestBy = <T>(items: readonly T[], valueOf: (item: T) => number): T =>
  items.reduce((a, b) => (valueOf(b) > valueOf(a) ? b : a))

/** @param digits behind the point */
export const rounded = (value: number, digits = 3): number => Math.round(value * 10 ** digits) / 10 ** digits

/** @param values at least one, in any order */
export const median = (values: readonly number[]): number => quantileOfSorted(new Float64Array(values).sort(), 0.5)

/** Of a sample, with n - 1 below the sum of squares. */
export function standardDeviation(values: readonly number[]): number {
  const centre = mean(values)
  return Math.sqrt(sum(values.map((value) => (value - centre) ** 2)) / (values.length - 1))
}

/**
 * By linear interpolation between the two nearest values (type 7 of Hyndman and Fan 1996, the default of R and NumPy).
 *
 * @param sorted ascending, at least one value
 */
export function quantileOfSorted(sorted: ArrayLike<number>, probability: number): number {
  const position = (sorted.length - 1) * probability
  const below = Math.floor(position)
  const above = Math.min(below + 1, sorted.length - 1)
  return sorted[below] + (sorted[above] - sorted[below]) * (position - below)
}

/** @param values above 0 */
export const geometricMean = (values: readonly number[]): number => Math.exp(mean(values.map(Math.log)))
