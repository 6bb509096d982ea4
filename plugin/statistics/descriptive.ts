type ValueOf<T> = (item: T, i: number) => number

export const sumBy = <T>(items: readonly T[], valueOf: ValueOf<T>) =>
  items.reduce((total, item, i) => total + valueOf(item, i), 0)
export const sum = (values: readonly number[]) => sumBy(values, Number)

/** @param items at least one */
export const meanBy = <T>(items: readonly T[], valueOf: ValueOf<T>) => sumBy(items, valueOf) / items.length
/** @param values at least one */
export const mean = (values: readonly number[]) => meanBy(values, Number)

/** @param items at least one; of those with the same value, the first is taken */
export const largestBy = <T>(items: readonly T[], valueOf: (item: T) => number): T =>
  items.reduce((a, b) => (valueOf(b) > valueOf(a) ? b : a))

/** @returns -Infinity: of nothing */
export const highest = <T>(items: readonly T[], valueOf: ValueOf<T>) => Math.max(...items.map(valueOf))
/** @returns Infinity: of nothing */
export const lowest = <T>(items: readonly T[], valueOf: ValueOf<T>) => Math.min(...items.map(valueOf))

/** @param digits behind the point */
export const rounded = (value: number, digits = 3) => Math.round(value * 10 ** digits) / 10 ** digits

/** @param values at least one, in any order */
export const median = (values: readonly number[]) => quantileOfSorted(new Float64Array(values).sort(), 0.5)
/** @param items at least one */
export const medianBy = <T>(items: readonly T[], valueOf: ValueOf<T>) => median(items.map(valueOf))

/** Of a sample, with n - 1 below the sum of squares. */
export function standardDeviation(values: readonly number[]) {
  const centre = mean(values)
  return Math.sqrt(sumBy(values, (value) => (value - centre) ** 2) / (values.length - 1))
}

/**
 * By linear interpolation between the two nearest values (type 7 of Hyndman and Fan 1996, the default of R and NumPy).
 *
 * @param sorted ascending, at least one value
 */
export function quantileOfSorted(sorted: ArrayLike<number>, probability: number) {
  const position = (sorted.length - 1) * probability
  const below = Math.floor(position)
  const above = Math.min(below + 1, sorted.length - 1)
  return sorted[below] + (sorted[above] - sorted[below]) * (position - below)
}

/** @param values above 0 */
export const geometricMean = (values: readonly number[]) => Math.exp(meanBy(values, Math.log))
