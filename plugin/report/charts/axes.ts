import { scaleLinear, scaleLog } from 'd3-scale'
import { axisOf, logAxis, type Axis } from './scales.ts'
import { roomyTicks, timeTicks } from './ticks.ts'
import { perSecond, duration } from '../words/numbers.ts'
import { commonPercentiles, probabilityOf } from '../../concepts/metrics.ts'

/** An axis of percentiles that gives each decade of the tail the same room: x = -log10(1 - p). */
export interface PercentileAxis extends Axis {
  probabilities: number[] // close enough for smooth curves, p50, p95 and p99 among them
  thinFrom: number // part of the axis from where the smallest round has fewer than 10 responses beyond
}

/** The percentiles that have marks. */
export const markedPercentiles = commonPercentiles.map((metric) => ({ metric, probability: probabilityOf(metric) }))

const percentileNames = new Map([[0, 'min'], [0.5, 'p50'], [0.75, 'p75'], [0.9, 'p90'], [0.95, 'p95'], [0.99, 'p99'], [0.999, 'p99.9']])

/** Decades of the tail: p99 always has its place, and p99.9 is the last, as far as quantiles are known exactly. */
const [shortest, longest] = [2.05, 3]
const steps = 120

/** @param counts responses that count in each round, at least one */
export function percentileAxis(counts: readonly number[]): PercentileAxis {
  const end = Math.min(longest, Math.max(shortest, Math.log10(Math.max(...counts))))
  const part = (probability: number) => Math.min(1, tailOf(probability) / end)
  const named = [...percentileNames.keys()].filter((probability) => tailOf(probability) <= end)
  const smooth = Array.from({ length: steps + 1 }, (_, i) => 1 - 10 ** (-end * (i / steps)))
  return {
    ...axisOf(part, named, (probability) => String(percentileNames.get(probability))),
    probabilities: [...smooth, ...markedPercentiles.map(({ probability }) => probability)].sort((a, b) => a - b),
    thinFrom: Math.min(1, Math.max(0, Math.log10(Math.min(...counts) / 10)) / end)
  }
}

/** Rounded, so that p99.9 is exactly three decades. */
function tailOf(probability: number) {
  return Number((-Math.log10(1 - probability)).toFixed(9))
}

/** A logarithmic axis of speedups, 1 among its ticks: twice as fast is as far from 1 as half as fast. */
export type SpeedupAxis = Axis

/**
 * @param speedups all that the axis must hold; it holds 1, too
 * @param room least part of the axis on either side of 1
 */
export function speedupAxis(speedups: readonly number[], room: number = 0): SpeedupAxis {
  const logs = speedups.filter((speedup) => speedup > 0 && Number.isFinite(speedup)).map(Math.log)
  const [least, most] = [Math.min(0, ...logs), Math.max(0, ...logs)]
  // Marks keep clear of the edges, also where nothing differs.
  const padding = Math.max(0.06 * (most - least), 0.04)
  const share = room / (1 - room)
  const low = Math.exp(Math.min(least - padding, -share * (most + padding)))
  const high = Math.exp(Math.max(most + padding, -share * (least - padding)))
  return logAxis(low, high, speedupLabel)
}

function speedupLabel(speedup: number) {
  const isFar = speedup >= 1e5 || speedup <= 1e-5
  return `${isFar ? speedup.toExponential().replace('+', '') : speedup}x`
}

const widestLinear = 20 // where the largest load is so many times the least, the small ones would be a heap on a linear axis
const margin = 0.06 // on either side of all loads, part of the axis

/** An axis of offered loads in requests per second, least first, with a tick at each that has room. */
export function loadAxis(loads: readonly number[]): Axis {
  const [least, most] = [Math.min(...loads), Math.max(...loads)]
  const scale = least > 0 && most > widestLinear * least ? scaleLog() : scaleLinear()
  const within = scale.domain(least === most ? [least / 2, 1.5 * most] : [least, most]).range([margin, 1 - margin])
  return measuredAxis((load) => Math.min(1, Math.max(0, within(load))), loads, (load) => `${perSecond(load)}/s`)
}

/** A linear axis of numbers of workers that begins with none, so that twice as many are twice as far from its origin. */
export interface WorkersAxis extends Axis {
  most: number // workers on it
}

/** @param measured fewest first */
export function workersAxis(measured: readonly number[]): WorkersAxis {
  const most = Math.max(1, ...measured) * (1 + margin)
  return { most, ...measuredAxis((workers) => workers / most, measured, String) }
}

function measuredAxis(...axis: Parameters<typeof axisOf>): Axis {
  const { part, ticks } = axisOf(...axis)
  return { part, ticks: roomyTicks(ticks) }
}

/** @param end in seconds; the axis begins at 0 */
export function timeAxis(end: number): Axis {
  const values = end < 2 ? scaleLinear().domain([0, end]).ticks(4) : timeTicks(end)
  return axisOf((seconds) => seconds / end, values, end >= 120 ? clock : (seconds) => `${seconds} s`)
}

/** Such as "2:05" or "1:02:05", of whole seconds. */
export function clock(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours === 0 ? `${minutes}:${two(rest)}` : `${hours}:${two(minutes)}:${two(rest)}`
}

/** With a digit more where it is short. */
export function timeSpan(seconds: number): string {
  if (seconds >= 9.95) return duration(seconds)
  return `${seconds < 1 ? Number(seconds.toPrecision(2)) : seconds.toFixed(1)} s`
}
