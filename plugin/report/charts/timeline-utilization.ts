import { counted, percent } from '../../concepts/wording.ts'
import { failZone, ink, muted, type Look } from '../palette.ts'
import { axisOf, extentOf, timeAxis, timeSpan } from './axes.ts'
import { axisHeight, curve, curves, draw, lineAcross, plot, short, ticksAcross, ticksDown, upwards } from './plot.ts'
import { bandPath, linePath, type Step } from './steps.ts'
import { blockOf, byVariant, timelineOf, type Block } from './timeline.ts'
import type { Markup } from '../markup.ts'
import type { RunDetail, UtilizationPoint } from '../../concepts/report-data.ts'

const edges = { top: 6, bottom: 132 }
const height = edges.bottom + axisHeight
/** Above it an event loop has no headroom: whatever comes has to wait. */
export const busyFrom = 0.8
const axis = axisOf((utilization) => utilization, [0.2, 0.4, 0.6, busyFrom, 1], percent)
const y = upwards(axis, edges)
/** More lines than these hide each other. */
export const mostLines = 4

/** How busy the event loops of the workers (solid) and of the load generator (dotted) were in the runs of one scenario, over time. */
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
  const known = knownLoops(detail)
  const groups = isBand(detail) ? [known] : known.map((loop) => [loop])
  const workers = groups.map((loops) => utilizationSteps(loops, { seconds, most }))
  const thin = { 'stroke-width': 1.25, 'stroke-linejoin': 'round' }
  const generatorLine = () => linePath(utilizationSteps([detail.generator], { seconds, most }), y)
  return blockOf(block, { height, edges, colour, title: describe(detail) }, [
    curves(height, [
      ...workers.map((steps) => isBand(detail) && draw('path', { d: bandPath(steps, y), fill: colour, 'fill-opacity': 0.3 })),
      ...workers.map((steps) => curve(linePath(steps, y), { stroke: colour, ...thin })),
      detail.generator.length > 0 && curve(generatorLine(), { stroke: ink, ...thin, 'stroke-dasharray': '2 2' })
    ]),
    workers.length === 0 && draw('text', { x: '50%', y: y(0.5), 'text-anchor': 'middle', 'font-size': 13, fill: muted }, '?')
  ])
}

/** Whether too many workers of a run told how busy they were for a line each. */
export function isBand(detail: RunDetail): boolean {
  return knownLoops(detail).length > mostLines
}

function knownLoops({ workers }: RunDetail) {
  return workers.map(({ utilization }) => utilization).filter((points) => points.length > 0)
}

/**
 * The mean utilization in equal steps of a run's time, of which there are no more than points: the median event loop between the least
 * and the most busy.
 */
export function utilizationSteps(loops: readonly UtilizationPoint[][], { seconds, most }: { seconds: number, most: number }): Step[] {
  const count = Math.min(most, Math.max(...loops.map((points) => points.length)))
  return Array.from({ length: count }, (_, i) => {
    const [from, to] = [i / count, (i + 1) / count]
    const values = loops.flatMap((points) => meanOver(points, from * seconds, to * seconds) ?? []).sort((a, b) => a - b)
    const [low, middle, high] = [values[0], values[values.length >> 1], values[values.length - 1]]
    return { from, to, value: values.length === 0 ? null : { low, middle, high } }
  })
}

/** The mean utilization in that time; null: unknown. */
function meanOver(points: readonly UtilizationPoint[], fromSeconds: number, toSeconds: number): number | null {
  let [covered, busy] = [0, 0]
  points.forEach(({ seconds, utilization }, i) => {
    const since = points[i - 1]?.seconds ?? 0
    const overlap = Math.max(0, Math.min(seconds, toSeconds) - Math.max(since, fromSeconds))
    covered += overlap
    busy += overlap * Math.min(1, Math.max(0, utilization))
  })
  return covered === 0 ? null : busy / covered
}

function describe(detail: RunDetail) {
  const { workers, run: { generator } } = detail
  const busy = busyOf([detail])
  const name = workers.length === 1 ? 'event loop' : `event loops of ${workers.length} workers`
  const loops = busy === 'unknown' ? 'its event loops told too little' : `${name} ${busy}`
  return `${loops}, load generator ${generator.utilization === null ? 'unknown' : percent(generator.utilization)}`
}

/** How busy the workers were. */
function busyOf(runs: readonly RunDetail[]): string {
  return range(runs.flatMap(({ workers }) => workers.flatMap(({ usage }) => usage?.utilization ?? [])))
}

function range(shares: readonly number[]): string {
  const extent = extentOf(shares)
  if (extent === null) return 'unknown'
  const [low, high] = [percent(extent.min), percent(extent.max)]
  return low === high ? low : `${low} to ${high}`
}

function labelOf(runs: readonly RunDetail[], seconds: number) {
  const generator = range(runs.flatMap(({ run }) => run.generator.utilization ?? []))
  return `Event-loop utilization in ${counted(runs.length, 'run')}, over ${timeSpan(seconds)}: ${byVariant(runs, busyOf)}, load generator ${generator}.`
}
