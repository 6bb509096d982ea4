import { counted, list, percent } from '../../concepts/wording.ts'
import { markup, type Markup } from '../markup.ts'
import { grouped, groupedCount, milliseconds } from '../words/numbers.ts'
import { fail, muted, type Look } from '../palette.ts'
import { coarser, stepsOf, total, bandPath, linePath, type Step } from './steps.ts'
import { extentOf, logLatencyAxis, type LogLatencyAxis } from './scales.ts'
import { curves, curveWidth, plot, short, ticksDown } from './plot.ts'
import { timeSpan } from './axes.ts'
import { blockOf, runTitle, timelineOf, headHeight, timelineHead, type Block } from './timeline.ts'
import type { RunDetail, TimeBin } from '../../concepts/report-data.ts'

const bottom = headHeight + 132
const height = bottom + 8

/**
 * The latency of each run, in the order in which they were made: a line for p50 in a band from p5 to p95.
 *
 * @param runs of one scenario, at least one
 * @param lookOf a variant
 */
export function timelineLatency(runs: readonly RunDetail[], lookOf: (name: string) => Look): Markup {
  const { blocks, seconds, mostSteps } = timelineOf(runs)
  const values = runs.flatMap(({ bins }) => bins.flatMap(({ latencyMs }) => (latencyMs === null ? [] : [latencyMs.p5, latencyMs.p95])))
  const axis = logLatencyAxis(extentOf(values), { top: headHeight + 4, bottom: bottom - 2 })
  return plot({ height, label: labelOf(runs, seconds), className: 'timeline' }, [
    ...timelineHead(blocks, lookOf),
    ...ticksDown(axis.ticks),
    ...blocks.map((block) => latencyBlock(block, { axis, most: mostSteps, colour: lookOf(block.detail.run.variant).colour })),
    markup`<line x1="0" x2="100%" y1="${bottom}" y2="${bottom}" stroke="${muted}"/>`
  ])
}

function latencyBlock(block: Block, { axis, most, colour }: { axis: LogLatencyAxis, most: number, colour: string }): Markup {
  const bins = coarser(block.detail.bins, most)
  const steps = stepsOf(bins, block.seconds)
  return blockOf(block, { height, title: describe(block) }, [
    markup`<rect width="100%" y="${headHeight}" height="${bottom - headHeight}" fill="${colour}" fill-opacity="0.08"/>`,
    curves(height, [
      markup`<path d="${bandPath(steps, axis.y)}" fill="${colour}" fill-opacity="0.3"/>`,
      markup`<path d="${linePath(steps, axis.y)}" fill="none" stroke="${colour}" stroke-width="1.5" stroke-linejoin="round" vector-effect="non-scaling-stroke"/>`,
      bins.some(({ failures }) => failures > 0) && failureTicks(bins, steps)
    ])
  ])
}

/**
 * @param bins of which one has failures
 * @param steps theirs
 */
function failureTicks(bins: readonly TimeBin[], steps: readonly Step[]) {
  const ticks = steps.map(({ from, to }, i) => (bins[i].failures === 0 ? '' : `M${short(((from + to) / 2) * curveWidth)} ${bottom}v-8`))
  return markup`<path d="${ticks.join('')}" fill="none" stroke="${fail}" stroke-width="2" vector-effect="non-scaling-stroke"><title>${describeFailures(bins)}</title></path>`
}

/** @param bins of which one has failures */
function describeFailures(bins: readonly TimeBin[]) {
  const [requests, failures] = [total(bins, 'requests'), total(bins, 'failures')]
  const worst = bins.reduce((a, b) => (b.failures > a.failures ? b : a))
  const most = worst.failures === failures ? 'all' : `${grouped(worst.failures)} of them`
  return `${grouped(failures)} of ${groupedCount(requests, 'request')} failed (${percent(failures / requests)}), ${most} from ${worst.fromSeconds.toFixed(1)} s to ${worst.toSeconds.toFixed(1)} s`
}

function describe(block: Block) {
  const { run } = block.detail
  const latency = run.latencyMs === null ? 'no response that counts' : `p50 ${milliseconds(run.latencyMs.p50)} ms, p95 ${milliseconds(run.latencyMs.p95)} ms`
  const failures = run.failures === 0 ? '' : `, ${grouped(run.failures)} failed`
  return `${runTitle(block)}: ${latency}; ${groupedCount(run.requests, 'request')} in ${timeSpan(block.seconds)}${failures}`
}

function labelOf(runs: readonly RunDetail[], seconds: number) {
  const variants = [...Map.groupBy(runs, ({ run }) => run.variant)].map(([name, of]) => {
    const medians = extentOf(of.flatMap(({ run }) => (run.latencyMs === null ? [] : [run.latencyMs.p50])))
    if (medians === null) return `${name} without a response that counts`
    const [low, high] = [milliseconds(medians.min), milliseconds(medians.max)]
    return low === high ? `${name} with p50 ${low} ms` : `${name} with p50 from ${low} ms to ${high} ms`
  })
  return `Latency of ${counted(runs.length, 'run')} in their order, over ${timeSpan(seconds)}: ${list(variants)}.`
}
