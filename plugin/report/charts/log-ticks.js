/** Leading digits, in steps that are about as wide as one another on a logarithmic scale; coarser down the list. */
const digits = [[1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8], [1, 1.5, 2, 3, 5, 7], [1, 2, 5], [1, 3]]
const steps = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1]
const decades = [1, 2, 3, 4, 6, 10, 20, 50, 100]
/** Less round, for where there would be too few of the others. */
const stopgap = 0.04

/** Fewer would not tell the scale, more would be a pattern. */
const [fewest, most] = [3, 6]

/**
 * Round numbers for a logarithmic axis: as many as have room, and 1 among them where it is on the axis.
 *
 * @param {number} low above 0
 * @param {number} high
 * @param {number} [gap] least distance of two ticks, as a part of the axis
 * @returns {number[]} at most 6, ascending
 */
export function logTicks(low, high, gap = 0.11) {
  const axis = { low, high, gap }
  const round = longest(
    [
      ...steps.filter((step) => (high - low) / step <= most + 1).map((step) => multiples(step, low, high)),
      ...digits.map((leading) => powers(1, low, high).flatMap((power) => leading.map((digit) => digit * power))),
      ...decades.map((every) => powers(every, low, high))
    ],
    axis
  )
  if (round.length >= fewest || (high - low) / stopgap > most + 1) return round
  return longest([round, multiples(stopgap, low, high)], axis)
}

/**
 * @param {readonly number[][]} sets
 * @param {{ low: number, high: number, gap: number }} axis
 * @returns {number[]} the one with the most ticks of those that have room, the first of several
 */
function longest(sets, { low, high, gap }) {
  const least = gap * Math.log(high / low)
  return sets
    .map((set) => set.map(exact).filter((tick) => tick >= low && tick <= high))
    .filter((set) => set.length <= most && set.every((tick, i) => i === 0 || Math.log(tick / set[i - 1]) >= least))
    .reduce((best, set) => (set.length > best.length ? set : best), [])
}

/**
 * @param {number} step
 * @param {number} low
 * @param {number} high
 */
function multiples(step, low, high) {
  const first = Math.ceil(low / step)
  return Array.from({ length: Math.max(0, Math.floor(high / step) - first + 1) }, (_, i) => (first + i) * step)
}

/**
 * @param {number} every which decades
 * @param {number} low
 * @param {number} high
 * @returns {number[]} those on the axis, and the one below it
 */
function powers(every, low, high) {
  const first = Math.floor(Math.log10(low) / every) * every
  return Array.from({ length: Math.floor((Math.log10(high) - first) / every) + 1 }, (_, i) => 10 ** (first + i * every))
}

/** @param {number} tick without what floating point added */
function exact(tick) {
  return Number(tick.toPrecision(6))
}
