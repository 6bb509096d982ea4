import { counted } from '../../concepts/wording.ts'
import { milliseconds } from '../words/numbers.ts'
import { muted, type Look } from '../palette.ts'
import { extentOf, timeAxis, timeSpan, type Extent } from './axes.ts'
import { axisHeight, curves, draw, plot, short, ticksAcross } from './plot.ts'
import { rowOf } from './worker-shares.ts'
import { rowsPath } from './steps.ts'
import { loadSecondsOf } from './timeline.ts'
import type { Markup } from '../markup.ts'
import type { RunDetail } from '../../concepts/report-data.ts'

const levels = 6
const leastRatio = 2 // a smaller difference between the fastest and the slowest is not blown up to all strengths
const mostWithTitles = 8 // of more workers, cells have no titles of their own, so that the page stays small

/** The p95 of each worker over the time of a run: the stronger, the slower; blank where it gave no response. Null: no worker gave any. */
export function workerHeat(detail: RunDetail, { colour }: Look): Markup | null {
  const { run, cloud } = detail
  const rows = cloud?.workerP95Ms ?? []
  const extent = heatExtent(detail)
  if (extent === null) return null
  const { rowPx, barPx } = rowOf(rows.length)
  const bottom = rows.length * rowPx
  const seconds = loadSecondsOf(detail)
  const path = (cells: HeatCell[], title: string) =>
    draw('path', { d: rowsPath(cells, (row) => short((row + 0.5) * rowPx)) }, draw('title', {}, title))
  const pathsOf = (cells: HeatCell[]) => {
    if (rows.length > mostWithTitles) return path(cells, rangeOf(extentOf(cells.map(({ p95 }) => p95)) ?? extent))
    return cells.map((cell) => path([cell], `Worker ${cell.row + 1} at ${timeSpan(cell.from * seconds)}: ${milliseconds(cell.p95)} ms`))
  }
  const workers = `${counted(rows.length, 'worker')} over ${timeSpan(seconds)} of ${run.variant}, round ${run.round}`
  const slowest = 1 + rows.findIndex((row) => row.includes(extent.max))
  const label = `p95 of ${workers}: from ${rangeOf(extent)} (worker ${slowest}).`
  const byLevel = [...Map.groupBy(cellsOf(rows, extent), ({ level }) => level)].sort(([a], [b]) => a - b)
  return plot({ height: bottom + axisHeight, label, className: 'heat' }, [
    ...rows.map((_, i) => draw('text', { x: -6, y: short((i + 0.5) * rowPx + 4), 'text-anchor': 'end', fill: muted }, i + 1)),
    curves(bottom, byLevel.map(([level, cells]) => {
      const strength = short(0.12 + (0.8 * (level - 1)) / (levels - 1))
      const stroke = { stroke: colour, 'stroke-opacity': strength, 'stroke-width': barPx + 2, 'shape-rendering': 'crispEdges' }
      return draw('g', stroke, pathsOf(cells))
    })),
    ...ticksAcross(timeAxis(seconds).ticks, bottom)
  ])
}

/** Of the p95 of all its workers, in ms; null: there is none. */
export function heatExtent({ cloud }: RunDetail): Extent | null {
  return extentOf((cloud?.workerP95Ms ?? []).flat().filter((p95) => p95 !== null))
}

type HeatCell = ReturnType<typeof cellsOf>[number]

/** Steps of the workers' time; level: strength, from 1; p95 in ms. */
function cellsOf(rows: readonly (readonly (number | null)[])[], { min, max }: Extent) {
  const ratio = Math.log(Math.max(leastRatio, max / min))
  return rows.flatMap((row, i) => row.flatMap((p95, step) => {
    if (p95 === null) return []
    const level = Math.min(levels, 1 + Math.floor((levels * Math.log(p95 / min)) / ratio))
    return [{ row: i, from: step / row.length, to: (step + 1) / row.length, level, p95 }]
  }))
}

function rangeOf({ min, max }: Extent) {
  return `${milliseconds(min)} ms to ${milliseconds(max)} ms`
}
