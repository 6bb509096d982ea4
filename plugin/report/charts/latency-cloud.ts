import { ink, muted, numberedLook, type Look } from '../palette.ts'
import { grouped, groupedCount, milliseconds, timeSpan } from '../words/numbers.ts'
import { extentOf, logLatencyAxis, timeAxis, type Extent } from './axes.ts'
import {
  axisHeight,
  curve,
  curves,
  dotAt,
  draw,
  ground,
  lineAcross,
  p95Line,
  plot,
  short,
  spreadLabels,
  ticksAcross,
  ticksDown,
  tooltip,
  upwards,
  type Height
} from './plot.ts'
import { linePath, rowsPath, stepsOf, type Step } from './steps.ts'
import { loadSecondsOf } from './timeline.ts'
import type { RunDetail } from '../../concepts/report-data.ts'

const top = 8
const bottom = 198
const edges = { top, bottom: bottom - 2 }
const height = bottom + axisHeight

/**
 * The latencies of a run over its time, on an axis that all panels share: a dot for each response or the density of
 * all, p50 and p95.
 */
export function latencyCloud(detail: RunDetail, { look, extent }: { look: Look; extent: Extent | null }) {
  const axis = logLatencyAxis(extent, edges.bottom - edges.top)
  const y = upwards(axis, edges)
  const seconds = loadSecondsOf(detail)
  const steps = hasLines(detail) ? stepsOf(detail.bins, seconds) : []
  return plot({ height, label: labelOf(detail, seconds), className: 'cloud' }, [
    ...ticksDown(axis.ticks, y),
    curves(height, [
      ...dotPaths(detail, { y, look, seconds }),
      ...densityPaths(detail, y, look.colour),
      ...linesOf(steps, y)
    ]),
    detail.counted === 0 &&
      draw('text', { x: '50%', y: (top + bottom) / 2, 'text-anchor': 'middle', fill: muted }, 'no counted responses'),
    ...endLabels(steps, y),
    lineAcross(bottom, { stroke: muted }),
    ...ticksAcross(timeAxis(seconds).ticks, bottom)
  ])
}

function labelOf({ run: { variant, round, latencyMs }, cloud, counted }: RunDetail, seconds: number) {
  const start = `Latency over ${timeSpan(seconds)} of ${variant}, round ${round}`
  if (latencyMs === null) return `${start}: no counted responses.`
  const shown = cloud?.dots ? 'a dot for each response' : 'the density of all responses'
  const [p50, p95, min, max] = [latencyMs.p50, latencyMs.p95, latencyMs.min, latencyMs.max].map(
    (ms) => `${milliseconds(ms)} ms`
  )
  return `${start}: ${shown} of ${grouped(counted)}: p50 ${p50}, p95 ${p95}, from ${min} to ${max}.`
}

/** Of all latencies that are drawn; null: there are none. */
export const cloudExtent = (details: readonly RunDetail[]): Extent | null =>
  extentOf(
    details.flatMap(({ cloud, bins }) => {
      const { rowsPerDecade = 1, cells = [] } = cloud?.density ?? {}
      const lines = bins.flatMap(({ latencyMs }) => (latencyMs === null ? [] : [latencyMs.p50, latencyMs.p95]))
      return [
        ...(cloud?.dots?.latencyMs ?? []),
        ...cells.flatMap(([, row]) => [row, row + 1].map((end) => 10 ** (end / rowsPerDecade))),
        ...lines
      ]
    })
  )

/** Percentiles of a handful of dots tell less than the dots, and would hide them. */
export const hasLines = ({ counted }: RunDetail): boolean => counted >= 20

/**
 * Of several workers, each has a colour of its own, and another shape than its neighbours. The worker -1 is unknown.
 */
export function workerLook(worker: number, { workers, look }: { workers: number; look: Look }): Look {
  const colour = worker < 0 ? muted : workers > 1 ? numberedLook(worker).colour : look.colour
  return { colour, shape: worker % 2 === 0 ? 'disc' : 'square', dash: null }
}

function dotPaths({ cloud, workers }: RunDetail, { y, look, seconds }: { y: Height; look: Look; seconds: number }) {
  const dots = cloud?.dots
  if (!dots) return []
  return [...Map.groupBy(dots.seconds.keys(), (i) => dots.worker[i])]
    .sort(([a], [b]) => a - b)
    .map(([worker, own]) => {
      const { colour, shape } = workerLook(worker, { workers: workers.length, look })
      const name = worker < 0 ? 'Unknown worker' : `Worker ${worker + 1}, PID ${workers[worker].pid}`
      const round = { 'stroke-linecap': shape === 'disc' ? 'round' : 'square', 'stroke-opacity': 0.6 }
      const d = own.map((i) => dotAt(dots.seconds[i] / seconds, y(dots.latencyMs[i])))
      return curve(
        d.join(''),
        { stroke: colour, 'stroke-width': 3, ...round },
        `${name}: ${groupedCount(own.length, 'response')}`
      )
    })
}

/** p50 solid, p95 dashed. */
function linesOf(steps: readonly Step[], y: Height) {
  if (steps.length === 0) return []
  const p50 = linePath(steps, y)
  const p95 = linePath(steps, y, 'high')
  return [ground(p50 + p95), curve(p50, { stroke: ink, 'stroke-width': 2, 'stroke-linejoin': 'round' }), p95Line(p95)]
}

function endLabels(steps: readonly Step[], y: Height) {
  const last = steps.findLast(({ value }) => value !== null)?.value
  const places = last ? spreadLabels([y(last.high), y(last.middle)], { height: bottom, gap: 12 }) : []
  return places.map((place, i) =>
    draw('text', { x: '100%', dx: 5, y: short(place + 4), 'font-weight': 600, fill: ink }, ['p95', 'p50'][i])
  )
}

const levels = 6

/**
 * The more responses in a cell of time and latency, the stronger it is: by the square root, which still shows single
 * ones.
 */
function densityPaths({ cloud }: RunDetail, y: Height, colour: string) {
  if (!cloud?.density || cloud.dots) return []
  const { columns, rowsPerDecade, cells } = cloud.density
  const most = Math.max(...cells.map(([, , count]) => count))
  const byLevel = Map.groupBy(cells, ([, , count]) => Math.ceil(levels * Math.sqrt(count / most)))
  return [...byLevel]
    .sort(([a], [b]) => a - b)
    .map(([level, own]) => {
      const parts = own.map(([column, row]) => ({ row, from: column / columns, to: (column + 1) / columns }))
      const d = rowsPath(parts, (row) => short(y(10 ** ((row + 0.5) / rowsPerDecade))))
      const stroke = {
        stroke: colour,
        'stroke-width': short((y(1) - y(10)) / rowsPerDecade),
        'stroke-opacity': short(level / levels),
        'shape-rendering': 'crispEdges'
      }
      const counts = own.map(([, , count]) => count)
      const low = Math.min(...counts)
      const high = Math.max(...counts)
      const title = `${low === high ? '' : `${grouped(low)} to `}${groupedCount(high, 'response')} in a cell`
      return draw('path', { d, ...stroke }, tooltip(title))
    })
}
