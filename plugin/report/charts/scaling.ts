import { area, line } from 'd3-shape'
import { counted, paragraph } from '../../concepts/wording.ts'
import { grouped, interval, perSecond, ranged, times } from '../words/numbers.ts'
import { halo, ink, muted, shade, type Look } from '../palette.ts'
import {
  across, axisHeight, curve, curves, curveWidth, draw, lineUp, plot, rangedMark, short, ticksAcross, ticksDown, upwards, type Height
} from './plot.ts'
import { linearAxis, type Axis, type WorkersAxis } from './axes.ts'
import type { Markup } from '../markup.ts'
import type { Sweep, SweepPoint } from '../../concepts/load-results.ts'

const edges = { top: 22, bottom: 242 } // in px; above the plot there is room for a label
const height = edges.bottom + axisHeight
const roomForIntervals = 1.15 // how much higher than all points the axis goes at most, for the sake of an interval
const dot: Look = { colour: ink, shape: 'disc', dash: null }

/** Throughput over the number of workers: measured, by the fitted law with its band, and what as many cores could do at best. */
export function scalingThroughput(sweep: Sweep, axis: WorkersAxis): Markup {
  const { points, law } = sweep
  const rates = points.map(({ throughputPerSecond }) => throughputPerSecond)
  const most = Math.max(...rates.map(({ value }) => value), idealOf(sweep, axis.most) ?? 0)
  const highest = Math.min(most * roomForIntervals, Math.max(most, ...rates.map(({ interval: [, high] }) => high)))
  const rateAxis = linearAxis(highest, 5, grouped)
  const unbound = upwards(rateAxis, edges)
  const y = (rate: number) => Math.min(edges.bottom, Math.max(edges.top, unbound(rate)))
  return plot({ height, label: labelOf(sweep), className: 'scaling' }, [
    ...ticksDown(rateAxis.ticks, y),
    ...ticksAcross(axis.ticks, edges.bottom),
    ...fitted(sweep, axis, y),
    ...ideal(sweep, axis, y),
    ...kneeLine(sweep, axis),
    ...points.flatMap((point) => {
      // Hollow where a law was fitted to others only.
      const look = law !== null && !point.isFitted ? { ...dot, shape: 'ring' as const } : dot
      const title = `${point.variant}: ${describeThroughput(point)}`
      return rangedMark(look, point.throughputPerSecond, { x: across(axis.part(point.workers)), y: unbound, edges, title })
    })
  ])
}

/** p95 over the number of workers, beside the throughput. */
export function scalingLatency({ name, points }: Sweep, axis: Axis, latency: Axis): Markup {
  const y = upwards(latency, edges)
  const way = line<SweepPoint>(({ workers }) => curveWidth * axis.part(workers), ({ p95Ms }) => y(p95Ms.value)).digits(1)(points)
  const label = `p95 of ${name} over its number of workers. ${points.map(describeLatency).join('; ')}.`
  return plot({ height, label, className: 'scaling' }, [
    ...ticksDown(latency.ticks, y),
    ...ticksAcross(axis.ticks, edges.bottom),
    curves(edges.bottom, points.length > 1 && curve(way, { stroke: muted, 'stroke-width': 1.5 })),
    ...points.flatMap((point) => {
      const title = `${point.variant}: ${describeLatency(point)}`
      return rangedMark(dot, point.p95Ms, { x: across(axis.part(point.workers)), y, edges, title })
    })
  ])
}

/**
 * Responses per second, if each worker did as much as the first one, as long as it has a core; null: the users who come limit them, not
 * the cores.
 */
export function idealOf({ points: [first], law, knee, cores }: Sweep, workers: number): number | null {
  if (cores === null || (law === null && knee === null)) return null
  return (law?.lambda.value ?? first.throughputPerSecond.value / first.workers) * Math.min(workers, cores)
}

function ideal(sweep: Sweep, { most, part }: WorkersAxis, y: Height): Markup[] {
  const { cores } = sweep
  const best = idealOf(sweep, most)
  if (best === null || cores === null) return []
  const corners = [0, Math.min(cores, most), most].map((workers) => [curveWidth * part(workers), y(idealOf(sweep, workers) ?? 0)])
  const d = `M${corners.map((corner) => corner.map(short)).join('L')}`
  return [
    curves(edges.bottom, curve(d, { stroke: muted, 'stroke-width': 1.5, 'stroke-dasharray': '5 4' })),
    draw('text', { x: '100%', y: short(y(best) - 6), 'text-anchor': 'end', fill: muted, ...halo }, `ideal on ${counted(cores, 'core')}`)
  ]
}

/** The law's band, its line as far as it was fitted, and, dotted, where it goes on. */
function fitted({ law, points }: Sweep, { most, part }: WorkersAxis, y: Height): Markup[] {
  if (law === null) return []
  const shown = law.curve.filter(({ workers }) => workers <= most)
  const last = Math.max(...points.filter(({ isFitted }) => isFitted).map(({ workers }) => workers))
  const x = ({ workers }: (typeof shown)[number]) => curveWidth * part(workers)
  const band = area(x, ({ interval: [low] }) => y(low), ({ interval: [, high] }) => y(high)).digits(1)(shown)
  const way = line(x, ({ throughputPerSecond }) => y(throughputPerSecond)).digits(1)
  const within = shown.filter(({ workers }) => workers <= last)
  const beyond = shown.slice(Math.max(0, within.length - 1))
  const lineOf = (steps: typeof shown, dash: string | null) =>
    steps.length > 1 && curve(way(steps), { stroke: ink, 'stroke-width': 2, 'stroke-dasharray': dash })
  return [curves(edges.bottom, [draw('path', { d: band, fill: shade }), lineOf(within, null), lineOf(beyond, '2 4')])]
}

function kneeLine({ knee }: Sweep, { part }: Axis): Markup[] {
  if (knee === null) return []
  const x = across(part(knee))
  const [dx, anchor] = part(knee) > 0.7 ? [-6, 'end'] : [6, 'start']
  const place = { x, dx, y: edges.bottom - 8, 'text-anchor': anchor, 'font-weight': 600, fill: ink, ...halo }
  return [
    lineUp(x, edges.top, edges.bottom, { stroke: ink, 'stroke-dasharray': '2 3' }),
    draw('text', place, `knee: ${counted(knee, 'worker')}`)
  ]
}

function describeThroughput({ workers, throughputPerSecond, speedup }: SweepPoint) {
  const { value, range } = ranged(throughputPerSecond)
  return `${counted(workers, 'worker')}, ${value} ${range} responses/s, ${times(speedup.value)} ${interval(speedup.interval)}`
}

function describeLatency({ workers, p95Ms }: SweepPoint) {
  const { value, range } = ranged(p95Ms)
  return `${counted(workers, 'worker')}, p95 ${value} ${range} ms`
}

function labelOf(sweep: Sweep) {
  const { name, points, cores, knee, law } = sweep
  const best = cores === null ? null : idealOf(sweep, cores)
  return paragraph([
    `Throughput of ${name} over its number of workers.`,
    `${points.map(describeThroughput).join('; ')}.`,
    cores !== null && best !== null && `Ideal on ${counted(cores, 'core')}: ${perSecond(best)} responses/s.`,
    law && 'With the curve of the Universal Scalability Law.',
    knee !== null && `Knee: ${counted(knee, 'worker')}.`
  ])
}
