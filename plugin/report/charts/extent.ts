export type Extent = { min: number, max: number }

/**
 * @param values any number of them
 * @returns null: there are none
 */
export function extentOf(values: Iterable<number>): Extent | null {
  let [min, max] = [Infinity, -Infinity]
  for (const value of values) {
    min = Math.min(min, value)
    max = Math.max(max, value)
  }
  return min <= max ? { min, max } : null
}
