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
 * @param low above 0
 * @param gap least distance of two ticks, as a part of the axis
 * @returns at most 6, ascending
 */
export function logTicks(low: number, high: number, gap: number = 0.11): number[] {
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

/** @returns the one with the most ticks of those that have room, the first of several */
function longest(sets: readonly number[][], { low, high, gap }: { low: number, high: number, gap: number }): number[] {
  const least = gap * Math.log(high / low)
  return sets
    .map((set) => set.map(exact).filter((tick) => tick >= low && tick <= high))
    .filter((set) => set.length <= most && set.every((tick, i) => i === 0 || Math.log(tick / set[i - 1]) >= least))
    .reduce((best, set) => (set.length > best.length ? set : best), [])
}

function multiples(step: number, low: number, high: number) {
  const first = Math.ceil(low / step)
  return Array.from({ length: Math.max(0, Math.floor(high / step) - first + 1) }, (_, i) => (first + i) * step)
}

/**
 * @param every which decades
 * @returns those on the axis, and the one below it
 */
function powers(every: number, low: number, high: number): number[] {
  const first = Math.floor(Math.log10(low) / every) * every
  return Array.from({ length: Math.floor((Math.log10(high) - first) / every) + 1 }, (_, i) => 10 ** (first + i * every))
}

/** @param tick without what floating point added */
function exact(tick: number) {
  return Number(tick.toPrecision(6))
}
