import { scaleLinear, scaleLog } from 'd3-scale'
import { perSecond } from '../words/numbers.ts'
import { largestBy } from '../../statistics/descriptive.ts'
import { commonPercentiles, probabilityOf } from '../../concepts/metrics.ts'

/** What a chart places its values by. plot.ts draws the ticks. */
export interface Axis {
  part: (value: number) => number // of the axis: from 0, its left or lower end, to 1
  ticks: { value: number; part: number; label: string }[]
}

export type Tick = Axis['ticks'][number]

export const within = (value: number, low = 0, high = 1) => Math.min(high, Math.max(low, value))

export const axisOf = (part: Axis['part'], tickValues: readonly number[], label: (value: number) => string): Axis => ({
  part,
  ticks: tickValues.map((value) => ({ value, part: part(value), label: label(value) }))
})

/** @param count of ticks, about */
export function linearAxis(high: number, count: number, label: (value: number) => string) {
  const scale = scaleLinear().domain([0, high])
  return axisOf(scale, scale.ticks(count), label)
}

/**
 * 0 and infinity, for which a logarithmic axis has no place, are at its ends. The gap between two ticks is at least
 * that part of the axis.
 */
function logAxis(low: number, high: number, label: (value: number) => string, gap = 0.11) {
  const scale = scaleLog().domain([low, high])
  return axisOf(
    (value) => (value > 0 && Number.isFinite(value) ? scale(value) : Number(value > 1)),
    logTicks(low, high, gap),
    label
  )
}

/** The percentiles that have marks. */
export const markedPercentiles = commonPercentiles.map((metric) => ({ metric, probability: probabilityOf(metric) }))

/** The percentiles that have a name on their axis and in tables, and their probabilities. */
export const percentileNames = { min: 0, p50: 0.5, p75: 0.75, p90: 0.9, p95: 0.95, p99: 0.99, 'p99.9': 0.999 }
// p99 is always on the axis, and p99.9 is the last percentile whose value is known exactly
const fewestDecades = 2.05
const mostDecades = 3
const curveSteps = 120

export type PercentileAxis = ReturnType<typeof percentileAxis>

/**
 * Each decade of the tail gets the same room: x = -log10(1 - p). Of each round, at least one, it takes how many
 * responses count.
 */
export function percentileAxis(counts: readonly number[]) {
  // Rounded, so that p99.9 is exactly three decades.
  const decadesOf = (probability: number) => Number((-Math.log10(1 - probability)).toFixed(9))
  const end = within(Math.log10(Math.max(...counts)), fewestDecades, mostDecades)
  const part = (probability: number) => Math.min(1, decadesOf(probability) / end)
  const named = Object.entries(percentileNames).filter(([, probability]) => decadesOf(probability) <= end)
  const smooth = Array.from({ length: curveSteps + 1 }, (_, i) => 1 - 10 ** (-end * (i / curveSteps)))
  return {
    part,
    ticks: named.map(([label, value]) => ({ value, part: part(value), label })),
    /** close enough for smooth curves, those with marks among them */
    probabilities: [...smooth, ...markedPercentiles.map(({ probability }) => probability)].sort((a, b) => a - b),
    /** part of the axis from where the smallest round has fewer than 10 responses beyond */
    thinFrom: within(Math.log10(Math.min(...counts) / 10) / end)
  }
}

/**
 * Logarithmic, so that twice as fast is as far from 1 as half as fast. Room is the least part of the axis on either
 * side of 1.
 */
export function speedupAxis(speedups: readonly number[], room = 0) {
  const logs = speedups.filter((speedup) => speedup > 0 && Number.isFinite(speedup)).map(Math.log)
  const least = Math.min(0, ...logs)
  const most = Math.max(0, ...logs)
  // Marks keep clear of the edges, also where nothing differs.
  const padding = Math.max(0.06 * (most - least), 0.04)
  const share = room / (1 - room)
  const low = Math.exp(Math.min(least - padding, -share * (most + padding)))
  const high = Math.exp(Math.max(most + padding, -share * (least - padding)))
  const isFar = (speedup: number) => speedup >= 1e5 || speedup <= 1e-5
  return logAxis(low, high, (speedup) => `${isFar(speedup) ? speedup.toExponential().replace('+', '') : speedup}x`)
}

// between the largest load and the least; beyond it, the small ones would be a heap on a linear axis
const mostLoadRatio = 20
const margin = 0.06 // on either side of all loads, part of the axis

/** An axis of offered loads in requests per second, or of other numbers, with a tick at each that has room. */
export function loadAxis(loads: readonly number[], label: (load: number) => string = (load) => `${perSecond(load)}/s`) {
  const { min, max } = extentOf(loads)!
  const scale = min > 0 && max > mostLoadRatio * min ? scaleLog() : scaleLinear()
  scale
    .domain(min === max ? [min / 2, 1.5 * max] : [min, max])
    .range([margin, 1 - margin])
    .clamp(true)
  return withRoom(axisOf(scale, loads, label))
}

const leastLevelRatio = 1.5 // so that loads that hardly differ don't fill the plot

/** A logarithmic axis of the loads of a search, with room for its labels on a phone. */
export function levelAxis(levels: readonly number[], label: (level: number) => string) {
  const { min, max } = extentOf(levels)!
  const low = min / 1.06
  const high = max * 1.06
  const widen = Math.max(1, Math.sqrt(leastLevelRatio / (high / low)))
  return withRoom(logAxis(low / widen, high * widen, label))
}

export type WorkersAxis = ReturnType<typeof workersAxis>

/** A linear axis from no workers to a few more than the most that were measured, fewest first. */
export function workersAxis(measured: readonly number[]) {
  const most = Math.max(1, ...measured) * (1 + margin)
  return { most, ...withRoom(axisOf((workers) => workers / most, measured, String)) }
}

// between the largest latency and the smallest, of which a linear axis would show nothing beyond it
const mostLatencyRatio = 50

/** Linear from 0, or logarithmic for latencies that span too much; smallest: of those that must be told from 0. */
export function latencyScale(latenciesMs: readonly number[], smallest = 0) {
  const { min, max } = extentOf(latenciesMs.filter((latency) => latency > 0)) ?? { min: 1, max: 1 }
  if (max > mostLatencyRatio * (smallest || min)) return { isLog: true, ...logAxis(min / 1.15, max * 1.15, inUnit) }
  return { isLog: false, ...linearAxis(max * 1.05, 5, (latencyMs) => inUnit(latencyMs, max >= 10_000)) }
}

const inUnit = (latencyMs: number, inSeconds = latencyMs >= 1000) =>
  inSeconds ? `${latencyMs / 1000} s` : `${latencyMs} ms`

const leastLatencyMs = 0.001 // the timer tells no less, and a logarithm has no zero
const leastRatio = 5 // so that noise is not blown up to the height of the plot

/** @param extent of the latencies, in ms; null: there are none */
export function logLatencyAxis(extent: Extent | null, heightPx: number): Axis {
  if (extent === null) return axisOf(() => 0, [], String)
  const low = Math.max(leastLatencyMs, extent.min) / 1.1
  const high = Math.max(leastLatencyMs, extent.max) * 1.1
  const widen = Math.max(1, Math.sqrt(leastRatio / (high / low)))
  // Labels that are closer than 16 px are hard to read.
  const { part, ticks } = logAxis(low / widen, high * widen, inUnit, 16 / heightPx)
  return { part: (latencyMs) => part(Math.max(leastLatencyMs, latencyMs)), ticks }
}

/** As people count time: in fives, quarters and halves of minutes and hours. */
const secondSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400]

/** From second to second. */
export function timeAxis(end: number, begin = 0) {
  const span = end - begin
  const step =
    secondSteps.find((seconds) => span / seconds <= mostTicks) ?? 86_400 * Math.ceil(span / mostTicks / 86_400)
  const values = span < 2 ? scaleLinear().domain([begin, end]).ticks(4) : multiples(step, begin, end)
  return axisOf((seconds) => (seconds - begin) / span, values, end >= 120 ? clock : (seconds) => `${seconds} s`)
}

/** Such as "2:05" or "1:02:05", of whole seconds. */
export function clock(seconds: number) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts
    .slice(parts[0] === 0 ? 1 : 0)
    .map((part, i) => (i === 0 ? part : String(part).padStart(2, '0')))
    .join(':')
}

export type Extent = { min: number; max: number }

/** @returns null: there are no values */
export const extentOf = (values: readonly number[]) =>
  values.length === 0
    ? null
    : { min: values.reduce((a, b) => Math.min(a, b)), max: values.reduce((a, b) => Math.max(a, b)) }

/** @returns the least and the most, but once where they read alike; none of no values */
export function rangeOf(values: readonly number[], write: (value: number) => string) {
  const extent = extentOf(values)
  return extent === null ? [] : [...new Set([write(extent.min), write(extent.max)])]
}

const fewestTicks = 3 // fewer would not tell the scale
const mostTicks = 6 // more would be a pattern
/** Leading digits, in steps that are about as wide as one another on a logarithmic scale; coarser down the list. */
const digits = [
  [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8],
  [1, 1.5, 2, 3, 5, 7],
  [1, 2, 5],
  [1, 3]
]
const steps = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1]
const decades = [1, 2, 3, 4, 6, 10, 20, 50, 100]
const stopgap = 0.04 // less round, for where there would be too few of the others

/**
 * Round numbers for a logarithmic axis: as many as have room, but at most 6, and 1 among them where it is on the axis.
 */
export function logTicks(low: number, high: number, gap: number) {
  const least = gap * Math.log(high / low)
  const hasRoom = (set: number[]) =>
    set.length <= mostTicks && set.every((tick, i) => i === 0 || Math.log(tick / set[i - 1]) >= least)
  // Rounded, to lose what floating point added.
  const onAxis = (set: number[]) =>
    set.map((tick) => Number(tick.toPrecision(6))).filter((tick) => tick >= low && tick <= high)
  const longest = (sets: number[][]) => largestBy([[], ...sets.map(onAxis).filter(hasRoom)], ({ length }) => length)
  const powers = (every: number) =>
    multiples(every, Math.log10(low) - every, Math.log10(high)).map((power) => 10 ** power)
  const round = longest([
    ...steps.map((step) => multiples(step, low, high)),
    ...digits.map((leading) => powers(1).flatMap((power) => leading.map((digit) => digit * power))),
    ...decades.map(powers)
  ])
  return round.length >= fewestTicks ? round : longest([round, multiples(stopgap, low, high)])
}

/** None where they are far more than the ticks of any axis. */
function multiples(step: number, low: number, high: number) {
  const first = Math.ceil(low / step)
  const length = Math.floor(high / step) - first + 1
  return length > mostTicks + 2 ? [] : Array.from({ length }, (_, i) => (first + i) * step)
}

const characterPx = 6.5 // about what a character of a label takes
const narrowPx = 260 // how wide a plot is at least: on a phone

/** Of ticks from left to right the last one, and as many others as have room for their labels on a phone. */
function withRoom({ part, ticks }: Axis) {
  const hasRoom = (a: Tick, b?: Tick) =>
    b === undefined || (b.part - a.part) * narrowPx >= ((a.label.length + b.label.length) * characterPx) / 2 + 6
  return {
    part,
    ticks: ticks.reduceRight((kept: Tick[], tick) => (hasRoom(tick, kept[0]) ? [tick, ...kept] : kept), [])
  }
}
