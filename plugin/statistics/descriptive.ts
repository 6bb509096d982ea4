export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** @param values at least one */
export function mean(values: readonly number[]): number {
  return sum(values) / values.length
}

/** @param digits behind the point */
export function rounded(value: number, digits: number = 3): number {
  return Math.round(value * 10 ** digits) / 10 ** digits
}

/** @param values at least one, in any order */
export function median(values: readonly number[]): number {
  return quantileOfSorted(Float64Array.from(values).sort(), 0.5)
}

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
export function geometricMean(values: readonly number[]): number {
  return Math.exp(mean(values.map(Math.log)))
}
