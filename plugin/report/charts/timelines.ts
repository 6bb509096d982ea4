import { counted, percent } from '../../concepts/wording.ts'
import { fail, failZone, ink, muted, type LookOf } from '../palette.ts'
import { grouped, groupedCount, milliseconds, timeSpan, total } from '../words/numbers.ts'
import { axisOf, extentOf, logLatencyAxis, rangeOf, timeAxis, within } from './axes.ts'
import {
  axisHeight,
  bandOf,
  curve,
  curves,
  curveWidth,
  draw,
  lineAcross,
  plot,
  short,
  ticksAcross,
  ticksDown,
  upwards,
  type Height
} from './plot.ts'
import { bandPath, lineInBand, linePath, stepsOf, type Step } from './steps.ts'
import { byVariant, drawBlock, headHeight, timelineHead, timelineOf, type Block } from './timeline.ts'
import type { RunDetail, TimeBin, UtilizationPoint } from '../../concepts/report-data.ts'

const latency = { edges: { top: headHeight, bottom: headHeight + 132 }, height: headHeight + 140 }
const plotted = { top: latency.edges.top + 4, bottom: latency.edges.bottom - 2 }
const utilization = { edges: { top: 6, bottom: 132 }, height: 132 + axisHeight }

/**
 * The latency of each run of one scenario, in the order in which they were made: a line for p50 in a band from p5 to
 * p95.
 */
export function timelineLatency(runs: readonly RunDetail[], lookOf: LookOf) {
  const { blocks, seconds, mostSteps } = timelineOf(runs)
  const ends = runs.flatMap(({ bins }) =>
    bins.flatMap(({ latencyMs }) => (latencyMs === null ? [] : [latencyMs.p5, latencyMs.p95]))
  )
  const axis = logLatencyAxis(extentOf(ends), plotted.bottom - plotted.top)
  const y = upwards(axis, plotted)
  const label = `Latency of ${counted(runs.length, 'run')} in their order, over ${timeSpan(seconds)}: ${byVariant(runs, medians)}.`
  return plot({ height: latency.height, label, className: 'timeline' }, [
    ...timelineHead(blocks, lookOf),
    ...ticksDown(axis.ticks, y),
    ...blocks.map((block) =>
      latencyBlock(block, { y, most: mostSteps, colour: lookOf(block.detail.run.variant).colour })
    ),
    lineAcross(latency.edges.bottom, { stroke: muted })
  ])
}

function latencyBlock(block: Block, { y, most, colour }: { y: Height; most: number; colour: string }) {
  const { seconds } = block
  const { latencyMs } = block.detail.run
  const bins = coarser(block.bins, most)
  const steps = stepsOf(bins, seconds)
  const requests = total(bins, 'requests')
  const failures = total(bins, 'failures')
  const percentiles = latencyMs
    ? `p50 ${milliseconds(latencyMs.p50)} ms, p95 ${milliseconds(latencyMs.p95)} ms`
    : 'no counted responses'
  const failed = failures === 0 ? '' : `, ${grouped(failures)} failed`
  const title = `${percentiles}; ${groupedCount(requests, 'request')} in ${timeSpan(seconds)}${failed}`
  return drawBlock(block, { ...latency, colour, title }, [
    curves(latency.height, [...lineInBand(steps, y, colour), failures > 0 && failureTicks(bins, steps)])
  ])
}

/**
 * Joins neighbours where there are more than can be told apart: the mean of their percentiles, weighted by requests.
 */
export function coarser(bins: readonly TimeBin[], most: number): readonly TimeBin[] {
  const together = Math.ceil(bins.length / most)
  if (together <= 1) return bins
  return Array.from({ length: Math.ceil(bins.length / together) }, (_, i) => {
    const own = bins.slice(i * together, (i + 1) * together)
    const known = own.flatMap(({ requests, latencyMs }) => (latencyMs === null ? [] : [{ requests, latencyMs }]))
    const mean = (percentile: 'p5' | 'p50' | 'p95') =>
      known.reduce((sum, { requests, latencyMs }) => sum + requests * latencyMs[percentile], 0) /
      total(known, 'requests')
    const latencyMs = known.length === 0 ? null : { p5: mean('p5'), p50: mean('p50'), p95: mean('p95') }
    const sums = { requests: total(own, 'requests'), failures: total(own, 'failures') }
    return { fromSeconds: own[0].fromSeconds, toSeconds: own[own.length - 1].toSeconds, ...sums, latencyMs }
  })
}

function failureTicks(bins: readonly TimeBin[], steps: readonly Step[]) {
  const ticks = steps
    .filter((_, i) => bins[i].failures > 0)
    .map(({ from, to }) => `M${short(((from + to) / 2) * curveWidth)} ${latency.edges.bottom}v-8`)
  const requests = total(bins, 'requests')
  const failures = total(bins, 'failures')
  const worst = bins.reduce((a, b) => (b.failures > a.failures ? b : a))
  const share = `${grouped(failures)} of ${groupedCount(requests, 'request')} failed (${percent(failures / requests)})`
  const most = worst.failures === failures ? 'all' : `${grouped(worst.failures)} of them`
  const title = `${share}, ${most} from ${worst.fromSeconds.toFixed(1)} s to ${worst.toSeconds.toFixed(1)} s`
  return curve(ticks.join(''), { stroke: fail, 'stroke-width': 2 }, title)
}

function medians(runs: readonly RunDetail[]) {
  const range = rangeOf(
    runs.flatMap(({ run }) => run.latencyMs?.p50 ?? []),
    (ms) => `${milliseconds(ms)} ms`
  )
  return range.length === 0
    ? 'without counted responses'
    : `with p50 ${range.length > 1 ? 'from ' : ''}${range.join(' to ')}`
}

export const busyFrom = 0.8 // above it an event loop has no headroom: whatever comes has to wait
const utilizationAxis = axisOf((share) => share, [0.2, 0.4, 0.6, busyFrom, 1], percent)
const yOf = upwards(utilizationAxis, utilization.edges)
export const mostLines = 4 // more lines hide each other

/**
 * How busy the event loops of the workers (solid) and of the load generator (dotted) were, on the same time axis as the
 * latencies.
 */
export function timelineUtilization(runs: readonly RunDetail[], lookOf: LookOf) {
  const { top, bottom } = utilization.edges
  const { blocks, seconds, mostSteps } = timelineOf(runs)
  const loops = `${byVariant(runs, (own) => busyOf(own) || 'unknown')}, load generator ${generatorOf(runs)}`
  const label = `Event-loop utilization in ${counted(runs.length, 'run')}, over ${timeSpan(seconds)}: ${loops}.`
  return plot({ height: utilization.height, label, className: 'timeline' }, [
    draw('rect', { width: '100%', y: top, height: short(yOf(busyFrom) - top), fill: failZone }),
    ...ticksDown(utilizationAxis.ticks, yOf),
    ...blocks.map((block) => utilizationBlock(block, mostSteps, lookOf(block.detail.run.variant).colour)),
    lineAcross(bottom, { stroke: muted }),
    ...ticksAcross(timeAxis(seconds).ticks, bottom)
  ])
}

function utilizationBlock(block: Block, most: number, colour: string) {
  const { detail, ...span } = block
  const busy = busyOf([detail])
  const name = detail.workers.length === 1 ? 'event loop' : `event loops of ${detail.workers.length} workers`
  const told = busy === '' ? 'its event loops reported too little' : `${name} ${busy}`
  const title = `${told}, load generator ${generatorOf([detail])}`
  const known = knownLoops(detail)
  const groups = isBand(detail) ? [known] : known.map((loop) => [loop])
  const workers = groups.map((loops) => utilizationSteps(loops, { ...span, most }))
  const thin = { 'stroke-width': 1.25, 'stroke-linejoin': 'round' }
  const generator = utilizationSteps([detail.generator], { ...span, most })
  return drawBlock(block, { ...utilization, colour, title }, [
    curves(utilization.height, [
      ...workers.map((steps) => isBand(detail) && bandOf(bandPath(steps, yOf), colour, 0.3)),
      ...workers.map((steps) => curve(linePath(steps, yOf), { stroke: colour, ...thin })),
      detail.generator.length > 0 &&
        curve(linePath(generator, yOf), { stroke: ink, ...thin, 'stroke-dasharray': '2 2' })
    ]),
    workers.length === 0 &&
      draw('text', { x: '50%', y: yOf(0.5), 'text-anchor': 'middle', 'font-size': 13, fill: muted }, '?')
  ])
}

/** How busy the workers were; empty: unknown. */
const busyOf = (runs: readonly RunDetail[]) =>
  rangeOf(
    runs.flatMap(({ workers }) => workers.flatMap(({ usage }) => usage?.utilization ?? [])),
    percent
  ).join(' to ')

const generatorOf = (runs: readonly RunDetail[]) =>
  rangeOf(
    runs.flatMap(({ run }) => run.generator.utilization ?? []),
    percent
  ).join(' to ') || 'unknown'

/** Whether too many workers of a run told how busy they were for a line each. */
export const isBand = (detail: RunDetail): boolean => knownLoops(detail).length > mostLines

const knownLoops = ({ workers }: RunDetail) =>
  workers.map((worker) => worker.utilization).filter((points) => points.length > 0)

const nearSeconds = 1 // a reading may come as late

/**
 * The mean utilization in equal steps of a part of a run, at most as many as points: the median event loop between the
 * least and the most busy.
 */
export function utilizationSteps(
  loops: readonly UtilizationPoint[][],
  { sinceSeconds = 0, seconds, most }: { sinceSeconds?: number; seconds: number; most: number }
): Step[] {
  const isNear = ({ seconds: at }: UtilizationPoint) =>
    sinceSeconds === 0 || (at >= sinceSeconds - nearSeconds && at <= sinceSeconds + seconds + nearSeconds)
  const count = Math.min(most, Math.max(...loops.map((points) => points.filter(isNear).length)))
  return Array.from({ length: count }, (_, i) => {
    const from = i / count
    const to = (i + 1) / count
    const values = loops
      .flatMap((points) => meanOver(points, sinceSeconds + from * seconds, sinceSeconds + to * seconds) ?? [])
      .sort((a, b) => a - b)
    const low = values[0]
    const middle = values[values.length >> 1]
    const high = values[values.length - 1]
    return { from, to, value: values.length === 0 ? null : { low, middle, high } }
  })
}

/** The mean utilization in that time; null: unknown. */
function meanOver(points: readonly UtilizationPoint[], fromSeconds: number, toSeconds: number) {
  let covered = 0
  let busy = 0
  points.forEach((point, i) => {
    const overlap = Math.max(0, Math.min(point.seconds, toSeconds) - Math.max(points[i - 1]?.seconds ?? 0, fromSeconds))
    covered += overlap
    busy += overlap * within(point.utilization)
  })
  return covered === 0 ? null : busy / covered
}
