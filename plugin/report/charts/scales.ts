import { scaleLinear, scaleLog } from 'd3-scale'
import { logTicks } from './ticks.ts'

/**
 * What all charts place their values by. `axisOf`, `linearAxis` and `logAxis` make one; draw-axes.ts draws its ticks and lines.
 */
export interface Axis {
  part: (value: number) => number // of the axis: from 0, its left or lower end, to 1
  ticks: Tick[]
}

export interface Tick {
  value: number
  part: number // of the axis
  label: string
}

/** @param values of its ticks */
export function axisOf(part: Axis['part'], values: readonly number[], label: (value: number) => string): Axis {
  return { part, ticks: values.map((value) => ({ value, part: part(value), label: label(value) })) }
}

/** @param count of ticks, about */
export function linearAxis(high: number, count: number, label: (value: number) => string): Axis {
  const scale = scaleLinear().domain([0, high])
  return axisOf(scale, scale.ticks(count), label)
}

/** 0 and infinity, for which a logarithmic axis has no place, are at its ends. */
export function logAxis(low: number, high: number, label: (value: number) => string, gap?: number): Axis {
  const scale = scaleLog().domain([low, high])
  const part = (value: number) => (value > 0 && Number.isFinite(value) ? scale(value) : Number(value > 1))
  return axisOf(part, logTicks(low, high, gap), label)
}

export interface LatencyScale extends Axis {
  isLog: boolean
}

/** Where the largest latency is so many times the smallest, nothing could be seen of the smallest on a linear axis. */
const widestLinear = 50

/**
 * Linear from 0, unless the latencies span too much for that: logarithmic then.
 *
 * @param latenciesMs all that the axis must hold
 * @param options smallest: of those that must be told from 0; gap: least distance of two ticks, as a part of the axis
 */
export function latencyScale(latenciesMs: readonly number[], options: { smallest?: number, gap?: number } = {}): LatencyScale {
  const { smallest, gap = 0.11 } = options
  const { min, max } = extentOf(latenciesMs.filter((latency) => latency > 0)) ?? { min: 1, max: 1 }
  if (max > widestLinear * (smallest || min)) return { isLog: true, ...logAxis(min / 1.15, max * 1.15, inUnit, gap) }
  return { isLog: false, ...linearAxis(max * 1.05, Math.round(0.6 / gap), (latencyMs) => inUnit(latencyMs, max >= 10_000)) }
}

function inUnit(latencyMs: number, inSeconds: boolean = latencyMs >= 1000): string {
  return inSeconds ? `${latencyMs / 1000} s` : `${latencyMs} ms`
}

const tickGapPx = 16 // labels that are closer are hard to read
const leastLatencyMs = 0.001 // the timer tells no less, and a logarithm has no zero
const leastRatio = 5 // so that noise is not blown up to the height of the plot

/** @param extent of the latencies, in ms; null: there are none */
export function logLatencyAxis(extent: Extent | null, heightPx: number): Axis {
  if (extent === null) return axisOf(() => 0, [], String)
  const [low, high] = [Math.max(leastLatencyMs, extent.min) / 1.1, Math.max(leastLatencyMs, extent.max) * 1.1]
  const widen = Math.max(1, Math.sqrt(leastRatio / (high / low)))
  const { part, ticks } = logAxis(low / widen, high * widen, inUnit, tickGapPx / heightPx)
  return { part: (latencyMs) => part(Math.max(leastLatencyMs, latencyMs)), ticks }
}

export type Extent = { min: number, max: number }

/** @returns null: there are no values */
export function extentOf(values: Iterable<number>): Extent | null {
  let [min, max] = [Infinity, -Infinity]
  for (const value of values) {
    min = Math.min(min, value)
    max = Math.max(max, value)
  }
  return min <= max ? { min, max } : null
}
