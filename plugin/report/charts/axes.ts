import { scaleLog, scaleLinear } from 'd3-scale'
import { logTicks, roomyTicks } from './scales.ts'
import { perSecond, duration } from '../words/numbers.ts'
import { percentiles, probabilityOf } from '../../concepts/metrics.ts'

/** An axis of percentiles that gives each decade of the tail the same room: x = -log10(1 - p). */
export interface PercentileAxis {
  part: (probability: number) => number // of the axis, from 0 to 1
  /** isMinor: to be left out where there is little room */
  ticks: { probability: number, part: number, label: string, isMinor: boolean }[]
  probabilities: number[] // close enough for smooth curves, p50, p95 and p99 among them
  thinFrom: number // part of the axis from where the smallest round has fewer than 10 responses beyond
}

/** The percentiles that have marks, estimates and thresholds. */
export const markedPercentiles = percentiles.map((metric) => ({ metric, probability: probabilityOf(metric) }))

const ticks = [
  { probability: 0, label: 'min', isMinor: true },
  { probability: 0.5, label: 'p50', isMinor: false },
  { probability: 0.75, label: 'p75', isMinor: true },
  { probability: 0.9, label: 'p90', isMinor: true },
  { probability: 0.95, label: 'p95', isMinor: false },
  { probability: 0.99, label: 'p99', isMinor: false },
  { probability: 0.999, label: 'p99.9', isMinor: false }
]

/** Decades of the tail: p99 always has its place, and p99.9 is the last, as far as quantiles are known exactly. */
const [shortest, longest] = [2.05, 3]
const steps = 120

/** @param counts responses that count in each round, at least one */
export function percentileAxis(counts: readonly number[]): PercentileAxis {
  const end = Math.min(longest, Math.max(shortest, Math.log10(Math.max(...counts))))
  const part = (probability: number) => Math.min(1, tailOf(probability) / end)
  const smooth = Array.from({ length: steps + 1 }, (_, i) => 1 - 10 ** (-end * (i / steps)))
  return {
    part,
    ticks: ticks.filter(({ probability }) => tailOf(probability) <= end).map((tick) => ({ ...tick, part: part(tick.probability) })),
    probabilities: [...smooth, ...markedPercentiles.map(({ probability }) => probability)].sort((a, b) => a - b),
    thinFrom: Math.min(1, Math.max(0, Math.log10(Math.min(...counts) / 10)) / end)
  }
}

function tailOf(probability: number) {
  // Rounded, so that p99.9 is exactly three decades.
  return Number((-Math.log10(1 - probability)).toFixed(9))
}

/** A logarithmic axis of speedups: twice as fast is as far from 1 as half as fast. */
export interface SpeedupAxis {
  /** of the axis, from 0 to 1 for all that it was to hold; 0 and infinity, which it can't, are at its ends */
  part: (speedup: number) => number
  ticks: { speedup: number, part: number, label: string }[] // 1 among them
}

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
  const scale = scaleLog().domain([low, high])
  const part = (speedup: number) => (speedup > 0 && Number.isFinite(speedup) ? scale(speedup) : Number(speedup > 1))
  return { part, ticks: logTicks(low, high).map((speedup) => ({ speedup, part: part(speedup), label: labelOf(speedup) })) }
}

/** @param speedup a round number */
function labelOf(speedup: number) {
  const isFar = speedup >= 1e5 || speedup <= 1e-5
  return `${isFar ? speedup.toExponential().replace('+', '') : speedup}x`
}

/** An axis of offered loads. */
export interface LoadAxis {
  part: (perSecond: number) => number // of the axis, from 0 to 1
  ticks: { part: number, label: string }[] // loads that were measured, in requests per second
}

/** Where the largest load is so many times the least, the small ones would be a heap on a linear axis. */
const widestLinear = 20
/** On either side of all loads, part of the axis. */
const margin = 0.06

/** @param loads requests per second, least first */
export function loadAxis(loads: readonly number[]): LoadAxis {
  const [least, most] = [Math.min(...loads), Math.max(...loads)]
  const scale = least > 0 && most > widestLinear * least ? scaleLog() : scaleLinear()
  const within = scale.domain(least === most ? [least / 2, 1.5 * most] : [least, most]).range([margin, 1 - margin])
  const part = (load: number) => Math.min(1, Math.max(0, within(load)))
  return { part, ticks: roomyTicks(loads.map((load) => ({ part: part(load), label: `${perSecond(load)}/s` }))) }
}

/** A linear axis of numbers of workers that begins with none, so that twice as many are twice as far from its origin. */
export interface WorkersAxis {
  most: number // workers on it
  part: (workers: number) => number // of the axis, from 0 to 1
  ticks: { part: number, label: string }[] // numbers that were measured
}

/** @param measured numbers of workers, fewest first */
export function workersAxis(measured: readonly number[]): WorkersAxis {
  const most = Math.max(1, ...measured) * (1 + margin)
  const part = (workers: number) => workers / most
  return { most, part, ticks: roomyTicks(measured.map((workers) => ({ part: part(workers), label: String(workers) }))) }
}

/** As people count time: in fives, quarters and halves of minutes and hours. */
const secondSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400]

/**
 * @param seconds the end of an axis that begins at 0
 * @param most ticks, besides the one at 0
 * @returns part of the axis' length
 */
export function timeTicks(seconds: number, most: number = 6): { part: number, label: string }[] {
  const write = seconds >= 120 ? clock : (value: number) => `${value} s`
  return tickSeconds(seconds, most).map((value) => ({ part: value / seconds, label: write(value) }))
}

function tickSeconds(seconds: number, most: number) {
  if (seconds < 2) return scaleLinear().domain([0, seconds]).ticks(most / 1.5)
  const step = secondSteps.find((one) => seconds / one <= most) ?? 86_400 * Math.ceil(seconds / most / 86_400)
  return Array.from({ length: Math.floor(seconds / step) + 1 }, (_, i) => i * step)
}

/**
 * @param seconds whole ones
 * @returns such as "2:05" or "1:02:05"
 */
export function clock(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours === 0 ? `${minutes}:${two(rest)}` : `${hours}:${two(minutes)}:${two(rest)}`
}

/** @returns with a digit more where it is short */
export function timeSpan(seconds: number): string {
  if (seconds >= 9.95) return duration(seconds)
  return `${seconds < 1 ? Number(seconds.toPrecision(2)) : seconds.toFixed(1)} s`
}
