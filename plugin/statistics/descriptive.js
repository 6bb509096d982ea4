/**
 * @param {readonly number[]} values at least one
 * @returns {number}
 */
export function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/**
 * The middle value; of an even number of values, the mean of the middle two.
 *
 * @param {readonly number[]} values at least one, in any order
 * @returns {number}
 */
export function median(values) {
  return quantileOfSorted(Float64Array.from(values).sort(), 0.5)
}

/**
 * The sample standard deviation, with n - 1 below the sum of squares.
 *
 * @param {readonly number[]} values at least two
 * @returns {number}
 */
export function standardDeviation(values) {
  const centre = mean(values)
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0)
  return Math.sqrt(squares / (values.length - 1))
}

/**
 * A quantile by linear interpolation between the two nearest values (type 7 of Hyndman and Fan 1996,
 * the default of R, NumPy and spreadsheets).
 *
 * @param {ArrayLike<number>} sorted ascending, at least one value
 * @param {number} probability from 0 to 1
 * @returns {number} in the unit of the values
 */
export function quantileOfSorted(sorted, probability) {
  const position = (sorted.length - 1) * probability
  const below = Math.floor(position)
  const above = Math.min(below + 1, sorted.length - 1)
  return sorted[below] + (sorted[above] - sorted[below]) * (position - below)
}

/**
 * Ratios multiply, so their centre is the geometric mean.
 *
 * @param {readonly number[]} values at least one, all above 0
 * @returns {number}
 */
export function geometricMean(values) {
  return Math.exp(mean(values.map(Math.log)))
}
