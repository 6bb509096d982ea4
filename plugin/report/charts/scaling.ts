import { area, line } from 'd3-shape'
import { counted, paragraph } from '../../concepts/wording.ts'
import { halo, ink, muted, shade, type Look, type LookOf } from '../palette.ts'
import { crossoverMessages, sweptWords, turnOf } from '../tables/load-tables.ts'
import { grouped, interval, perSecond, ranged, rangedText, times } from '../words/numbers.ts'
import { extentOf, linearAxis, loadAxis, logLatencyAxis, within, type Axis, type WorkersAxis } from './axes.ts'
import {
  across,
  axisHeight,
  curve,
  curves,
  curveWidth,
  draw,
  lineEnds,
  lineUp,
  plot,
  plotOfLines,
  rangedMark,
  short,
  ticksAcross,
  ticksDown,
  tooltip,
  upwards,
  type Height
} from './plot.ts'
import type { Markup } from '../markup.ts'
import type { Crossover, LevelVariant, Sweep, SweepPoint } from '../../concepts/load-results.ts'
import type { Ranged } from '../../concepts/metrics.ts'

const curveEdges = { top: 22, bottom: 242 } // in px; above the plot there is room for a label
const curveHeight = curveEdges.bottom + axisHeight
const roomForIntervals = 1.15 // how much higher than all points the axis goes at most, for the sake of an interval
const dot: Look = { colour: ink, shape: 'disc', dash: null }

/**
 * Throughput, or capacity, over the number of workers: measured, by the fitted law with its band, and what as many
 * cores could do at best.
 */
export function scalingThroughput(sweep: Sweep, axis: WorkersAxis) {
  const { name, points, law, knee } = sweep
  const { what, unit } = sweptWords(sweep)
  const ideal = idealOf(sweep)
  const rates = points.map(({ throughputPerSecond }) => throughputPerSecond)
  const most = Math.max(...rates.map(({ value }) => value), ideal?.rateOf(axis.most) ?? 0)
  const highest = Math.min(most * roomForIntervals, Math.max(most, ...rates.map(({ interval: [, high] }) => high)))
  const rateAxis = linearAxis(highest, 5, grouped)
  const unbound = upwards(rateAxis, curveEdges)
  const y = (rate: number) => within(unbound(rate), curveEdges.top, curveEdges.bottom)
  const label = paragraph([
    `${what} of ${name} over its number of workers.`,
    `${points.map((point) => describeThroughput(point, unit)).join('; ')}.`,
    ideal && `Ideal on ${counted(ideal.cores, 'core')}: ${perSecond(ideal.rateOf(ideal.cores))} ${unit}.`,
    law && 'With the curve of the Universal Scalability Law.',
    knee !== null && `Knee: ${counted(knee, 'worker')}.`
  ])
  return plot({ height: curveHeight, label, className: 'scaling' }, [
    ...ticksDown(rateAxis.ticks, y),
    ...ticksAcross(axis.ticks, curveEdges.bottom),
    ...fitted(sweep, axis, y),
    ...(ideal === null ? [] : idealLine(ideal, axis, y)),
    ...kneeLine(sweep, axis),
    ...points.flatMap((point) => {
      // Hollow where a law was fitted to others only.
      const look = law !== null && !point.isFitted ? { ...dot, shape: 'ring' as const } : dot
      const title = `${point.variant}: ${describeThroughput(point, unit)}`
      return rangedMark(look, point.throughputPerSecond, {
        x: across(axis.part(point.workers)),
        y: unbound,
        edges: curveEdges,
        title
      })
    })
  ])
}

function describeThroughput({ workers, end, throughputPerSecond, speedup }: SweepPoint, unit: string) {
  const who = counted(workers, 'worker')
  if (end !== null && end !== 'found')
    return `${who}, ${end === 'not reached' ? 'below' : 'at least'} ${perSecond(throughputPerSecond.value)} ${unit}`
  return `${who}, ${rangedText(throughputPerSecond)} ${unit}, ${times(speedup.value)} ${interval(speedup.interval)}`
}

/**
 * Responses per second, or the capacity, if each worker with a core did as much as the first; null: the users who come
 * limit them, not the cores.
 */
export function idealOf({ points: [first], law, knee, cores }: Sweep) {
  if (cores === null || (law === null && knee === null)) return null
  const alone = law?.lambda.value ?? first.throughputPerSecond.value / first.workers
  return { cores, rateOf: (workers: number) => alone * Math.min(workers, cores) }
}

function idealLine({ cores, rateOf }: NonNullable<ReturnType<typeof idealOf>>, { most, part }: WorkersAxis, y: Height) {
  const corners = [0, Math.min(cores, most), most].map((workers) => [curveWidth * part(workers), y(rateOf(workers))])
  const d = `M${corners.map((corner) => corner.map(short)).join('L')}`
  return [
    curves(curveEdges.bottom, curve(d, { stroke: muted, 'stroke-width': 1.5, 'stroke-dasharray': '5 4' })),
    draw(
      'text',
      { x: '100%', y: short(y(rateOf(most)) - 6), 'text-anchor': 'end', fill: muted, ...halo },
      `ideal on ${counted(cores, 'core')}`
    )
  ]
}

/** The law's band, its line as far as it was fitted, and, dotted, where it goes on. */
function fitted({ law, points }: Sweep, { most, part }: WorkersAxis, y: Height) {
  if (law === null) return []
  const shown = law.curve.filter(({ workers }) => workers <= most)
  const last = Math.max(...points.filter(({ isFitted }) => isFitted).map(({ workers }) => workers))
  const x = ({ workers }: (typeof shown)[number]) => curveWidth * part(workers)
  const band = area(
    x,
    ({ interval: [low] }) => y(low),
    ({ interval: [, high] }) => y(high)
  ).digits(1)(shown)
  const way = line(x, ({ throughputPerSecond }) => y(throughputPerSecond)).digits(1)
  const inReach = shown.filter(({ workers }) => workers <= last)
  const lineOf = (steps: typeof shown, dash: string | null) =>
    steps.length > 1 && curve(way(steps), { stroke: ink, 'stroke-width': 2, 'stroke-dasharray': dash })
  const lines = [lineOf(inReach, null), lineOf(shown.slice(Math.max(0, inReach.length - 1)), '2 4')]
  return [curves(curveEdges.bottom, [draw('path', { d: band, fill: shade }), ...lines])]
}

function kneeLine({ knee }: Sweep, { part }: Axis) {
  if (knee === null) return []
  const x = across(part(knee))
  const [dx, anchor] = part(knee) > 0.7 ? [-6, 'end'] : [6, 'start']
  const place = { x, dx, y: curveEdges.bottom - 8, 'text-anchor': anchor, 'font-weight': 600, fill: ink, ...halo }
  return [
    lineUp(x, curveEdges.top, curveEdges.bottom, { stroke: ink, 'stroke-dasharray': '2 3' }),
    draw('text', place, `knee: ${counted(knee, 'worker')}`)
  ]
}

type CurvePoint = { at: number; ranged: Ranged; look: Look; title: string }

/**
 * Values with their intervals over a number, on a line.
 *
 * @param points ascending
 * @param ticks what stands left of the plot, such as `ticksDown`
 */
export function rangedCurve(
  points: readonly CurvePoint[],
  { label, axis, values, ticks }: { label: string; axis: Axis; values: Axis; ticks: (y: Height) => Markup[] }
): Markup {
  const y = upwards(values, curveEdges)
  const way = line<CurvePoint>(
    ({ at }) => curveWidth * axis.part(at),
    ({ ranged }) => y(ranged.value)
  ).digits(1)(points)
  return plot({ height: curveHeight, label, className: 'scaling' }, [
    ...ticks(y),
    ...ticksAcross(axis.ticks, curveEdges.bottom),
    curves(curveEdges.bottom, points.length > 1 && curve(way, { stroke: muted, 'stroke-width': 1.5 })),
    ...points.flatMap(({ at, ranged, look, title }) =>
      rangedMark(look, ranged, { x: across(axis.part(at)), y, edges: curveEdges, title })
    )
  ])
}

/** p95 over the number of workers, beside the throughput. */
export function scalingLatency({ name, points }: Sweep, axis: Axis, values: Axis): Markup {
  const told = points.map(({ workers, p95Ms }) => `${counted(workers, 'worker')}, ${describeP95(p95Ms)}`)
  return rangedCurve(
    points.map(({ variant, workers, p95Ms }, i) => ({
      at: workers,
      ranged: p95Ms,
      look: dot,
      title: `${variant}: ${told[i]}`
    })),
    {
      label: `p95 of ${name} over its number of workers. ${told.join('; ')}.`,
      axis,
      values,
      ticks: (y) => ticksDown(values.ticks, y)
    }
  )
}

const describeP95 = (p95Ms: Ranged) => `p95 ${rangedText(p95Ms)} ms`

const loadEdges = { top: 30, bottom: 290 } // in px; above the plot there is room for a label
const roomForP95 = 1.3 // how far beyond all latencies an interval may stretch the axis, a ratio

/** p95Ms: null: it failed too much for it to mean anything */
type Load = { offered: number } & Pick<LevelVariant, 'p95Ms' | 'keepsUp'>
type Point = { offered: number; p95Ms: Ranged }

/** p95 over the offered load on a logarithmic scale: a line a variant, an arrow upwards where it could not keep up. */
export function loadLatency(crossover: Crossover, { names, lookOf }: { names: readonly string[]; lookOf: LookOf }) {
  const { scenario, levels } = crossover
  const { bottom } = loadEdges
  const loads = loadAxis(levels.map(({ offeredPerSecond }) => offeredPerSecond))
  const loadsOf = (wanted: string): Load[] =>
    levels.flatMap(({ offeredPerSecond, variants }) =>
      variants
        .filter(({ name }) => name === wanted)
        .map(({ p95Ms, keepsUp }) => ({ offered: offeredPerSecond, p95Ms, keepsUp }))
    )
  const known = ({ offered, p95Ms }: Load) => (p95Ms === null ? [] : [{ offered, p95Ms }])
  const series = names
    .map((name) => ({ name, look: lookOf(name), all: loadsOf(name), points: loadsOf(name).flatMap(known) }))
    .filter(({ points }) => points.length > 0)
  const latencies = series.flatMap(({ points }) => points.map(({ p95Ms }) => p95Ms))
  const values = latencies.map(({ value }) => value)
  const least = Math.min(...values) / roomForP95
  const most = Math.max(...values) * roomForP95
  const ends = latencies.flatMap((latency) => latency.interval.map((end) => within(end, least, most)))
  const axis = logLatencyAxis(extentOf(ends), bottom - loadEdges.top)
  const y = upwards(axis, loadEdges)
  const way = line<Point>(
    ({ offered }) => curveWidth * loads.part(offered),
    ({ p95Ms }) => y(p95Ms.value)
  ).digits(1)
  const tell = ({ offered, p95Ms, keepsUp }: Load) => {
    const found = p95Ms === null ? 'too many errors' : `${ranged(p95Ms).text} ms`
    return `${found} at ${perSecond(offered)}/s${keepsUp ? '' : ' (could not keep up)'}`
  }
  const told = series.map(({ name, all }) => `${name}: ${all.map(tell).join(', ')}`)
  const label = `p95 of ${scenario} over the offered load. ${told.join('; ')}. ${crossoverMessages(crossover).join(' ')}`
  // The first variant is drawn last, on top.
  const reversed = series.toReversed()
  return plotOfLines({ bottom, label, className: 'percentiles loads' }, [
    ...turn(crossover, loads),
    ...ticksDown(axis.ticks, y),
    ...ticksAcross(loads.ticks, bottom),
    curves(
      bottom,
      reversed.map(
        ({ look, points }) =>
          points.length > 1 &&
          curve(way(points), { stroke: look.colour, 'stroke-width': 2, 'stroke-dasharray': look.dash })
      )
    ),
    ...reversed.flatMap(({ name, look, all }) =>
      all.flatMap(({ offered, p95Ms, keepsUp }) => {
        const x = across(loads.part(offered))
        const found = p95Ms === null ? 'too many errors' : describeP95(p95Ms)
        const title = `${name} at ${perSecond(offered)} requests/s: ${found}${keepsUp ? '' : ', could not keep up'}`
        // Its latency has no upper end.
        const path = draw(
          'path',
          { d: 'M11 7v-13m-4 4l4-4l4 4', fill: 'none', stroke: look.colour, 'stroke-width': 2 },
          p95Ms === null && tooltip(title)
        )
        const arrow = (top: number) => draw('svg', { x, y: short(top), overflow: 'visible' }, path)
        if (p95Ms === null) return [arrow(loadEdges.top)]
        return [...rangedMark(look, p95Ms, { x, y, edges: loadEdges, title }), !keepsUp && arrow(y(p95Ms.value))]
      })
    ),
    lineEnds(
      series.map(({ name, look, points }) => ({ name, look, y: y(points[points.length - 1].p95Ms.value) })),
      bottom
    )
  ])
}

/** The zone between the loads of no gain and of gain; nothing where these are unknown. */
function turn(crossover: Crossover, { part }: Axis) {
  const zone = turnOf(crossover)
  if (zone === null) return []
  const { name, asGoodUpTo, betterFrom } = zone
  const from = part(asGoodUpTo)
  const to = part(betterFrom)
  const width = across(Math.max(0, to - from))
  const rect = { x: across(from), width, y: 20, height: loadEdges.bottom - 20, fill: shade }
  const title = `${name} gains little up to ${perSecond(asGoodUpTo)} requests/s, and pays off from ${perSecond(betterFrom)} requests/s on`
  return [
    draw('rect', rect, tooltip(title)),
    draw('text', { x: across(from), 'text-anchor': 'end', y: 14, fill: ink, ...halo }, 'little gain →|'),
    draw('text', { x: across(to), y: 14, fill: ink, ...halo }, '|→ it pays off')
  ]
}
