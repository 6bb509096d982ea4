import { markup } from '../markup.js'
import { grouped, groupedCount, milliseconds } from '../numbers.js'
import { ink, muted, numberedLook, page } from '../palette.js'
import { stepsOf } from './bins.js'
import { densityExtent, densityPaths } from './density.js'
import { extentOf } from './extent.js'
import { spreadLabels } from './label-places.js'
import { logLatencyAxis } from './log-latency-axis.js'
import { curves, curveWidth, plot, short, ticksAcross, ticksDown } from './plot.js'
import { linePath } from './steps.js'
import { timeSpan, timeTicks } from './time-axis.js'
import { loadSecondsOf } from './timeline.js'
/**
 * @import { Content, Markup } from '../markup.js'
 * @import { Look } from '../palette.js'
 * @import { Extent } from './extent.js'
 * @import { LogLatencyAxis } from './log-latency-axis.js'
 * @import { Step } from './steps.js'
 * @import { LatencyCloud, RunDetail } from '../../vocabulary.js'
 */

const [top, bottom] = [8, 198]
const height = bottom + 20

/**
 * The latencies of a run over its time, on a logarithmic axis: a dot for each response or the density of all, and the
 * lines of p50 and p95.
 *
 * @param {RunDetail} detail
 * @param {{ look: Look, extent: Extent | null }} drawing look of its variant; extent: of all panels
 * @returns {Markup}
 */
export function latencyCloud(detail, { look, extent }) {
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

/**
 * @param {readonly RunDetail[]} details
 * @returns {Extent | null} of all that is drawn of them; null: nothing
 */
export function cloudExtent(details) {
  const ends = details.flatMap(({ cloud, bins }) => {
    const extents = [cloud?.dots && extentOf(cloud.dots.latencyMs), cloud?.density && densityExtent(cloud.density)]
    const lines = bins.flatMap(({ latencyMs }) => (latencyMs === null ? [] : [latencyMs.p50, latencyMs.p95]))
    return [...extents.flatMap((extent) => (extent ? [extent.min, extent.max] : [])), ...lines]
  })
  return extentOf(ends)
}

/**
 * Percentiles of a handful of dots tell less than the dots, and would hide them.
 *
 * @param {RunDetail} detail
 */
export function hasLines({ counted }) {
  return counted >= 20
}

/**
 * @param {number} worker index into a run's workers, -1 where it is unknown
 * @param {{ workers: number, look: Look }} run look of its variant
 * @returns {Look} of its own where there is more than one, with another shape than its neighbours': dots this small
 *   are either round or square
 */
export function workerLook(worker, { workers, look }) {
  const shape = worker % 2 === 0 ? 'disc' : 'square'
  if (worker < 0) return { colour: muted, shape, dash: null }
  return { colour: workers > 1 ? numberedLook(worker).colour : look.colour, shape, dash: null }
}

/**
 * @param {RunDetail} detail
 * @param {{ axis: LogLatencyAxis, look: Look, seconds: number }} drawing
 * @returns {Content[]}
 */
function cloudPaths({ cloud, workers }, { axis, look, seconds }) {
  if (cloud?.dots) {
    return [...dotsByWorker(cloud.dots, { axis, seconds })].map(([worker, dots]) => {
      const { colour, shape } = workerLook(worker, { workers: workers.length, look })
      const title = `${worker < 0 ? 'Unknown worker' : `Worker ${worker + 1}, PID ${workers[worker].pid}`}: ${groupedCount(dots.length, 'response')}`
      return markup`<path d="${dots.join('')}" fill="none" stroke="${colour}" stroke-width="3" stroke-linecap="${shape === 'disc' ? 'round' : 'square'}" stroke-opacity="0.6" vector-effect="non-scaling-stroke"><title>${title}</title></path>`
    })
  }
  return cloud?.density ? densityPaths(cloud.density, { axis, colour: look.colour }) : []
}

/**
 * @param {NonNullable<LatencyCloud['dots']>} dots
 * @param {{ axis: LogLatencyAxis, seconds: number }} drawing
 * @returns {Map<number, string[]>} pieces of a path for each worker, by its index
 */
function dotsByWorker({ seconds, latencyMs, worker }, { axis, seconds: end }) {
  const pieces = seconds.map((at, i) => {
    // A whole dot at the edges, too.
    const x = Math.round(Math.min(0.996, Math.max(0.004, at / end)) * curveWidth)
    // Half a pixel is as fine as screens are.
    return { worker: worker[i], path: `M${x} ${Math.round(2 * axis.y(latencyMs[i])) / 2}h0` }
  })
  const byWorker = Map.groupBy(pieces, (piece) => piece.worker)
  return new Map([...byWorker].sort(([a], [b]) => a - b).map(([index, of]) => [index, of.map(({ path }) => path)]))
}

/**
 * @param {readonly Step[]} steps
 * @param {LogLatencyAxis} axis
 * @returns {Markup[]} p50 solid, p95 dashed, on a pale ground that sets them off from the dots
 */
function linesOf(steps, axis) {
  if (steps.length === 0) return []
  const stroke = markup`fill="none" stroke-linejoin="round" vector-effect="non-scaling-stroke"`
  const [p50, p95] = [linePath(steps, axis.y), linePath(steps, axis.y, 'high')]
  return [
    markup`<path d="${p50}${p95}" ${stroke} stroke="${page}" stroke-width="4" stroke-opacity="0.7"/>`,
    markup`<path d="${p50}" ${stroke} stroke="${ink}" stroke-width="2"/>`,
    markup`<path d="${p95}" ${stroke} stroke="${ink}" stroke-width="1.5" stroke-dasharray="5 3"/>`
  ]
}

/**
 * @param {readonly Step[]} steps
 * @param {LogLatencyAxis} axis
 * @returns {Markup[]} at the right end of the lines, apart from each other
 */
function endLabels(steps, axis) {
  const last = steps.findLast(({ value }) => value !== null)?.value
  if (!last) return []
  const places = spreadLabels([axis.y(last.high), axis.y(last.middle)], { height: bottom, gap: 12 })
  return ['p95', 'p50'].map((name, i) => markup`<text x="100%" dx="5" y="${short(places[i] + 4)}" font-weight="600" fill="${ink}">${name}</text>`)
}

/**
 * @param {RunDetail} detail
 * @param {number} seconds
 */
function labelOf({ run, cloud, counted }, seconds) {
  const shown = cloud?.dots ? 'a dot for each response' : 'the density of all responses'
  const found = run.latencyMs === null ? 'no response that counts' : `${shown} of ${grouped(counted)}: p50 ${milliseconds(run.latencyMs.p50)} ms, p95 ${milliseconds(run.latencyMs.p95)} ms, from ${milliseconds(run.latencyMs.min)} ms to ${milliseconds(run.latencyMs.max)} ms`
  return `Latency over ${timeSpan(seconds)} of ${run.variant}, round ${run.round}: ${found}.`
}
