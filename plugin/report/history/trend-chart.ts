import { extentOf, speedupAxis, within } from '../charts/axes.ts'
import {
  across,
  axisHeight,
  curve,
  curves,
  curveWidth,
  draw,
  joined,
  lineAcross,
  lineUp,
  plot,
  short,
  speedupsDown,
  ticksAcross,
  tooltip,
  type Height
} from '../charts/plot.ts'
import { boldInk, fail, failZone, halo, ink, mark, muted, numberedLook, pass } from '../palette.ts'
import { shortName } from '../words/names.ts'
import { minuteOf, times, timesWithin } from '../words/numbers.ts'
import { placeOf } from '../words/sentences.ts'
import { daysOf, pointsOf, type Change, type Trend, type TrendEstimate, type TrendPoint } from './trends.ts'
import type { Metric } from '../../concepts/metrics.ts'

type Series = ReturnType<typeof seriesOf>[number]

const height = 170

/**
 * The speedups of one metric from comparison to comparison: equal steps, whatever time lay between them, and a
 * logarithmic axis, on which twice as fast is as far from 1 as half as fast. An interval that leaves the chart ends at
 * its edge.
 */
export function trendChart(trend: Trend, metric: Metric, changes: readonly Change[]) {
  const startTimes = trend.comparisons.map(({ startedAt }) => startedAt)
  const series = seriesOf(trend, metric)
  const points = series.flatMap((own) => own.points)
  const requirements = requirementsOf(points)
  const axis = speedupAxis(speedupsToHold(points, requirements))
  const y = (speedup: number) => height * (1 - within(axis.part(speedup)))
  const required = requirements.map((requirement) => drawRequirement(requirement, startTimes.length, y))
  const isDense = series.length * startTimes.length > 40
  return plot({ height: height + axisHeight, label: labelOf(trend, metric, series), className: 'trend' }, [
    draw('rect', { y: short(y(1)), width: '100%', height: short(height - y(1)), fill: failZone }),
    speedupsDown(axis, y),
    ticksAcross(ticksOf(startTimes), height),
    required.map(({ line }) => line),
    changes.map(({ index }) => drawChange(index - (trend.judged.length - startTimes.length), startTimes.length)),
    // The first candidate comes last, on top.
    series.toReversed().map((own) => [lines(own, y, isDense), marks(own, y, isDense)]),
    required.map(({ label }) => label)
  ])
}

function seriesOf({ candidates, comparisons }: Trend, metric: Metric) {
  // Candidates stand beside each other within a comparison's step, which is wide where comparisons are few.
  const step = Math.min(0.7 / candidates.length / comparisons.length, 0.025)
  return candidates.map((name, i) => {
    const shift = (i - (candidates.length - 1) / 2) * step
    const points = pointsOf(comparisons, name, metric).map((point) => ({
      ...point,
      part: (point.index + 0.5) / comparisons.length + shift
    }))
    return { name, look: numberedLook(i), prefix: candidates.length > 1 ? `${shortName(name)}: ` : '', points }
  })
}

function labelOf({ baseline, comparisons }: Trend, metric: Metric, series: Series[]) {
  const newest = series.flatMap(({ name, points }) =>
    points.slice(-1).map((point) => `${shortName(name)} ${timesWithin(point)}`)
  )
  const count = comparisons.length === 1 ? 'one comparison' : `${comparisons.length} comparisons`
  const figures = newest.length === 0 ? '' : ` Newest: ${newest.join(', ')}.`
  return `Speedup over ${shortName(baseline)} ${placeOf(metric)}, ${count}, ${daysOf(comparisons)}.${figures}`
}

/**
 * A dashed line, and a label that is readable on top of everything: its letters have an edge in the colour of the page.
 */
function drawRequirement({ speedup, from, to, isBeyond }: Requirement, count: number, y: Height) {
  const x1 = across(from / count)
  const x2 = across(to / count)
  const at = y(speedup)
  const [x, dx, anchor] = from / count > 0.7 ? [x2, -3, 'end'] : [x1, 3, 'start']
  // Above its line, but below it at the upper edge.
  const height = short(at < 16 ? at + 13 : at - 5)
  const place = { x, dx, 'text-anchor': anchor, y: height, fill: ink, ...halo, 'stroke-width': 4 }
  return {
    line: lineAcross(at, { stroke: pass, 'stroke-width': 1.5, 'stroke-dasharray': '5 4' }, [x1, x2]),
    label: draw('text', place, `≥ ${times(speedup)}${isBeyond ? ' (beyond)' : ''}`)
  }
}

/** Between two comparisons; false: before all that are shown. */
function drawChange(index: number, count: number) {
  const x = across(index / count)
  return index > 0 && lineUp(x, 0, height, { ...boldInk, 'stroke-dasharray': '1.5 4' })
}

function lines({ look, points }: Series, y: Height, isDense: boolean) {
  const carried = points.filter(({ reason }) => reason === null)
  if (carried.length === 0) return null
  const pointAt = (part: number, speedup: number) => `${short(part * curveWidth)},${short(y(speedup))}`
  const line = carried.map(({ part, speedup }) => pointAt(part, speedup)).join('L')
  const whiskers = carried.map(({ part, interval }) => `M${interval.map((end) => pointAt(part, end)).join('L')}`)
  return curves(height, [
    curve(`M${line}${carried.length === 1 ? 'Z' : ''}`, { stroke: look.colour, 'stroke-opacity': 0.5 }),
    curve(whiskers.join(''), {
      stroke: look.colour,
      'stroke-width': isDense ? 1.5 : 2,
      'stroke-opacity': isDense ? 0.4 : 0.6
    })
  ])
}

const marks = ({ look, prefix, points }: Series, y: Height, isDense: boolean) =>
  points.map((point) => {
    const { part, comparison, speedup, reason, regression } = point
    const remark = reason !== null ? `, no verdict: ${reason}` : regression ? ', fell' : ''
    const title = `${minuteOf(comparison.startedAt)} ${prefix}${timesWithin(point)}${remark}`
    const ring = regression && draw('circle', { r: 9, fill: 'none', stroke: fail, 'stroke-width': 2 })
    const shape = reason === null ? [ring, mark(look)] : draw('circle', { r: 3, fill: muted })
    const shapes = isDense ? draw('g', { transform: 'scale(.7)' }, shape) : shape
    return draw('svg', { x: across(part), y: short(y(speedup)), overflow: 'visible' }, [tooltip(title), shapes])
  })

// how far beyond all speedups these may stretch the axis, ratios
const roomForIntervals = 1.5
const roomForRequirements = 2

/**
 * From the index of a comparison to that after the last one. Beyond the axis, as it is too far from all that was
 * measured.
 */
type Requirement = ReturnType<typeof requirementsOf>[number]

/** What was required of any candidate, as long as it stayed the same. */
export function requirementsOf(points: readonly TrendPoint[]) {
  const { min: least, max: most } = extentWith1(points)
  return [...Map.groupBy(points, ({ required }) => required)].flatMap(([speedup, demanded]) => {
    if (speedup === null) return []
    const isBeyond = speedup < least / roomForRequirements || speedup > most * roomForRequirements
    const indices = [...new Set(demanded.map(({ index }) => index))]
    const cells = joined(indices.map((index) => ({ row: 0, from: index, to: index + 1 })))
    return cells.map(({ from, to }) => ({ speedup, from, to, isBeyond }))
  })
}

/** What the axis must hold: an interval without end would leave no room for the rest. */
export function speedupsToHold(estimates: readonly TrendEstimate[], requirements: readonly Requirement[]) {
  const { min: least, max: most } = extentWith1(estimates)
  const ends = estimates.flatMap(({ reason, interval }) => (reason === null ? interval : []))
  const inReach = ends.map((end) => within(end, least / roomForIntervals, most * roomForIntervals))
  return [least, most, ...inReach, ...requirements.filter(({ isBeyond }) => !isBeyond).map(({ speedup }) => speedup)]
}

const extentWith1 = (estimates: readonly TrendEstimate[]) => extentOf([1, ...estimates.map(({ speedup }) => speedup)])!

/**
 * The dates of the first comparison, the last one and one between them, as a phone has room for; by the minute where
 * dates are the same.
 */
export function ticksOf(startTimes: readonly string[]) {
  const last = startTimes.length - 1
  const indices = [...new Set([0, Math.floor(last / 2), last])]
  const areDistinct = new Set(indices.map((index) => startTimes[index].slice(0, 10))).size === indices.length
  const labelAt = (time: string) => (areDistinct ? time.slice(0, 10) : minuteOf(time).slice(5))
  return indices.map((index) => ({ part: (index + 0.5) / startTimes.length, label: labelAt(startTimes[index]) }))
}
