import { area, line } from 'd3-shape'
import { counted, paragraph } from '../../../concepts/wording.ts'
import { linearAxis, within, type Axis, type WorkersAxis } from '../../../report/charts/axes.ts'
import {
  across,
  curve,
  curveEdges,
  curves,
  curveWidth,
  draw,
  lineUp,
  rangedCurve,
  short,
  upwards,
  type Height
} from '../../../report/charts/plot.ts'
import { halo, ink, muted, shade, type Look } from '../../../report/palette.ts'
import { grouped, interval, perSecond, rangedText, times } from '../../../report/words/numbers.ts'
import type { Sweep, SweepPoint } from '../concepts.ts'

const roomForIntervals = 1.15 // how much higher than all points the axis goes at most, for the sake of an interval
const dot: Look = { colour: ink, shape: 'disc', dash: null }

/**
 * Throughput, or capacity, over the number of workers: measured, by the fitted law with its band, and what as many
 * cores could do at best.
 */
export function scalingThroughput(sweep: Sweep, axis: WorkersAxis, { what, unit }: { what: string; unit: string }) {
  const { name, points, law, knee } = sweep
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
  return rangedCurve(
    points.map((point) => ({
      at: point.workers,
      ranged: point.throughputPerSecond,
      // Hollow where a law was fitted to others only.
      look: law !== null && !point.isFitted ? { ...dot, shape: 'ring' as const } : dot,
      title: `${point.variant}: ${describeThroughput(point, unit)}`
    })),
    {
      label,
      axis,
      values: rateAxis,
      lines: [...fitted(sweep, axis, y), ...(ideal === null ? [] : idealLine(ideal, axis, y)), ...kneeLine(sweep, axis)]
    }
  )
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

/** p95 over the number of workers, beside the throughput. */
export function scalingLatency({ name, points }: Sweep, axis: Axis, values: Axis) {
  const told = points.map(({ workers, p95Ms }) => `${counted(workers, 'worker')}, p95 ${rangedText(p95Ms)} ms`)
  return rangedCurve(
    points.map(({ variant, workers, p95Ms }, i) => ({
      at: workers,
      ranged: p95Ms,
      look: dot,
      title: `${variant}: ${told[i]}`
    })),
    { label: `p95 of ${name} over its number of workers. ${told.join('; ')}.`, axis, values }
  )
}
