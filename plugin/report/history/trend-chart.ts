import { speedupAxis } from '../charts/axes.ts'
import { across, axisHeight, curve, curves, curveWidth, draw, plot, short, speedupsDown, ticksAcross, type Height } from '../charts/plot.ts'
import { joined } from '../charts/steps.ts'
import { fail, failZone, halo, ink, mark, muted, numberedLook, pass, type Look } from '../palette.ts'
import { shortName } from '../words/names.ts'
import { interval, times } from '../words/numbers.ts'
import { placeOf } from '../words/sentences.ts'
import { daysOf, minuteOf, pointsOf, type Trend, type TrendEstimate, type TrendPoint } from './trends.ts'
import type { Markup } from '../markup.ts'
import type { Metric } from '../../concepts/metrics.ts'

/** One candidate's way through the comparisons. */
interface Series {
  name: string
  look: Look
  points: (TrendPoint & { part: number })[] // part of the chart's width
}

const height = 170

/**
 * The speedups of one metric from comparison to comparison: equal steps, whatever time lay between them, and a logarithmic axis, on
 * which twice as fast is as far from 1 as half as fast. An interval that leaves the chart ends at its edge.
 */
export function trendChart(trend: Trend, metric: Metric): Markup {
  const series = seriesOf(trend, metric)
  const points = series.flatMap((own) => own.points)
  const requirements = requirementsOf(points)
  const axis = speedupAxis(speedupsToHold(points.map(({ estimate }) => estimate), requirements))
  const count = trend.comparisons.length
  const y = (speedup: number) => height * (1 - Math.min(1, Math.max(0, axis.part(speedup))))
  const isDense = series.length * count > 40
  return plot({ height: height + axisHeight, label: labelOf(trend, metric, series), className: 'trend' }, [
    draw('rect', { y: short(y(1)), width: '100%', height: short(height - y(1)), fill: failZone }),
    ...speedupsDown(axis, y),
    ...ticksAcross(ticksOf(trend.comparisons.map(({ startedAt }) => startedAt)), height),
    ...requirements.map((requirement) => requirementLine(requirement, count, y)),
    // The first candidate comes last, on top.
    ...series.toReversed().flatMap((own) => [lines(own, y, isDense), ...marks(own, y, isDense, series.length > 1)]),
    ...requirements.map((requirement) => requirementLabel(requirement, count, y))
  ])
}

function seriesOf(trend: Trend, metric: Metric): Series[] {
  const { candidates, comparisons: { length } } = trend
  // Candidates stand beside each other within a comparison's step, which is wide where comparisons are few.
  const step = Math.min(0.7 / candidates.length / length, 0.025)
  return candidates.map((name, i) => {
    const shift = (i - (candidates.length - 1) / 2) * step
    const points = pointsOf(trend, name, metric).map((point) => ({ ...point, part: (point.index + 0.5) / length + shift }))
    return { name, look: numberedLook(i), points }
  })
}

function labelOf({ baseline, comparisons }: Trend, metric: Metric, series: Series[]) {
  const newest = series.flatMap(({ name, points }) =>
    points.slice(-1).map(({ estimate }) => `${shortName(name)} ${times(estimate.speedup)} ${interval(estimate.interval)}`)
  )
  const count = comparisons.length === 1 ? 'one comparison' : `${comparisons.length} comparisons`
  const days = daysOf(comparisons.map(({ startedAt }) => startedAt))
  const figures = newest.length === 0 ? '' : ` Newest: ${newest.join(', ')}.`
  return `Speedup over ${shortName(baseline)} ${placeOf(metric)}, ${count}, ${days}.${figures}`
}

function requirementLine({ speedup, from, to }: Requirement, count: number, y: Height) {
  const [x1, x2, at] = [across(from / count), across(to / count), short(y(speedup))]
  return draw('line', { x1, x2, y1: at, y2: at, stroke: pass, 'stroke-width': 1.5, 'stroke-dasharray': '5 4' })
}

/** On top of everything, and readable there: its letters have an edge in the colour of the page. */
function requirementLabel({ speedup, from, to, isBeyond }: Requirement, count: number, y: Height) {
  // Above its line, but below it at the upper edge.
  const at = short(y(speedup) < 16 ? y(speedup) + 13 : y(speedup) - 5)
  const [end, dx, anchor] = from / count > 0.7 ? [to / count, -3, 'end'] : [from / count, 3, 'start']
  const place = { x: across(end), dx, 'text-anchor': anchor, y: at, fill: ink, ...halo, 'stroke-width': 4 }
  return draw('text', place, `≥ ${times(speedup)}${isBeyond ? ' (beyond)' : ''}`)
}

function lines({ look, points }: Series, y: Height, isDense: boolean) {
  const carried = points.filter(({ estimate }) => estimate.reason === null)
  if (carried.length === 0) return null
  const pointAt = (part: number, speedup: number) => `${short(part * curveWidth)},${short(y(speedup))}`
  const way = `M${carried.map(({ part, estimate }) => pointAt(part, estimate.speedup)).join('L')}${carried.length === 1 ? 'Z' : ''}`
  const whiskers = carried.map(({ part, estimate }) => `M${estimate.interval.map((end) => pointAt(part, end)).join('L')}`)
  return curves(height, [
    curve(way, { stroke: look.colour, 'stroke-opacity': 0.5 }),
    curve(whiskers.join(''), { stroke: look.colour, 'stroke-width': isDense ? 1.5 : 2, 'stroke-opacity': isDense ? 0.4 : 0.6 })
  ])
}

function marks({ name, look, points }: Series, y: Height, isDense: boolean, hasOthers: boolean) {
  return points.map(({ part, startedAt, estimate: { speedup, interval: range, reason, regression } }) => {
    const remark = reason !== null ? `, no verdict: ${reason}` : regression ? ', fell' : ''
    const title = `${minuteOf(startedAt)} ${hasOthers ? `${shortName(name)}: ` : ''}${times(speedup)} ${interval(range)}${remark}`
    const ring = regression && draw('circle', { r: 9, fill: 'none', stroke: fail, 'stroke-width': 2 })
    const shape = reason === null ? [ring, mark(look)] : [draw('circle', { r: 3, fill: muted })]
    return draw('svg', { x: across(part), y: short(y(speedup)), overflow: 'visible' }, [
      draw('title', {}, title),
      ...(isDense ? [draw('g', { transform: 'scale(.7)' }, shape)] : shape)
    ])
  })
}

/** How far beyond all speedups an interval may stretch the axis, and a requirement: a ratio. */
const [roomForIntervals, roomForRequirements] = [1.5, 2]

/** Of comparisons that follow one another. */
interface Requirement {
  speedup: number
  from: number // index of the first comparison
  to: number // index after the last comparison
  isBeyond: boolean // it is too far from all that was measured to be on the axis
}

/** What was required of any candidate, as long as it stayed the same. */
export function requirementsOf(points: readonly Pick<TrendPoint, 'index' | 'estimate'>[]): Requirement[] {
  const [least, most] = rangeOf(points.map(({ estimate }) => estimate))
  return [...Map.groupBy(points, ({ estimate }) => estimate.required)].flatMap(([speedup, demanded]) => {
    if (speedup === null) return []
    const isBeyond = speedup < least / roomForRequirements || speedup > most * roomForRequirements
    const indices = [...new Set(demanded.map(({ index }) => index))]
    return joined(indices.map((index) => ({ row: 0, from: index, to: index + 1 }))).map(({ from, to }) => ({ speedup, from, to, isBeyond }))
  })
}

/** What the axis must hold: an interval without end would leave no room for the rest. */
export function speedupsToHold(estimates: readonly TrendEstimate[], requirements: readonly Requirement[]): number[] {
  const [least, most] = rangeOf(estimates)
  const ends = estimates.flatMap((estimate) => (estimate.reason === null ? estimate.interval : []))
  const inReach = ends.map((end) => Math.min(Math.max(end, least / roomForIntervals), most * roomForIntervals))
  return [least, most, ...inReach, ...requirements.filter(({ isBeyond }) => !isBeyond).map(({ speedup }) => speedup)]
}

function rangeOf(estimates: readonly TrendEstimate[]) {
  const speedups = [1, ...estimates.map(({ speedup }) => speedup)]
  return [Math.min(...speedups), Math.max(...speedups)]
}

/**
 * The dates of the first comparison, the last one and one between them; more have no room on a phone. With the hour where the dates alone
 * would be the same.
 */
export function ticksOf(times: readonly string[]): { part: number, label: string }[] {
  const last = times.length - 1
  const indices = [...new Set([0, Math.floor(last / 2), last])]
  const areDistinct = new Set(indices.map((index) => times[index].slice(0, 10))).size === indices.length
  const labelOfTime = (time: string) => (areDistinct ? time.slice(0, 10) : minuteOf(time).slice(5))
  return indices.map((index) => ({ part: (index + 0.5) / times.length, label: labelOfTime(times[index]) }))
}
