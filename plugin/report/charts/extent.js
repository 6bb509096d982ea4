/** @typedef {{ min: number, max: number }} Extent */

/**
 * @param {Iterable<number>} values any number of them
 * @returns {Extent | null} null: there are none
 */
export function extentOf(values) {
  let [min, max] = [Infinity, -Infinity]
  for (const value of values) {
    min = Math.min(min, value)
    max = Math.max(max, value)
  }
  return min <= max ? { min, max } : null
}
