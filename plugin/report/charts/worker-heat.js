import { counted } from '../../wording.js'
import { markup } from '../markup.js'
import { milliseconds } from '../numbers.js'
import { muted } from '../palette.js'
import { extentOf } from './extent.js'
import { curves, curveWidth, plot, short, ticksAcross } from './plot.js'
import { rowOf } from './share-bars.js'
import { timeSpan, timeTicks } from './time-axis.js'
import { loadSecondsOf } from './timeline.js'
/**
 * @import { Markup } from '../markup.js'
 * @import { Look } from '../palette.js'
 * @import { Extent } from './extent.js'
 * @import { RunDetail } from '../../vocabulary.js'
 *
 * @typedef {object} Cell a step of a worker's time, or several alike
 * @property {number} row the worker's index
 * @property {number} from part of the width
 * @property {number} to
 * @property {number} level strength, from 1
 * @property {number} p95 in ms
 */

const levels = 6
/** A smaller difference between the fastest and the slowest is not blown up to all strengths. */
const leastRatio = 2
/** Of more workers, cells have no titles of their own, so that the page stays small. */
const mostWithTitles = 8

/**
 * The p95 of each worker over the time of a run: the stronger, the slower; blank where it gave no response.
 *
 * @param {RunDetail} detail
 * @param {Look} look of its variant
 * @returns {Markup | null} null: no worker gave any
 */
export function workerHeat(detail, { colour }) {
  const rows = detail.cloud?.workerP95Ms ?? []
  const extent = heatExtent(detail)
  if (extent === null) return null
  const { rowPx, barPx } = rowOf(rows.length)
  const bottom = rows.length * rowPx
  const seconds = loadSecondsOf(detail)
  const byLevel = Map.groupBy(cellsOf(rows, extent), ({ level }) => level)
  const y = (/** @type {number} */ row) => short((row + 0.5) * rowPx)
  return plot({ height: bottom + 20, label: labelOf(detail, { extent, seconds }), className: 'heat' }, [
    ...rows.map((_, i) => markup`<text x="-6" y="${short((i + 0.5) * rowPx + 4)}" text-anchor="end" fill="${muted}">${i + 1}</text>`),
    curves(bottom, [...byLevel].sort(([a], [b]) => a - b).map(([level, cells]) => {
      const paths = rows.length <= mostWithTitles ? cells.map((cell) => path([cell], { y, title: describe(cell, seconds) })) : path(merged(cells), { y, title: describeLevel(cells) })
      return markup`<g stroke="${colour}" stroke-opacity="${short(0.12 + (0.8 * (level - 1)) / (levels - 1))}" stroke-width="${barPx + 2}" shape-rendering="crispEdges">${paths}</g>`
    })),
    ...ticksAcross(timeTicks(seconds), bottom)
  ])
}

/**
 * @param {RunDetail} detail
 * @returns {Extent | null} of the p95 of all its workers, in ms; null: there is none
 */
export function heatExtent({ cloud }) {
  return extentOf((cloud?.workerP95Ms ?? []).flatMap((row) => row.flatMap((p95) => p95 ?? [])))
}

/**
 * @param {readonly (readonly (number | null)[])[]} rows
 * @param {Extent} extent
 * @returns {Cell[]} without blanks
 */
function cellsOf(rows, { min, max }) {
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
 * @param {readonly Cell[]} cells of one level, by rows
 * @returns {Cell[]} neighbours in one
 */
function merged(cells) {
  /** @type {Cell[]} */
  const runs = []
  for (const cell of cells) {
    const last = runs.at(-1)
    if (last?.row === cell.row && last.to === cell.from) last.to = cell.to
    else runs.push({ ...cell })
  }
  return runs
}

/**
 * @param {readonly Cell[]} cells
 * @param {{ y: (row: number) => string, title: string }} drawing
 * @returns {Markup}
 */
function path(cells, { y, title }) {
  const x = (/** @type {number} */ part) => Math.round(part * curveWidth)
  return markup`<path d="${cells.map(({ row, from, to }) => `M${x(from)} ${y(row)}h${x(to) - x(from)}`).join('')}"><title>${title}</title></path>`
}

/**
 * @param {Cell} cell
 * @param {number} seconds
 */
function describe({ row, from, p95 }, seconds) {
  return `Worker ${row + 1} at ${timeSpan(from * seconds)}: ${milliseconds(p95)} ms`
}

/** @param {readonly Cell[]} cells of one level */
function describeLevel(cells) {
  const extent = extentOf(cells.map(({ p95 }) => p95))
  return `${milliseconds(extent?.min ?? 0)} ms to ${milliseconds(extent?.max ?? 0)} ms`
}

/**
 * @param {RunDetail} detail
 * @param {{ extent: Extent, seconds: number }} seen
 */
function labelOf({ run, cloud }, { extent, seconds }) {
  const rows = cloud?.workerP95Ms ?? []
  const slowest = rows.findIndex((row) => row.includes(extent.max))
  return `p95 of ${counted(rows.length, 'worker')} over ${timeSpan(seconds)} of ${run.variant}, round ${run.round}: from ${milliseconds(extent.min)} ms to ${milliseconds(extent.max)} ms (worker ${slowest + 1}).`
}
