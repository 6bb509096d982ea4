import { scaleLinear, scaleLog } from 'd3-scale'

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
function inUnit(latencyMs: number, inSeconds: boolean): string {
  return inSeconds ? `${latencyMs / 1000} s` : `${latencyMs} ms`
}

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

/** About what a character of a label takes, and what keeps two labels apart, in px. */
const characterPx = 6.5
const gapPx = 6

/** How wide a plot is at least, in px: on a phone. */
const narrowPx = 260

/**
 * @param ticks from left to right
 * @returns the last one, and of the others as many as have room for their labels on a phone
 */
export function roomyTicks<Tick extends { part: number, label: string }>(ticks: readonly Tick[]): Tick[] {
  return ticks.reduceRight((kept: Tick[], tick) => {
    const [next] = kept
    const needed = next === undefined ? 0 : ((tick.label.length + next.label.length) * characterPx) / 2 + gapPx
    return next !== undefined && (next.part - tick.part) * narrowPx < needed ? kept : [tick, ...kept]
  }, [])
}
