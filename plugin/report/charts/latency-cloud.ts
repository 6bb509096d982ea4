import { markup, type Content, type Markup } from '../markup.ts'
import { grouped, groupedCount, milliseconds } from '../words/numbers.ts'
import { ink, muted, numberedLook, page, type Look } from '../palette.ts'
import { stepsOf, linePath, type Step } from './steps.ts'
import { extentOf, logLatencyAxis, type Extent, type LogLatencyAxis } from './scales.ts'
import { spreadLabels, curves, curveWidth, plot, short, ticksAcross, ticksDown } from './plot.ts'
import { timeSpan, timeTicks } from './axes.ts'
import { loadSecondsOf } from './timeline.ts'
import type { LatencyCloud, RunDetail } from '../../concepts/report-data.ts'

const [top, bottom] = [8, 198]
const height = bottom + 20

/**
 * The latencies of a run over its time, on a logarithmic axis: a dot for each response or the density of all, and the
 * lines of p50 and p95.
 *
 * @param drawing look of its variant; extent: of all panels
 */
export function latencyCloud(detail: RunDetail, { look, extent }: { look: Look, extent: Extent | null }): Markup {
  const axis = logLatencyAxis(extent, { top, bottom: bottom - 2 })
  const seconds = loadSecondsOf(detail)
  const steps = hasLines(detail) ? stepsOf(detail.bins, seconds) : []
  return plot({ height, label: labelOf(detail, seconds), className: 'cloud' }, [
    ...ticksDown(axis.ticks),
    curves(height, [...cloudPaths(detail, { axis, look, seconds }), ...linesOf(steps, axis)]),
    detail.counted === 0 && markup`<text x="50%" y="${(top + bottom) / 2}" text-anchor="middle" fill="${muted}">no response that counts</text>`,
    ...endLabels(steps, axis),
    markup`<line x1="0" x2="100%" y1="${bottom}" y2="${bottom}" stroke="${muted}"/>`,
    ...ticksAcross(timeTicks(seconds), bottom)
  ])
}

/** @returns of all that is drawn of them; null: nothing */
export function cloudExtent(details: readonly RunDetail[]): Extent | null {
  const ends = details.flatMap(({ cloud, bins }) => {
    const extents = [cloud?.dots && extentOf(cloud.dots.latencyMs), cloud?.density && densityExtent(cloud.density)]
    const lines = bins.flatMap(({ latencyMs }) => (latencyMs === null ? [] : [latencyMs.p50, latencyMs.p95]))
    return [...extents.flatMap((extent) => (extent ? [extent.min, extent.max] : [])), ...lines]
  })
  return extentOf(ends)
}

/** Percentiles of a handful of dots tell less than the dots, and would hide them. */
export function hasLines({ counted }: RunDetail) {
  return counted >= 20
}

/**
 * @param worker index into a run's workers, -1 where it is unknown
 * @param run look of its variant
 * @returns of its own where there is more than one, with another shape than its neighbours': dots this small are either
 *   round or square
 */
export function workerLook(worker: number, { workers, look }: { workers: number, look: Look }): Look {
  const shape = worker % 2 === 0 ? 'disc' : 'square'
  if (worker < 0) return { colour: muted, shape, dash: null }
  return { colour: workers > 1 ? numberedLook(worker).colour : look.colour, shape, dash: null }
}

function cloudPaths({ cloud, workers }: RunDetail, { axis, look, seconds }: { axis: LogLatencyAxis, look: Look, seconds: number }): Content[] {
  if (cloud?.dots) {
    return [...dotsByWorker(cloud.dots, { axis, seconds })].map(([worker, dots]) => {
      const { colour, shape } = workerLook(worker, { workers: workers.length, look })
      const title = `${worker < 0 ? 'Unknown worker' : `Worker ${worker + 1}, PID ${workers[worker].pid}`}: ${groupedCount(dots.length, 'response')}`
      return markup`<path d="${dots.join('')}" fill="none" stroke="${colour}" stroke-width="3" stroke-linecap="${shape === 'disc' ? 'round' : 'square'}" stroke-opacity="0.6" vector-effect="non-scaling-stroke"><title>${title}</title></path>`
    })
  }
  return cloud?.density ? densityPaths(cloud.density, { axis, colour: look.colour }) : []
}

/** @returns pieces of a path for each worker, by its index */
function dotsByWorker({ seconds, latencyMs, worker }: NonNullable<LatencyCloud['dots']>, { axis, seconds: end }: { axis: LogLatencyAxis, seconds: number }): Map<number, string[]> {
  const pieces = seconds.map((at, i) => {
    // A whole dot at the edges, too.
    const x = Math.round(Math.min(0.996, Math.max(0.004, at / end)) * curveWidth)
    // Half a pixel is as fine as screens are.
    return { worker: worker[i], path: `M${x} ${Math.round(2 * axis.y(latencyMs[i])) / 2}h0` }
  })
  const byWorker = Map.groupBy(pieces, (piece) => piece.worker)
  return new Map([...byWorker].sort(([a], [b]) => a - b).map(([index, of]) => [index, of.map(({ path }) => path)]))
}

/** @returns p50 solid, p95 dashed, on a pale ground that sets them off from the dots */
function linesOf(steps: readonly Step[], axis: LogLatencyAxis): Markup[] {
  if (steps.length === 0) return []
  const stroke = markup`fill="none" stroke-linejoin="round" vector-effect="non-scaling-stroke"`
  const [p50, p95] = [linePath(steps, axis.y), linePath(steps, axis.y, 'high')]
  return [
    markup`<path d="${p50}${p95}" ${stroke} stroke="${page}" stroke-width="4" stroke-opacity="0.7"/>`,
    markup`<path d="${p50}" ${stroke} stroke="${ink}" stroke-width="2"/>`,
    markup`<path d="${p95}" ${stroke} stroke="${ink}" stroke-width="1.5" stroke-dasharray="5 3"/>`
  ]
}

/** @returns at the right end of the lines, apart from each other */
function endLabels(steps: readonly Step[], axis: LogLatencyAxis): Markup[] {
  const last = steps.findLast(({ value }) => value !== null)?.value
  if (!last) return []
  const places = spreadLabels([axis.y(last.high), axis.y(last.middle)], { height: bottom, gap: 12 })
  return ['p95', 'p50'].map((name, i) => markup`<text x="100%" dx="5" y="${short(places[i] + 4)}" font-weight="600" fill="${ink}">${name}</text>`)
}

function labelOf({ run, cloud, counted }: RunDetail, seconds: number) {
  const shown = cloud?.dots ? 'a dot for each response' : 'the density of all responses'
  const found = run.latencyMs === null ? 'no response that counts' : `${shown} of ${grouped(counted)}: p50 ${milliseconds(run.latencyMs.p50)} ms, p95 ${milliseconds(run.latencyMs.p95)} ms, from ${milliseconds(run.latencyMs.min)} ms to ${milliseconds(run.latencyMs.max)} ms`
  return `Latency over ${timeSpan(seconds)} of ${run.variant}, round ${run.round}: ${found}.`
}

type Density = NonNullable<LatencyCloud['density']>

const levels = 6

/**
 * How many responses there were in each cell of time and latency: the more, the stronger, by the square root, so that
 * single ones can still be seen.
 *
 * @returns for `curves`, a path for each strength
 */
function densityPaths({ columns, rowsPerDecade, cells }: Density, { axis, colour }: { axis: LogLatencyAxis, colour: string }): Markup[] {
  const most = extentOf(cells.map(([, , count]) => count))?.max ?? 1
  const byLevel = Map.groupBy(cells, ([, , count]) => Math.ceil(levels * Math.sqrt(count / most)))
  const x = (column: number) => Math.round((column / columns) * curveWidth)
  const y = (row: number) => short(axis.y(10 ** ((row + 0.5) / rowsPerDecade)))
  return [...byLevel].sort(([a], [b]) => a - b).map(([level, of]) => {
    // A stroke as high as a row costs half of a filled path's bytes.
    const path = horizontalRuns(of).map(({ row, from, to }) => `M${x(from)} ${y(row)}h${x(to) - x(from)}`)
    return markup`<path d="${path.join('')}" stroke="${colour}" stroke-width="${short(axis.decadePx / rowsPerDecade)}" stroke-opacity="${short(level / levels)}" shape-rendering="crispEdges"><title>${countsOf(of)}</title></path>`
  })
}

/** @returns of its latencies, in ms */
export function densityExtent({ rowsPerDecade, cells }: Density): Extent | null {
  const rows = extentOf(cells.map(([, row]) => row))
  return rows && { min: 10 ** (rows.min / rowsPerDecade), max: 10 ** ((rows.max + 1) / rowsPerDecade) }
}

/** @returns neighbours in one; columns, `to` is the first beyond */
function horizontalRuns(cells: Density['cells']): { row: number, from: number, to: number }[] {
  const runs: { row: number, from: number, to: number }[] = []
  for (const [column, row] of cells.toSorted(([columnA, rowA], [columnB, rowB]) => rowA - rowB || columnA - columnB)) {
    const last = runs.at(-1)
    if (last?.row === row && last.to === column) last.to++
    else runs.push({ row, from: column, to: column + 1 })
  }
  return runs
}

/** @param cells at least one */
function countsOf(cells: Density['cells']) {
  const { min, max } = extentOf(cells.map(([, , count]) => count)) ?? { min: 0, max: 0 }
  return `${min === max ? '' : `${grouped(min)} to `}${groupedCount(max, 'response')} in a cell`
}
