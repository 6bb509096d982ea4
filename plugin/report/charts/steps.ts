import { area, line, type Area, type Line } from 'd3-shape'
import { curveWidth } from './plot.ts'
import type { RunDetail, UtilizationPoint, TimeBin } from '../../concepts/report-data.ts'

/** What a value did in a part of a plot's width: its middle, and between what it lay. */
interface Band {
  low: number
  middle: number
  high: number
}

export interface Step {
  from: number // part of the width, from 0 to 1
  to: number
  value: Band | null // null: nothing is known
}

type Point = { x: number, value: Band }

/** @returns a path for `curves` from low to high; empty where nothing is known */
export function bandPath(steps: readonly Step[], y: (value: number) => number): string {
  const draw = (area() as Area<Point>)
    .x(({ x }) => x)
    .y0(({ value }) => y(value.low))
    .y1(({ value }) => y(value.high))
    .digits(1)
  return piecesOf(steps).map((piece) => draw(piece)).join('')
}

/** @returns a path for `curves`; empty where nothing is known */
export function linePath(steps: readonly Step[], y: (value: number) => number, of: keyof Band = 'middle'): string {
  const draw = (line() as Line<Point>)
    .x(({ x }) => x)
    .y(({ value }) => y(value[of]))
    .digits(1)
  return piecesOf(steps).map((piece) => draw(piece)).join('')
}

/** The middles of steps that follow on each other; a single one from its beginning to its end, so that it can be seen. */
function piecesOf(steps: readonly Step[]): Point[][] {
  const pieces: Point[][] = []
  steps.forEach(({ from, to, value }, i) => {
    if (value === null) return
    const [before, after] = [steps[i - 1]?.value ?? null, steps[i + 1]?.value ?? null]
    if (before === null) pieces.push([])
    const ends = before === null && after === null ? [from, to] : [(from + to) / 2]
    pieces[pieces.length - 1].push(...ends.map((part) => ({ x: across(part), value })))
  })
  return pieces
}

/** @returns a coordinate of `curves`, which are finer than any screen */
function across(part: number): number {
  return Math.round(curveWidth * part)
}

/** More lines than these hide each other. */
export const mostLines = 4

/**
 * How busy the workers of a run were: a line for each, or, where they are many, the band in which they all are.
 *
 * @param run most: steps
 * @returns empty where no worker told
 */
export function workerSteps(detail: RunDetail, run: { seconds: number, most: number }): Step[][] {
  const told = toldBy(detail)
  return isBand(detail) ? [utilizationSteps(told, run)] : told.map((points) => utilizationSteps([points], run))
}

/** @returns too many workers told for a line each */
export function isBand(detail: RunDetail): boolean {
  return toldBy(detail).length > mostLines
}

function toldBy({ workers }: RunDetail) {
  return workers.flatMap(({ utilization }) => (utilization.length > 0 ? [utilization] : []))
}

/**
 * The mean utilization in equal steps of a run's time, of which there are no more than points.
 *
 * @param all of one event loop or of several
 * @returns the median loop between the least and the most busy
 */
export function utilizationSteps(all: readonly UtilizationPoint[][], { seconds, most }: { seconds: number, most: number }): Step[] {
  const count = Math.min(most, Math.max(...all.map((points) => points.length)))
  return Array.from({ length: count }, (_, i) => {
    const [from, to] = [i / count, (i + 1) / count]
    const values = all.flatMap((points) => meanOver(points, from * seconds, to * seconds) ?? []).sort((a, b) => a - b)
    return { from, to, value: values.length === 0 ? null : { low: values[0], middle: values[values.length >> 1], high: values[values.length - 1] } }
  })
}

/** @returns null: no point tells of that time */
function meanOver(points: readonly UtilizationPoint[], fromSeconds: number, toSeconds: number): number | null {
  let covered = 0
  let busy = 0
  points.forEach(({ seconds, utilization }, i) => {
    const since = points[i - 1]?.seconds ?? 0
    const overlap = Math.min(seconds, toSeconds) - Math.max(since, fromSeconds)
    if (overlap <= 0) return
    covered += overlap
    busy += overlap * Math.min(1, Math.max(0, utilization))
  })
  return covered === 0 ? null : busy / covered
}

/**
 * @param seconds of their run
 * @returns p50 between p5 and p95, in ms
 */
export function stepsOf(bins: readonly TimeBin[], seconds: number): Step[] {
  return bins.map(({ fromSeconds, toSeconds, latencyMs }) => {
    const value = latencyMs === null ? null : { low: latencyMs.p5, middle: latencyMs.p50, high: latencyMs.p95 }
    return { from: Math.min(1, fromSeconds / seconds), to: Math.min(1, toSeconds / seconds), value }
  })
}

/** Neighbours in one where there are more than can be told apart: the mean of their percentiles, weighted by requests. */
export function coarser(bins: readonly TimeBin[], most: number): readonly TimeBin[] {
  const together = Math.ceil(bins.length / most)
  if (together <= 1) return bins
  return Array.from({ length: Math.ceil(bins.length / together) }, (_, i) => merge(bins.slice(i * together, (i + 1) * together)))
}

function merge(bins: readonly TimeBin[]): TimeBin {
  const known = bins.flatMap(({ requests, latencyMs }) => (latencyMs === null ? [] : [{ requests, latencyMs }]))
  const mean = (of: 'p5' | 'p50' | 'p95') =>
    known.reduce((total, { requests, latencyMs }) => total + requests * latencyMs[of], 0) / total(known, 'requests')
  return {
    fromSeconds: bins[0].fromSeconds,
    toSeconds: bins[bins.length - 1].toSeconds,
    requests: total(bins, 'requests'),
    failures: total(bins, 'failures'),
    latencyMs: known.length === 0 ? null : { p5: mean('p5'), p50: mean('p50'), p95: mean('p95') }
  }
}

export function total<Key extends string>(bins: readonly Record<Key, number>[], of: Key): number {
  return bins.reduce((sum, bin) => sum + bin[of], 0)
}
