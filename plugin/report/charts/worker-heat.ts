import { counted } from '../../concepts/wording.ts'
import { markup, type Markup } from '../markup.ts'
import { milliseconds } from '../words/numbers.ts'
import { muted, type Look } from '../palette.ts'
import { extentOf, type Extent } from './scales.ts'
import { curves, curveWidth, plot, short, ticksAcross } from './plot.ts'
import { rowOf } from './worker-shares.ts'
import { timeSpan, timeTicks } from './axes.ts'
import { loadSecondsOf } from './timeline.ts'
import type { RunDetail } from '../../concepts/report-data.ts'

/** a step of a worker's time, or several alike */
interface Cell {
  row: number // the worker's index
  from: number // part of the width
  to: number
  level: number // strength, from 1
  p95: number // in ms
}

const levels = 6
/** A smaller difference between the fastest and the slowest is not blown up to all strengths. */
const leastRatio = 2
/** Of more workers, cells have no titles of their own, so that the page stays small. */
const mostWithTitles = 8

/**
 * The p95 of each worker over the time of a run: the stronger, the slower; blank where it gave no response.
 *
 * @param look of its variant
 * @returns null: no worker gave any
 */
export function workerHeat(detail: RunDetail, { colour }: Look): Markup | null {
  const rows = detail.cloud?.workerP95Ms ?? []
  const extent = heatExtent(detail)
  if (extent === null) return null
  const { rowPx, barPx } = rowOf(rows.length)
  const bottom = rows.length * rowPx
  const seconds = loadSecondsOf(detail)
  const byLevel = Map.groupBy(cellsOf(rows, extent), ({ level }) => level)
  const y = (row: number) => short((row + 0.5) * rowPx)
  return plot({ height: bottom + 20, label: labelOf(detail, { extent, seconds }), className: 'heat' }, [
    ...rows.map((_, i) => markup`<text x="-6" y="${short((i + 0.5) * rowPx + 4)}" text-anchor="end" fill="${muted}">${i + 1}</text>`),
    curves(bottom, [...byLevel].sort(([a], [b]) => a - b).map(([level, cells]) => {
      const paths = rows.length <= mostWithTitles ? cells.map((cell) => path([cell], { y, title: describe(cell, seconds) })) : path(merged(cells), { y, title: describeLevel(cells) })
      return markup`<g stroke="${colour}" stroke-opacity="${short(0.12 + (0.8 * (level - 1)) / (levels - 1))}" stroke-width="${barPx + 2}" shape-rendering="crispEdges">${paths}</g>`
    })),
    ...ticksAcross(timeTicks(seconds), bottom)
  ])
}

/** @returns of the p95 of all its workers, in ms; null: there is none */
export function heatExtent({ cloud }: RunDetail): Extent | null {
  return extentOf((cloud?.workerP95Ms ?? []).flatMap((row) => row.flatMap((p95) => p95 ?? [])))
}

/** @returns without blanks */
function cellsOf(rows: readonly (readonly (number | null)[])[], { min, max }: Extent): Cell[] {
  const ratio = Math.log(Math.max(leastRatio, max / min))
  return rows.flatMap((row, i) =>
    row.flatMap((p95, step) => {
      if (p95 === null) return []
      const level = Math.min(levels, 1 + Math.floor((levels * Math.log(p95 / min)) / ratio))
      return [{ row: i, from: step / row.length, to: (step + 1) / row.length, level, p95 }]
    })
  )
}

/**
 * @param cells of one level, by rows
 * @returns neighbours in one
 */
function merged(cells: readonly Cell[]): Cell[] {
  const runs: Cell[] = []
  for (const cell of cells) {
    const last = runs.at(-1)
    if (last?.row === cell.row && last.to === cell.from) last.to = cell.to
    else runs.push({ ...cell })
  }
  return runs
}

function path(cells: readonly Cell[], { y, title }: { y: (row: number) => string, title: string }): Markup {
  const x = (part: number) => Math.round(part * curveWidth)
  return markup`<path d="${cells.map(({ row, from, to }) => `M${x(from)} ${y(row)}h${x(to) - x(from)}`).join('')}"><title>${title}</title></path>`
}

function describe({ row, from, p95 }: Cell, seconds: number) {
  return `Worker ${row + 1} at ${timeSpan(from * seconds)}: ${milliseconds(p95)} ms`
}

/** @param cells of one level */
function describeLevel(cells: readonly Cell[]) {
  const extent = extentOf(cells.map(({ p95 }) => p95))
  return `${milliseconds(extent?.min ?? 0)} ms to ${milliseconds(extent?.max ?? 0)} ms`
}

function labelOf({ run, cloud }: RunDetail, { extent, seconds }: { extent: Extent, seconds: number }) {
  const rows = cloud?.workerP95Ms ?? []
  const slowest = rows.findIndex((row) => row.includes(extent.max))
  return `p95 of ${counted(rows.length, 'worker')} over ${timeSpan(seconds)} of ${run.variant}, round ${run.round}: from ${milliseconds(extent.min)} ms to ${milliseconds(extent.max)} ms (worker ${slowest + 1}).`
}
