import { counted, list, percent } from '../../concepts/wording.ts'
import { markup, type Markup } from '../markup.ts'
import { failZone, ink, muted, type Look } from '../palette.ts'
import { extentOf } from './scales.ts'
import { curves, plot, short, ticksAcross, ticksDown } from './plot.ts'
import { bandPath, linePath, isBand, utilizationSteps, workerSteps } from './steps.ts'
import { timeSpan, timeTicks } from './axes.ts'
import { blockOf, runTitle, timelineOf, type Block } from './timeline.ts'
import type { RunDetail } from '../../concepts/report-data.ts'

const [top, bottom] = [6, 132]
const height = bottom + 20
/** Above it an event loop has no headroom: whatever comes has to wait. */
export const busyFrom = 0.8

/**
 * How busy the event loops of the workers (solid) and of the load generator (dotted) were, on the same time axis as
 * the latencies.
 *
 * @param runs of one scenario, at least one
 * @param lookOf a variant
 */
export function timelineUtilization(runs: readonly RunDetail[], lookOf: (name: string) => Look): Markup {
  const { blocks, seconds, mostSteps } = timelineOf(runs)
  return plot({ height, label: labelOf(runs, seconds), className: 'timeline' }, [
    markup`<rect width="100%" y="${top}" height="${short(y(busyFrom) - top)}" fill="${failZone}"/>`,
    ...ticksDown([0.2, 0.4, 0.6, 0.8, 1].map((utilization) => ({ y: y(utilization), label: percent(utilization) }))),
    ...blocks.map((block) => utilizationBlock(block, { most: mostSteps, colour: lookOf(block.detail.run.variant).colour })),
    markup`<line x1="0" x2="100%" y1="${bottom}" y2="${bottom}" stroke="${muted}"/>`,
    ...ticksAcross(timeTicks(seconds), bottom)
  ])
}

/** @param utilization from 0 to 1 */
function y(utilization: number) {
  return bottom - utilization * (bottom - top)
}

function utilizationBlock(block: Block, { most, colour }: { most: number, colour: string }): Markup {
  const { detail, seconds } = block
  const workers = workerSteps(detail, { seconds, most })
  const generator = detail.generator.length === 0 ? null : utilizationSteps([detail.generator], { seconds, most })
  const stroke = markup`fill="none" stroke-linejoin="round" vector-effect="non-scaling-stroke"`
  return blockOf(block, { height, title: describe(block) }, [
    markup`<rect width="100%" y="${top}" height="${bottom - top}" fill="${colour}" fill-opacity="0.08"/>`,
    curves(height, [
      ...workers.map((steps) => isBand(detail) && markup`<path d="${bandPath(steps, y)}" fill="${colour}" fill-opacity="0.3"/>`),
      ...workers.map((steps) => markup`<path d="${linePath(steps, y)}" ${stroke} stroke="${colour}" stroke-width="1.25"/>`),
      generator && markup`<path d="${linePath(generator, y)}" ${stroke} stroke="${ink}" stroke-width="1.25" stroke-dasharray="2 2"/>`
    ]),
    workers.length === 0 && markup`<text x="50%" y="${(top + bottom) / 2}" text-anchor="middle" font-size="13" fill="${muted}">?</text>`
  ])
}

function describe(block: Block) {
  const { workers, run } = block.detail
  const busy = busyOf(block.detail)
  const loops = busy === null ? 'its event loops told too little' : `${workers.length === 1 ? 'event loop' : `event loops of ${workers.length} workers`} ${busy}`
  const generator = run.generator.utilization === null ? 'unknown' : percent(run.generator.utilization)
  return `${runTitle(block)}: ${loops}, load generator ${generator}`
}

/** @returns null: unknown */
function busyOf({ workers }: RunDetail): string | null {
  return range(workers.flatMap(({ usage }) => usage?.utilization ?? []))
}

/** @returns null: there is none */
function range(shares: readonly number[]): string | null {
  const extent = extentOf(shares)
  if (extent === null) return null
  const [low, high] = [percent(extent.min), percent(extent.max)]
  return low === high ? low : `${low} to ${high}`
}

function labelOf(runs: readonly RunDetail[], seconds: number) {
  const variants = [...Map.groupBy(runs, ({ run }) => run.variant)].map(([name, of]) => {
    const busy = range(of.flatMap(({ workers }) => workers.flatMap(({ usage }) => usage?.utilization ?? [])))
    return `${name} ${busy ?? 'unknown'}`
  })
  const generator = range(runs.flatMap(({ run }) => run.generator.utilization ?? [])) ?? 'unknown'
  return `Event-loop utilization in ${counted(runs.length, 'run')}, over ${timeSpan(seconds)}: ${list(variants)}, load generator ${generator}.`
}
