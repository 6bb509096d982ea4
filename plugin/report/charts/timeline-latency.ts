import { counted, percent } from '../../concepts/wording.ts'
import { grouped, groupedCount, milliseconds } from '../words/numbers.ts'
import { fail, muted, type Look } from '../palette.ts'
import { bandPath, linePath, stepsOf, total, type Step } from './steps.ts'
import { extentOf, logLatencyAxis, timeSpan } from './axes.ts'
import { curve, curves, curveWidth, draw, lineAcross, plot, short, ticksDown, upwards, type Height } from './plot.ts'
import { blockOf, byVariant, headHeight, timelineHead, timelineOf, type Block } from './timeline.ts'
import type { Markup } from '../markup.ts'
import type { RunDetail, TimeBin } from '../../concepts/report-data.ts'

const edges = { top: headHeight, bottom: headHeight + 132 }
const plotted = { top: edges.top + 4, bottom: edges.bottom - 2 }
const height = edges.bottom + 8

/** The latency of each run of one scenario, in the order in which they were made: a line for p50 in a band from p5 to p95. */
export function timelineLatency(runs: readonly RunDetail[], lookOf: (name: string) => Look): Markup {
  const { blocks, seconds, mostSteps } = timelineOf(runs)
  const values = runs.flatMap(({ bins }) => bins.flatMap(({ latencyMs }) => (latencyMs === null ? [] : [latencyMs.p5, latencyMs.p95])))
  const axis = logLatencyAxis(extentOf(values), plotted.bottom - plotted.top)
  const y = upwards(axis, plotted)
  const label = `Latency of ${counted(runs.length, 'run')} in their order, over ${timeSpan(seconds)}: ${byVariant(runs, medians)}.`
  return plot({ height, label, className: 'timeline' }, [
    ...timelineHead(blocks, lookOf),
    ...ticksDown(axis.ticks, y),
    ...blocks.map((block) => latencyBlock(block, { y, most: mostSteps, colour: lookOf(block.detail.run.variant).colour })),
    lineAcross(edges.bottom, muted)
  ])
}

function latencyBlock(block: Block, { y, most, colour }: { y: Height, most: number, colour: string }): Markup {
  const bins = coarser(block.detail.bins, most)
  const steps = stepsOf(bins, block.seconds)
  return blockOf(block, { height, edges, colour, title: describe(block) }, [
    curves(height, [
      draw('path', { d: bandPath(steps, y), fill: colour, 'fill-opacity': 0.3 }),
      curve(linePath(steps, y), { stroke: colour, 'stroke-width': 1.5, 'stroke-linejoin': 'round' }),
      total(bins, 'failures') > 0 && failureTicks(bins, steps)
    ])
  ])
}

/** Joins neighbours where there are more than can be told apart: the mean of their percentiles, weighted by requests. */
export function coarser(bins: readonly TimeBin[], most: number): readonly TimeBin[] {
  const together = Math.ceil(bins.length / most)
  if (together <= 1) return bins
  return Array.from({ length: Math.ceil(bins.length / together) }, (_, i) => merge(bins.slice(i * together, (i + 1) * together)))
}

function merge(bins: readonly TimeBin[]): TimeBin {
  const known = bins.flatMap(({ requests, latencyMs }) => (latencyMs === null ? [] : [{ requests, latencyMs }]))
  const mean = (percentile: 'p5' | 'p50' | 'p95') =>
    known.reduce((sum, { requests, latencyMs }) => sum + requests * latencyMs[percentile], 0) / total(known, 'requests')
  return {
    fromSeconds: bins[0].fromSeconds,
    toSeconds: bins[bins.length - 1].toSeconds,
    requests: total(bins, 'requests'),
    failures: total(bins, 'failures'),
    latencyMs: known.length === 0 ? null : { p5: mean('p5'), p50: mean('p50'), p95: mean('p95') }
  }
}

function failureTicks(bins: readonly TimeBin[], steps: readonly Step[]) {
  const failed = steps.filter((_, i) => bins[i].failures > 0)
  const ticks = failed.map(({ from, to }) => `M${short(((from + to) / 2) * curveWidth)} ${edges.bottom}v-8`)
  const [requests, failures] = [total(bins, 'requests'), total(bins, 'failures')]
  const worst = bins.reduce((a, b) => (b.failures > a.failures ? b : a))
  const most = worst.failures === failures ? 'all' : `${grouped(worst.failures)} of them`
  const title = [
    `${grouped(failures)} of ${groupedCount(requests, 'request')} failed (${percent(failures / requests)}), `,
    `${most} from ${worst.fromSeconds.toFixed(1)} s to ${worst.toSeconds.toFixed(1)} s`
  ].join('')
  return curve(ticks.join(''), { stroke: fail, 'stroke-width': 2 }, draw('title', {}, title))
}

function describe({ detail: { run: { latencyMs, requests, failures } }, seconds }: Block) {
  const latency = latencyMs ? `p50 ${milliseconds(latencyMs.p50)} ms, p95 ${milliseconds(latencyMs.p95)} ms` : 'no response that counts'
  return `${latency}; ${groupedCount(requests, 'request')} in ${timeSpan(seconds)}${failures === 0 ? '' : `, ${grouped(failures)} failed`}`
}

function medians(runs: readonly RunDetail[]) {
  const extent = extentOf(runs.flatMap(({ run }) => run.latencyMs?.p50 ?? []))
  if (extent === null) return 'without a response that counts'
  const [low, high] = [milliseconds(extent.min), milliseconds(extent.max)]
  return low === high ? `with p50 ${low} ms` : `with p50 from ${low} ms to ${high} ms`
}
