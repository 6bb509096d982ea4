import { line } from 'd3-shape'
import { counted } from '../../wording.ts'
import { markup, type Markup } from '../markup.ts'
import { ranged } from '../numbers.ts'
import { ink, mark, muted } from '../palette.ts'
import { across, curves, curveWidth, plot, short, ticksAcross, ticksDown } from './plot.ts'
import { whisker } from './whisker.ts'
import type { Sweep, SweepPoint } from '../../vocabulary.ts'
import type { LatencyScale } from './latency-scale.ts'
import type { WorkersAxis } from './workers-axis.ts'

/** Edges of the plot, in px. */
const edges = { top: 22, bottom: 242 }

/** p95 over the number of workers, beside the throughput. */
export function scalingLatency({ name, points }: Sweep, axis: WorkersAxis, { part, ticks }: LatencyScale): Markup {
  const y = (latencyMs: number) => edges.bottom - part(latencyMs) * (edges.bottom - edges.top)
  const way = line(({ workers }: SweepPoint) => curveWidth * axis.part(workers), ({ p95Ms }) => y(p95Ms.value)).digits(1)(points)
  const label = `p95 of ${name} over its number of workers. ${points.map(describe).join('; ')}.`
  return plot({ height: edges.bottom + 20, label, className: 'scaling' }, [
    ...ticksDown(ticks.map((tick) => ({ y: y(tick.latencyMs), label: tick.label }))),
    ...ticksAcross(axis.ticks, edges.bottom),
    curves(edges.bottom, points.length < 2 ? null : markup`<path d="${way}" fill="none" stroke="${muted}" stroke-width="1.5" vector-effect="non-scaling-stroke"/>`),
    ...points.flatMap((point) => {
      const { workers, p95Ms: { value, interval: [low, high] } } = point
      const x = across(axis.part(workers))
      return [whisker(x, { low: y(low), high: y(high), colour: ink }, edges), mark({ colour: ink, shape: 'disc', dash: null }, { x, y: short(y(value)), title: `${point.variant}: ${describe(point)}` })]
    })
  ])
}

function describe({ workers, p95Ms }: SweepPoint) {
  const { value, range } = ranged(p95Ms)
  return `${counted(workers, 'worker')}, p95 ${value} ${range} ms`
}
