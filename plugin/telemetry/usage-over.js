/**
 * Readings of counters that only grow, with the time they were taken.
 *
 * @typedef {object} Reading
 * @property {number} atMs
 * @property {number} activeMs of an event loop
 * @property {number} idleMs of an event loop
 * @property {number} [cpuMs]
 * @property {number} [gcMs]
 *
 * @typedef {{ fromMs: number, toMs: number }} Span
 *
 * @typedef {object} Rates
 * @property {number} utilization share of the time that the event loop was active, from 0 to 1
 * @property {number} cpu CPU seconds a second
 * @property {number} gc share of the time, from 0 to 1
 */

/** Readings that cover less of the span than this say nothing about it. */
const leastCover = 0.5
/** In a shorter span everybody is busy with starting. */
const leastMs = 1000

/**
 * How busy somebody was in a span of time. The counters are interpolated linearly between two readings.
 *
 * @param {readonly Reading[]} readings in the order of time
 * @param {Span} span
 * @returns {Rates | null} null: it is shorter than a second, or the readings cover less than half of it
 */
export function usageOver(readings, { fromMs, toMs }) {
  if (readings.length < 2 || toMs - fromMs < leastMs) return null
  const grown = growthOver(readings, { fromMs, toMs })
  const elapsed = grown(({ atMs }) => atMs)
  if (!(elapsed > leastCover * (toMs - fromMs))) return null
  const activeMs = grown((reading) => reading.activeMs)
  const idleMs = grown((reading) => reading.idleMs)
  return {
    utilization: activeMs + idleMs === 0 ? 0 : activeMs / (activeMs + idleMs),
    cpu: grown(({ cpuMs = 0 }) => cpuMs) / elapsed,
    gc: grown(({ gcMs = 0 }) => gcMs) / elapsed
  }
}

/**
 * How much a counter grew in a span of time.
 *
 * @template {{ atMs: number }} Counted
 * @param {readonly Counted[]} readings at least one, in the order of time
 * @param {Span} span
 * @returns {(valueOf: (reading: Counted) => number) => number}
 */
export function growthOver(readings, { fromMs, toMs }) {
  const [first, last] = [placeOf(readings, fromMs), placeOf(readings, toMs)]
  return (valueOf) => between(last, valueOf) - between(first, valueOf)
}

/**
 * @template {{ atMs: number }} Counted
 * @param {readonly Counted[]} readings
 * @param {number} wantedMs before the first or after the last reading, that one is taken
 * @returns {{ before: Counted, next: Counted, part: number }} part: of the way between the two
 */
function placeOf(readings, wantedMs) {
  const next = readings.find(({ atMs }) => atMs >= wantedMs) ?? readings[readings.length - 1]
  const before = readings[readings.indexOf(next) - 1] ?? next
  const span = next.atMs - before.atMs
  return { before, next, part: span === 0 ? 1 : Math.min(1, Math.max(0, (wantedMs - before.atMs) / span)) }
}

/**
 * @template Counted
 * @param {{ before: Counted, next: Counted, part: number }} place
 * @param {(reading: Counted) => number} valueOf
 */
function between({ before, next, part }, valueOf) {
  return valueOf(before) + part * (valueOf(next) - valueOf(before))
}
