import { counted, percent } from '../../concepts/wording.ts'
import type { Markup } from '../markup.ts'
import { failZone, ink, muted, type Look } from '../palette.ts'
import { axisOf, extentOf } from './scales.ts'
import { axisHeight, curve, curves, draw, lineAcross, plot, short } from './plot.ts'
import { ticksAcross, ticksDown, upwards } from './draw-axes.ts'
import { bandPath, linePath, isBand, utilizationSteps, workerSteps } from './steps.ts'
import { timeAxis, timeSpan } from './axes.ts'
import { blockOf, byVariant, timelineOf, type Block } from './timeline.ts'
import type { RunDetail } from '../../concepts/report-data.ts'

const edges = { top: 6, bottom: 132 }
const height = edges.bottom + axisHeight
/** Above it an event loop has no headroom: whatever comes has to wait. */
export const busyFrom = 0.8
const axis = axisOf((utilization) => utilization, [0.2, 0.4, 0.6, busyFrom, 1], percent)
const y = upwards(axis, edges)

/**
 * How busy the event loops of the workers (solid) and of the load generator (dotted) were in the runs of one scenario, on
 * the same time axis as the latencies.
 */
export function timelineUtilization(runs: readonly RunDetail[], lookOf: (name: string) => Look): Markup {
  const { blocks, seconds, mostSteps } = timelineOf(runs)
  return plot({ height, label: labelOf(runs, seconds), className: 'timeline' }, [
    draw('rect', { width: '100%', y: edges.top, height: short(y(busyFrom) - edges.top), fill: failZone }),
    ...ticksDown(axis.ticks, y),
    ...blocks.map((block) => utilizationBlock(block, { most: mostSteps, colour: lookOf(block.detail.run.variant).colour })),
    lineAcross(edges.bottom, muted),
    ...ticksAcross(timeAxis(seconds).ticks, edges.bottom)
  ])
}

function utilizationBlock(block: Block, { most, colour }: { most: number, colour: string }): Markup {
  const { detail, seconds } = block
  const workers = workerSteps(detail, { seconds, most })
  const generator = detail.generator.length > 0 && utilizationSteps([detail.generator], { seconds, most })
  const thin = { 'stroke-width': 1.25, 'stroke-linejoin': 'round' }
  return blockOf(block, { height, edges, colour, title: describe(detail) }, [
    curves(height, [
      ...workers.map((steps) => isBand(detail) && draw('path', { d: bandPath(steps, y), fill: colour, 'fill-opacity': 0.3 })),
      ...workers.map((steps) => curve(linePath(steps, y), { stroke: colour, ...thin })),
      generator && curve(linePath(generator, y), { stroke: ink, ...thin, 'stroke-dasharray': '2 2' })
    ]),
    workers.length === 0 && draw('text', { x: '50%', y: y(0.5), 'text-anchor': 'middle', 'font-size': 13, fill: muted }, '?')
  ])
}

function describe(detail: RunDetail) {
  const { workers, run } = detail
  const busy = busyOf([detail])
  const name = workers.length === 1 ? 'event loop' : `event loops of ${workers.length} workers`
  const loops = busy === null ? 'its event loops told too little' : `${name} ${busy}`
  return `${loops}, load generator ${run.generator.utilization === null ? 'unknown' : percent(run.generator.utilization)}`
}

/** How busy the workers were; null: unknown. */
function busyOf(runs: readonly RunDetail[]): string | null {
  return range(runs.flatMap(({ workers }) => workers.flatMap(({ usage }) => usage?.utilization ?? [])))
}

function range(shares: readonly number[]): string | null {
  const extent = extentOf(shares)
  if (extent === null) return null
  const [low, high] = [percent(extent.min), percent(extent.max)]
  return low === high ? low : `${low} to ${high}`
}

function labelOf(runs: readonly RunDetail[], seconds: number) {
  const variants = byVariant(runs, (own) => busyOf(own) ?? 'unknown')
  const generator = range(runs.flatMap(({ run }) => run.generator.utilization ?? [])) ?? 'unknown'
  return `Event-loop utilization in ${counted(runs.length, 'run')}, over ${timeSpan(seconds)}: ${variants}, load generator ${generator}.`
}
