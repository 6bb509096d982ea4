import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'
import { counted } from '../../concepts/wording.ts'
import { markup, type Markup } from '../markup.ts'
import { grouped, interval, perSecond, ranged, times } from '../words/numbers.ts'
import { halo, ink, mark, muted, shade } from '../palette.ts'
import { across, curves, curveWidth, plot, short, ticksAcross, ticksDown, whisker } from './plot.ts'
import type { ScalingLaw, Sweep, SweepPoint } from '../../concepts/load-results.ts'
import type { WorkersAxis } from './axes.ts'
import type { LatencyScale } from './scales.ts'

/** Edges of the plot, in px; above it there is room for a label. */
const edges = { top: 22, bottom: 242 }
/** How much higher than all points the axis goes at most, for the sake of an interval. */
const roomForIntervals = 1.15

/**
 * Throughput over the number of workers: what was measured, the law that was fitted to it with its band, and what as
 * many cores could do at best.
 */
export function scalingThroughput(sweep: Sweep, axis: WorkersAxis): Markup {
  const { points, law, knee } = sweep
  const rates = points.map(({ throughputPerSecond }) => throughputPerSecond)
  const most = Math.max(...rates.map(({ value }) => value), idealOf(sweep, axis.most) ?? 0)
  const highest = Math.min(most * roomForIntervals, Math.max(most, ...rates.map(({ interval: [, high] }) => high)))
  const scale = scaleLinear().domain([0, highest]).range([edges.bottom, edges.top])
  const y = (rate: number) => Math.min(edges.bottom, Math.max(edges.top, scale(rate)))
  return plot({ height: edges.bottom + 20, label: labelOf(sweep), className: 'scaling' }, [
    ...ticksDown(scale.ticks(5).map((rate) => ({ y: y(rate), label: grouped(rate) }))),
    ...ticksAcross(axis.ticks, edges.bottom),
    law === null ? null : curves(edges.bottom, fitted(law, sweep, { axis, y })),
    ...ideal(sweep, { axis, y }),
    knee === null ? null : kneeLine(knee, axis),
    ...points.flatMap((point) => measured(point, { sweep, axis, scale }))
  ])
}

/**
 * @param sweep with at least one point
 * @returns responses per second, if each worker did as much as the first one, as long as it has a core; null: the users
 *   who come limit them, not the cores
 */
export function idealOf({ points: [first], law, knee, cores }: Sweep, workers: number): number | null {
  if (cores === null || (law === null && knee === null)) return null
  return (law?.lambda.value ?? first.throughputPerSecond.value / first.workers) * Math.min(workers, cores)
}

/** @returns none where there is no such thing */
function ideal(sweep: Sweep, { axis, y }: { axis: WorkersAxis, y: (rate: number) => number }): Markup[] {
  const { cores } = sweep
  const best = idealOf(sweep, axis.most)
  if (best === null || cores === null) return []
  const corner = Math.min(cores, axis.most)
  const path = line()([0, corner, axis.most].map((workers) => [Number(short(curveWidth * axis.part(workers))), Number(short(y(idealOf(sweep, workers) ?? 0)))]))
  return [
    curves(edges.bottom, markup`<path d="${path}" fill="none" stroke="${muted}" stroke-width="1.5" stroke-dasharray="5 4" vector-effect="non-scaling-stroke"/>`),
    markup`<text x="100%" y="${short(y(best) - 6)}" text-anchor="end" fill="${muted}" ${halo}>ideal on ${counted(cores, 'core')}</text>`
  ]
}

/** @returns the band, the line as far as it was fitted, and, dotted, where it goes on */
function fitted({ curve }: ScalingLaw, { points }: Sweep, { axis, y }: { axis: WorkersAxis, y: (rate: number) => number }): Markup[] {
  const shown = curve.filter(({ workers }) => workers <= axis.most)
  const last = Math.max(...points.filter(({ isFitted }) => isFitted).map(({ workers }) => workers))
  const x = ({ workers }: ScalingLaw['curve'][number]) => curveWidth * axis.part(workers)
  const band = area(x, ({ interval: [low] }) => y(low), ({ interval: [, high] }) => y(high)).digits(1)(shown)
  const draw = line(x, ({ throughputPerSecond }) => y(throughputPerSecond)).digits(1)
  const within = shown.filter(({ workers }) => workers <= last)
  const beyond = shown.filter(({ workers }) => workers >= (within.at(-1)?.workers ?? 0))
  const stroke = markup`fill="none" stroke="${ink}" stroke-width="2" vector-effect="non-scaling-stroke"`
  return [
    markup`<path d="${band}" fill="${shade}"/>`,
    ...(within.length < 2 ? [] : [markup`<path d="${draw(within)}" ${stroke}/>`]),
    ...(beyond.length < 2 ? [] : [markup`<path d="${draw(beyond)}" ${stroke} stroke-dasharray="2 4"/>`])
  ]
}

function kneeLine(knee: number, axis: WorkersAxis) {
  const [x, isFar] = [across(axis.part(knee)), axis.part(knee) > 0.7]
  return markup`<line x1="${x}" x2="${x}" y1="${edges.top}" y2="${edges.bottom}" stroke="${ink}" stroke-dasharray="2 3"/><text x="${x}" dx="${isFar ? -6 : 6}" y="${edges.bottom - 8}" text-anchor="${isFar ? 'end' : 'start'}" font-weight="600" fill="${ink}" ${halo}>knee: ${counted(knee, 'worker')}</text>`
}

/** @returns its interval and its mark, hollow where a law was fitted to others only */
function measured(point: SweepPoint, { sweep, axis, scale }: { sweep: Sweep, axis: WorkersAxis, scale: (rate: number) => number }): Markup[] {
  const { workers, throughputPerSecond: { value, interval: [low, high] } } = point
  const x = across(axis.part(workers))
  const shape = sweep.law !== null && !point.isFitted ? 'ring' : 'disc'
  return [whisker(x, { low: scale(low), high: scale(high), colour: ink }, edges), mark({ colour: ink, shape, dash: null }, { x, y: short(scale(value)), title: `${point.variant}: ${describe(point)}` })]
}

function describe({ workers, throughputPerSecond, speedup }: SweepPoint) {
  const { value, range } = ranged(throughputPerSecond)
  return `${counted(workers, 'worker')}, ${value} ${range} responses/s, ${times(speedup.value)} ${interval(speedup.interval)}`
}

function labelOf(sweep: Sweep) {
  const { name, points, cores, knee, law } = sweep
  const best = cores === null ? null : idealOf(sweep, cores)
  return [
    `Throughput of ${name} over its number of workers.`,
    `${points.map(describe).join('; ')}.`,
    ...(best === null || cores === null ? [] : [`Ideal on ${counted(cores, 'core')}: ${perSecond(best)} responses/s.`]),
    ...(law === null ? [] : ['With the curve of the Universal Scalability Law.']),
    ...(knee === null ? [] : [`Knee: ${counted(knee, 'worker')}.`])
  ].join(' ')
}

/** p95 over the number of workers, beside the throughput. */
export function scalingLatency({ name, points }: Sweep, axis: WorkersAxis, { part, ticks }: LatencyScale): Markup {
  const y = (latencyMs: number) => edges.bottom - part(latencyMs) * (edges.bottom - edges.top)
  const way = line(({ workers }: SweepPoint) => curveWidth * axis.part(workers), ({ p95Ms }) => y(p95Ms.value)).digits(1)(points)
  const label = `p95 of ${name} over its number of workers. ${points.map(describeLatency).join('; ')}.`
  return plot({ height: edges.bottom + 20, label, className: 'scaling' }, [
    ...ticksDown(ticks.map((tick) => ({ y: y(tick.latencyMs), label: tick.label }))),
    ...ticksAcross(axis.ticks, edges.bottom),
    curves(edges.bottom, points.length < 2 ? null : markup`<path d="${way}" fill="none" stroke="${muted}" stroke-width="1.5" vector-effect="non-scaling-stroke"/>`),
    ...points.flatMap((point) => {
      const { workers, p95Ms: { value, interval: [low, high] } } = point
      const x = across(axis.part(workers))
      return [whisker(x, { low: y(low), high: y(high), colour: ink }, edges), mark({ colour: ink, shape: 'disc', dash: null }, { x, y: short(y(value)), title: `${point.variant}: ${describeLatency(point)}` })]
    })
  ])
}

function describeLatency({ workers, p95Ms }: SweepPoint) {
  const { value, range } = ranged(p95Ms)
  return `${counted(workers, 'worker')}, p95 ${value} ${range} ms`
}
