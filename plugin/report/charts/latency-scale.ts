import { scaleLinear, scaleLog } from 'd3-scale'
import { logTicks } from './log-ticks.ts'

export interface LatencyScale {
  isLog: boolean
  part: (latencyMs: number) => number // of the axis, from 0 to 1
  ticks: { latencyMs: number, part: number, label: string }[]
}

/** Where the largest latency is so many times the smallest, nothing could be seen of the smallest on a linear axis. */
const widestLinear = 50

/**
 * Linear from 0, unless the latencies span too much for that: logarithmic then.
 *
 * @param latenciesMs all that the axis must hold
 * @param options.smallest of those that must be told from 0, in ms; the least of all when it is left out
 * @param options.gap least distance of two ticks, as a part of the axis
 */
export function latencyScale(latenciesMs: readonly number[], { smallest, gap = 0.11 }: { smallest?: number, gap?: number } = {}): LatencyScale {
  const seen = latenciesMs.filter((latency) => latency > 0)
  const [least, most] = seen.length === 0 ? [1, 1] : [seen.reduce((a, b) => Math.min(a, b)), seen.reduce((a, b) => Math.max(a, b))]
  return most > widestLinear * (smallest || least) ? logAxis(least, most, gap) : linearAxis(most, gap)
}

function logAxis(least: number, most: number, gap: number): LatencyScale {
  const [low, high] = [least / 1.15, most * 1.15]
  const scale = scaleLog().domain([low, high])
  // A logarithm has no zero.
  const part = (latencyMs: number) => (latencyMs > 0 ? scale(latencyMs) : 0)
  const ticks = logTicks(low, high, gap).map((latencyMs) => ({ latencyMs, part: part(latencyMs), label: inUnit(latencyMs, latencyMs >= 1000) }))
  return { isLog: true, part, ticks }
}

function linearAxis(most: number, gap: number): LatencyScale {
  const part = scaleLinear().domain([0, most * 1.05])
  const ticks = part.ticks(Math.round(0.6 / gap)).map((latencyMs) => ({ latencyMs, part: part(latencyMs), label: inUnit(latencyMs, most >= 10_000) }))
  return { isLog: false, part, ticks }
}

/**
 * @param latencyMs a round number
 * @returns for a tick
 */
export function inUnit(latencyMs: number, inSeconds: boolean): string {
  return inSeconds ? `${latencyMs / 1000} s` : `${latencyMs} ms`
}
