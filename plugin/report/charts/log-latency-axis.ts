import { scaleLog } from 'd3-scale'
import { inUnit } from './latency-scale.ts'
import { logTicks } from './log-ticks.ts'
import type { Extent } from './extent.ts'

/** A logarithmic axis of latencies, from the bottom up. */
export interface LogLatencyAxis {
  y: (latencyMs: number) => number // in px
  decadePx: number // height of a factor of ten
  ticks: { y: number, label: string }[]
}

/** Labels that are closer are hard to read. */
const tickGapPx = 16
/** The timer tells no less, and a logarithm has no zero. */
const leastLatencyMs = 0.001
/** So that noise is not blown up to the height of the plot. */
const leastRatio = 5

/**
 * @param extent of the latencies, in ms; null: there are none, so that nothing has a place
 * @param edges of the plot, in px
 */
export function logLatencyAxis(extent: Extent | null, { top, bottom }: { top: number, bottom: number }): LogLatencyAxis {
  if (extent === null) return { y: () => bottom, decadePx: 0, ticks: [] }
  const [low, high] = domainOf(extent)
  const scale = scaleLog().domain([low, high]).range([bottom, top])
  const y = (latencyMs: number) => scale(Math.max(leastLatencyMs, latencyMs))
  return {
    y,
    decadePx: (bottom - top) / Math.log10(high / low),
    ticks: logTicks(low, high, tickGapPx / (bottom - top)).map((latencyMs) => ({ y: y(latencyMs), label: inUnit(latencyMs, latencyMs >= 1000) }))
  }
}

function domainOf({ min, max }: Extent) {
  const [low, high] = [Math.max(leastLatencyMs, min) / 1.1, Math.max(leastLatencyMs, max) * 1.1]
  const widen = Math.max(1, Math.sqrt(leastRatio / (high / low)))
  return [low / widen, high * widen]
}
