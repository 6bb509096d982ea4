import { area, line } from 'd3-shape'
import { curveWidth, type Height } from './plot.ts'
import type { RunDetail, UtilizationPoint, TimeBin } from '../../concepts/report-data.ts'

/** What a value did: its middle, and between what it lay. */
type Band = Record<'low' | 'middle' | 'high', number>

export interface Step {
  from: number // part of the plot's width, from 0 to 1
  to: number
  value: Band | null // null: nothing is known
}

/** A path for `curves` from low to high; empty where nothing is known. */
export function bandPath(steps: readonly Step[], y: Height): string {
  const draw = area<Point>(({ x }) => x, ({ value }) => y(value.low), ({ value }) => y(value.high))
  return draw.defined(({ isKnown }) => isKnown).digits(1)(pointsOf(steps)) ?? ''
}

/** A path for `curves`; empty where nothing is known. */
export function linePath(steps: readonly Step[], y: Height, level: keyof Band = 'middle'): string {
  const draw = line<Point>(({ x }) => x, ({ value }) => y(value[level]))
  return draw.defined(({ isKnown }) => isKnown).digits(1)(pointsOf(steps)) ?? ''
}

type Point = { x: number, value: Band, isKnown: boolean }

const unknown = { low: NaN, middle: NaN, high: NaN }

/** The middles of steps; of one without neighbours its beginning and its end, so that it can be seen. */
function pointsOf(steps: readonly Step[]): Point[] {
  return steps.flatMap(({ from, to, value }, i) => {
    const isAlone = !steps[i - 1]?.value && !steps[i + 1]?.value
    const parts = isAlone ? [from, to] : [(from + to) / 2]
    return parts.map((part) => ({ x: stretched(part), value: value ?? unknown, isKnown: value !== null }))
  })
}

/** The coordinates of `curves` are finer than any screen. */
function stretched(part: number): number {
  return Math.round(curveWidth * part)
}

/** A part of a row, with its ends as parts of the width. */
export type Cell = { row: number, from: number, to: number }

/** Neighbours in one, row by row. */
export function joined(cells: readonly Cell[]): Cell[] {
  const found: Cell[] = []
  for (const { row, from, to } of cells.toSorted((a, b) => a.row - b.row || a.from - b.from)) {
    const last = found.at(-1)
    if (last?.row === row && last.to === from) last.to = to
    else found.push({ row, from, to })
  }
  return found
}

/** A path for `curves` along the middles of rows. A stroke as high as a row costs half of a filled path's bytes. */
export function rowsPath(cells: readonly Cell[], y: (row: number) => string): string {
  return joined(cells).map(({ row, from, to }) => `M${stretched(from)} ${y(row)}h${stretched(to) - stretched(from)}`).join('')
}

/** More lines than these hide each other. */
export const mostLines = 4

/** How busy the workers of a run were: each that told, or, where they are many, the band in which they all are. */
export function workerSteps(detail: RunDetail, run: { seconds: number, most: number }): Step[][] {
  const known = knownLoops(detail)
  return isBand(detail) ? [utilizationSteps(known, run)] : known.map((points) => utilizationSteps([points], run))
}

/** Whether too many workers told for a line each. */
export function isBand(detail: RunDetail): boolean {
  return knownLoops(detail).length > mostLines
}

function knownLoops({ workers }: RunDetail) {
  return workers.map(({ utilization }) => utilization).filter((points) => points.length > 0)
}

/**
 * The mean utilization in equal steps of a run's time, of which there are no more than points: the median event loop
 * between the least and the most busy.
 */
export function utilizationSteps(loops: readonly UtilizationPoint[][], { seconds, most }: { seconds: number, most: number }): Step[] {
  const count = Math.min(most, Math.max(...loops.map((points) => points.length)))
  return Array.from({ length: count }, (_, i) => {
    const [from, to] = [i / count, (i + 1) / count]
    const values = loops.flatMap((points) => meanOver(points, from * seconds, to * seconds) ?? []).sort((a, b) => a - b)
    const [low, middle, high] = [values[0], values[values.length >> 1], values[values.length - 1]]
    return { from, to, value: values.length === 0 ? null : { low, middle, high } }
  })
}

/** The mean utilization in that time; null: no point tells of it. */
function meanOver(points: readonly UtilizationPoint[], fromSeconds: number, toSeconds: number): number | null {
  let [covered, busy] = [0, 0]
  points.forEach(({ seconds, utilization }, i) => {
    const since = points[i - 1]?.seconds ?? 0
    const overlap = Math.max(0, Math.min(seconds, toSeconds) - Math.max(since, fromSeconds))
    covered += overlap
    busy += overlap * Math.min(1, Math.max(0, utilization))
  })
  return covered === 0 ? null : busy / covered
}

/** p50 between p5 and p95, in ms, for a run that took so many seconds. */
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
  const mean = (percentile: 'p5' | 'p50' | 'p95') =>
    known.reduce((sum, { requests, latencyMs }) => sum + requests * latencyMs[percentile], 0) / total(known, 'requests')
  return {
    fromSeconds: bins[0].fromSeconds,
    toSeconds: bins[bins.length - 1].toSeconds,
    requests: total(bins, 'requests'),
    failures: total(bins, 'failures'),
    latencyMs: known.length === 0 ? null : { p5: mean('p5'), p50: mean('p50'), p95: mean('p95') }
  }
}

export function total<Key extends string>(bins: readonly Record<Key, number>[], key: Key): number {
  return bins.reduce((sum, bin) => sum + bin[key], 0)
}
