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
  const first = readingAt(readings, fromMs)
  const last = readingAt(readings, toMs)
  const elapsed = last.atMs - first.atMs
  if (!(elapsed > leastCover * (toMs - fromMs))) return null
  const activeMs = last.activeMs - first.activeMs
  const idleMs = last.idleMs - first.idleMs
  return {
    utilization: activeMs + idleMs === 0 ? 0 : activeMs / (activeMs + idleMs),
    cpu: (last.cpuMs - first.cpuMs) / elapsed,
    gc: (last.gcMs - first.gcMs) / elapsed
  }
}

/**
 * @param {readonly Reading[]} readings
 * @param {number} wantedMs before the first or after the last reading, that one is taken
 * @returns {Required<Reading>}
 */
function readingAt(readings, wantedMs) {
  const next = readings.find(({ atMs }) => atMs >= wantedMs) ?? readings[readings.length - 1]
  const before = readings[readings.indexOf(next) - 1] ?? next
  const span = next.atMs - before.atMs
  const part = span === 0 ? 1 : Math.min(1, Math.max(0, (wantedMs - before.atMs) / span))
  const between = (/** @type {Exclude<keyof Reading, 'atMs'>} */ key) =>
    Number(before[key] ?? 0) + part * (Number(next[key] ?? 0) - Number(before[key] ?? 0))
  return {
    atMs: before.atMs + part * span,
    activeMs: between('activeMs'),
    idleMs: between('idleMs'),
    cpuMs: between('cpuMs'),
    gcMs: between('gcMs')
  }
}
