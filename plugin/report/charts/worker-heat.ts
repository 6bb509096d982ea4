import { counted } from '../../concepts/wording.ts'
import type { Markup } from '../markup.ts'
import { milliseconds } from '../words/numbers.ts'
import { muted, type Look } from '../palette.ts'
import { extentOf, type Extent } from './scales.ts'
import { axisHeight, curves, draw, plot, short } from './plot.ts'
import { ticksAcross } from './draw-axes.ts'
import { rowOf } from './worker-shares.ts'
import { rowsPath, type Cell } from './steps.ts'
import { timeAxis, timeSpan } from './axes.ts'
import { loadSecondsOf } from './timeline.ts'
import type { RunDetail } from '../../concepts/report-data.ts'

/** A step of a worker's time. */
interface HeatCell extends Cell {
  level: number // strength, from 1
  p95: number // in ms
}

const levels = 6
const leastRatio = 2 // a smaller difference between the fastest and the slowest is not blown up to all strengths
const mostWithTitles = 8 // of more workers, cells have no titles of their own, so that the page stays small

/**
 * The p95 of each worker over the time of a run: the stronger, the slower; blank where it gave no response. Null: no
 * worker gave any.
 */
export function workerHeat(detail: RunDetail, { colour }: Look): Markup | null {
  const rows = detail.cloud?.workerP95Ms ?? []
  const extent = heatExtent(detail)
  if (extent === null) return null
  const { rowPx, barPx } = rowOf(rows.length)
  const bottom = rows.length * rowPx
  const seconds = loadSecondsOf(detail)
  const byLevel = [...Map.groupBy(cellsOf(rows, extent), ({ level }) => level)].sort(([a], [b]) => a - b)
  const path = (cells: HeatCell[], title: string) =>
    draw('path', { d: rowsPath(cells, (row) => short((row + 0.5) * rowPx)) }, draw('title', {}, title))
  return plot({ height: bottom + axisHeight, label: labelOf(detail, { extent, seconds }), className: 'heat' }, [
    ...rows.map((_, i) => draw('text', { x: -6, y: short((i + 0.5) * rowPx + 4), 'text-anchor': 'end', fill: muted }, i + 1)),
    curves(bottom, byLevel.map(([level, cells]) => {
      const strength = short(0.12 + (0.8 * (level - 1)) / (levels - 1))
      const describeLevel = rangeOf(extentOf(cells.map(({ p95 }) => p95)) ?? extent)
      const paths = rows.length <= mostWithTitles ? cells.map((cell) => path([cell], describe(cell, seconds))) : path(cells, describeLevel)
      return draw('g', { stroke: colour, 'stroke-opacity': strength, 'stroke-width': barPx + 2, 'shape-rendering': 'crispEdges' }, paths)
    })),
    ...ticksAcross(timeAxis(seconds).ticks, bottom)
  ])
}

/** Of the p95 of all its workers, in ms; null: there is none. */
export function heatExtent({ cloud }: RunDetail): Extent | null {
  return extentOf((cloud?.workerP95Ms ?? []).flatMap((row) => row.flatMap((p95) => p95 ?? [])))
}

function cellsOf(rows: readonly (readonly (number | null)[])[], { min, max }: Extent): HeatCell[] {
  const ratio = Math.log(Math.max(leastRatio, max / min))
  return rows.flatMap((row, i) =>
    row.flatMap((p95, step) => {
      if (p95 === null) return []
      const level = Math.min(levels, 1 + Math.floor((levels * Math.log(p95 / min)) / ratio))
      return [{ row: i, from: step / row.length, to: (step + 1) / row.length, level, p95 }]
    })
  )
}

function describe({ row, from, p95 }: HeatCell, seconds: number) {
  return `Worker ${row + 1} at ${timeSpan(from * seconds)}: ${milliseconds(p95)} ms`
}

function rangeOf({ min, max }: Extent) {
  return `${milliseconds(min)} ms to ${milliseconds(max)} ms`
}

function labelOf({ run, cloud }: RunDetail, { extent, seconds }: { extent: Extent, seconds: number }) {
  const rows = cloud?.workerP95Ms ?? []
  const slowest = 1 + rows.findIndex((row) => row.includes(extent.max))
  const workers = `${counted(rows.length, 'worker')} over ${timeSpan(seconds)} of ${run.variant}, round ${run.round}`
  return `p95 of ${workers}: from ${rangeOf(extent)} (worker ${slowest}).`
}
