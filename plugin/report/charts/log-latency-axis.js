import { scaleLog } from 'd3-scale'
import { inUnit } from './latency-scale.js'
import { logTicks } from './log-ticks.js'
/** @import { Extent } from './extent.js' */

/**
 * A logarithmic axis of latencies, from the bottom up.
 *
 * @typedef {object} LogLatencyAxis
 * @property {(latencyMs: number) => number} y in px
 * @property {number} decadePx height of a factor of ten
 * @property {{ y: number, label: string }[]} ticks
 */

/** Labels that are closer are hard to read. */
const tickGapPx = 16
/** The timer tells no less, and a logarithm has no zero. */
const leastLatencyMs = 0.001
/** So that noise is not blown up to the height of the plot. */
const leastRatio = 5

/**
 * @param {Extent | null} extent of the latencies, in ms; null: there are none, so that nothing has a place
 * @param {{ top: number, bottom: number }} edges of the plot, in px
 * @returns {LogLatencyAxis}
 */
export function logLatencyAxis(extent, { top, bottom }) {
  if (extent === null) return { y: () => bottom, decadePx: 0, ticks: [] }
  const [low, high] = domainOf(extent)
  const scale = scaleLog().domain([low, high]).range([bottom, top])
  const y = (/** @type {number} */ latencyMs) => scale(Math.max(leastLatencyMs, latencyMs))
  return {
    y,
    decadePx: (bottom - top) / Math.log10(high / low),
    ticks: logTicks(low, high, tickGapPx / (bottom - top)).map((latencyMs) => ({ y: y(latencyMs), label: inUnit(latencyMs, latencyMs >= 1000) }))
  }
}

/** @param {Extent} extent */
function domainOf({ min, max }) {
  const [low, high] = [Math.max(leastLatencyMs, min) / 1.1, Math.max(leastLatencyMs, max) * 1.1]
  const widen = Math.max(1, Math.sqrt(leastRatio / (high / low)))
  return [low / widen, high * widen]
}
