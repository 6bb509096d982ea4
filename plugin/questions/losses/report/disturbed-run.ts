import { list, paragraph, percent } from '../../../concepts/wording.ts'
import type { Disturbed, LossKind } from '../concepts/disturbances.ts'
import type { Life } from '../../../concepts/spans.ts'
import { fail, halo, ink, mark, muted, page, shade, type Look } from '../../../report/palette.ts'
import { disturbanceWords } from './loss-sentences.ts'
import { grouped, groupedCount, milliseconds, total } from '../../../report/words/numbers.ts'
import {
  extentOf,
  linearAxis,
  logLatencyAxis,
  rangeOf,
  timeAxis,
  within,
  type Axis
} from '../../../report/charts/axes.ts'
import {
  across,
  axisHeight,
  curve,
  curves,
  curveWidth,
  draw,
  filledLine,
  lineAcross,
  linePath,
  lineUp,
  p95Line,
  plot,
  short,
  ticksAcross,
  ticksDown,
  tooltip,
  upwards,
  type Height
} from '../../../report/charts/plot.ts'
import type { RunDetail } from '../../../concepts/report-data.ts'
import type { DisturbedDetail } from '../concepts/losses.ts'

/** A run that is shown in detail. */
export type DisturbedRun = RunDetail & { disturbed: DisturbedDetail }
export const isDrawn = (detail: RunDetail): detail is DisturbedRun => detail.disturbed !== null

const shapes: Record<LossKind, Look['shape']> = {
  refused: 'cross',
  reset: 'diamond',
  'cut off': 'triangle',
  'timed out': 'square',
  'server error': 'disc',
  other: 'ring'
}
export const lossLook = (kind: LossKind): Look => ({ colour: fail, shape: shapes[kind], dash: null })
/** The end of a worker that was ended by a signal. */
export const endLook: Look = { colour: ink, shape: 'cross', dash: null }
/** Of the bars of a worker's life. */
export const leaving = { fill: page, 'fill-opacity': 1, 'stroke-width': 1.5 }
export const frozen = { ...leaving, 'stroke-dasharray': '2 2' }

const latencyPx = 110
const throughputPx = 40
const titlePx = 24
const labelPx = { row: 14, narrowest: 260, character: 6.5 } // narrowest: how wide the plot is on a phone

/** What pictures must have in common, to be compared. perSecond: most answers */
export function scalesOf(details: readonly DisturbedRun[]) {
  const all = details.flatMap(({ disturbed: { answered, lost, slices } }) =>
    [answered, ...lost].flatMap(({ latencyMs }) => latencyMs).concat(slices.flatMap(({ p95Ms }) => p95Ms ?? []))
  )
  return {
    latency: extentOf(all),
    perSecond: Math.max(1, ...details.flatMap(({ disturbed }) => disturbed.slices.map(perSecondIn)))
  }
}

/**
 * Above one another, over the seconds around the disturbances: each request at its latency, lost ones by shapes of
 * their own, with the p95; the answers per second; the lives of the workers.
 */
export function disturbedRun(detail: DisturbedRun, look: Look, scales: ReturnType<typeof scalesOf>) {
  const {
    run: { disturbances, lives },
    disturbed: { slices, answered, lost }
  } = detail
  const time = timeAxis(slices[slices.length - 1].toSeconds, slices[0].fromSeconds)
  const partOf = partsOf(detail, time)
  const moments = momentsOf(disturbances, partOf)
  const top = labelPx.row * Math.max(1, ...moments.map(({ row }) => row + 1)) + 10
  const latency = { top, bottom: top + latencyPx }
  const throughput = { top: latency.bottom + titlePx, bottom: latency.bottom + titlePx + throughputPx }
  const lanes = lanesOf(lives)
  const lanePx = lanes.length > 16 ? 5 : 12
  const bottom = throughput.bottom + (lanes.length === 0 ? 2 : titlePx + lanePx * lanes.length + 2)
  const axis = logLatencyAxis(scales.latency, latencyPx - 12)
  const y = upwards(axis, { top: latency.top + 6, bottom: latency.bottom - 6 })
  const rates = linearAxis(1.05 * scales.perSecond, 2, grouped)
  const yOfRate = upwards(rates, throughput)
  const p95 = linePath(
    stepsOver(detail, time, ({ p95Ms }) => p95Ms),
    y
  )
  return plot({ height: bottom + axisHeight, label: labelOf(detail), className: 'disturbed' }, [
    ...moments.map(
      ({ from, to }) =>
        to > from &&
        draw('rect', { x: across(from), width: across(to - from), y: top, height: bottom - top, fill: shade })
    ),
    ...ticksDown(axis.ticks, y),
    ...ticksDown(rates.ticks, yOfRate),
    curves(bottom, [
      dots(answered, { time, y, colour: look.colour }),
      ...p95Line(p95),
      ...filledLine(stepsOver(detail, time, perSecondIn), yOfRate, look.colour)
    ]),
    ...moments.flatMap((moment) => momentMarks(moment, bottom)),
    ...lost.map((own) =>
      draw('g', {}, [
        tooltip(`${grouped(own.requests)} ${own.kind}`),
        ...own.seconds.map((seconds, i) =>
          mark(lossLook(own.kind), { x: across(within(time.part(seconds))), y: short(y(own.latencyMs[i])) })
        )
      ])
    ),
    titleAbove('Responses per second', throughput.top),
    lanes.length > 0 && titleAbove('Workers', throughput.bottom + titlePx),
    ...lanes.flatMap((lane, i) =>
      lane.map((life) =>
        bars(life, {
          disturbances,
          partOf,
          colour: look.colour,
          y: throughput.bottom + titlePx + lanePx * (i + 0.5),
          height: lanePx - 3
        })
      )
    ),
    lineAcross(bottom, { stroke: muted }),
    ...ticksAcross(time.ticks, bottom)
  ])
}

type PartOf = ReturnType<typeof partsOf>

/** @returns where on the axis a moment is, in milliseconds, as originMs of its run */
const partsOf =
  ({ beganMs }: RunDetail, time: Axis) =>
  (ms: number) =>
    within(time.part((ms - beganMs) / 1000))

const titleAbove = (title: string, top: number) =>
  draw('text', { x: 0, y: top - 6, fill: muted, 'font-weight': 600, ...halo }, title)

function labelOf({ run: { variant, round, disturbances }, disturbed: { answered, lost, slices } }: DisturbedRun) {
  const losses = total(lost, 'requests')
  const all = losses + answered.requests
  const kinds = losses === 0 ? '' : ` (${lost.map(({ kind, requests }) => `${grouped(requests)} ${kind}`).join(', ')})`
  const p95 = rangeOf(
    slices.flatMap(({ p95Ms }) => p95Ms ?? []),
    (ms) => `${milliseconds(ms)} ms`
  )
  const share = all === 0 ? '' : `, ${percent(losses / all)}`
  return paragraph([
    `Requests of ${variant}, round ${round}, around these disturbances: ${list(disturbances.map(disturbanceWords))}.`,
    `${grouped(losses)} of ${grouped(all)} were lost${kinds}${share}; p95 ${p95.join(' to ') || 'unknown'}.`
  ])
}

type Moment = ReturnType<typeof momentsOf>[number]

/**
 * When the disturbances began and were done, as parts of the axis; row: of the label, such that none hides another on a
 * phone.
 */
function momentsOf(disturbances: readonly Disturbed[], partOf: PartOf) {
  const rowEnds: number[] = []
  return disturbances.map((disturbed) => {
    const from = partOf(disturbed.beganMs)
    const to = partOf(disturbed.doneMs ?? disturbed.beganMs)
    const width = (disturbed.kind.length * labelPx.character + 10) / labelPx.narrowest
    const isAtEnd = from + width > 1
    const left = isAtEnd ? from - width : from
    const free = rowEnds.findIndex((end) => end <= left)
    const row = free < 0 ? rowEnds.length : free
    rowEnds[row] = left + width
    return { disturbed, from, to, row, isAtEnd }
  })
}

function momentMarks({ disturbed, from, row, isAtEnd }: Moment, bottom: number) {
  const x = across(from)
  const y = labelPx.row * row
  const words = `${disturbanceWords(disturbed)}${disturbed.problem === null ? '' : `: ${disturbed.problem}`}`
  const place = {
    x,
    dx: isAtEnd ? -4 : 4,
    y: y + 11,
    'text-anchor': isAtEnd ? 'end' : 'start',
    fill: ink,
    'font-weight': 600,
    ...halo
  }
  return [
    lineUp(x, y, bottom, { stroke: ink, 'stroke-width': 1.5 }),
    draw('text', place, [tooltip(words), disturbed.kind])
  ]
}

function dots(
  { requests, seconds, latencyMs }: DisturbedDetail['answered'],
  { time, y, colour }: { time: Axis; y: Height; colour: string }
) {
  // Whole dots at the edges, too; half a pixel is as fine as screens are.
  const d = seconds.map((at, i) => {
    const x = Math.round(within(time.part(at), 0.004, 0.996) * curveWidth)
    return `M${x} ${Math.round(2 * y(latencyMs[i])) / 2}h0`
  })
  const drawn = seconds.length < requests ? `, of which ${grouped(seconds.length)} are drawn` : ''
  return curve(
    d.join(''),
    { stroke: colour, 'stroke-width': 3, 'stroke-linecap': 'round', 'stroke-opacity': 0.45 },
    `${groupedCount(requests, 'answer')}${drawn}`
  )
}

type Slice = DisturbedDetail['slices'][number]

/** @param value of a slice; null: unknown */
const stepsOver = (detail: DisturbedRun, time: Axis, value: (slice: Slice) => number | null) =>
  detail.disturbed.slices.map((slice) => ({
    from: time.part(slice.fromSeconds),
    to: time.part(slice.toSeconds),
    value: value(slice)
  }))

const perSecondIn = ({ answered, fromSeconds, toSeconds }: Slice) => answered / (toSeconds - fromSeconds)

/** Who comes when another is gone takes its lane, so that a gap in it is a time without a worker. */
function lanesOf(lives: readonly Life[]) {
  const lanes: Life[][] = []
  for (const life of lives.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const free = lanes.find((lane) => (lane[lane.length - 1].toMs ?? Infinity) <= life.fromMs)
    if (free === undefined) lanes.push([life])
    else free.push(life)
  }
  return lanes
}

type Lane = { disturbances: readonly Disturbed[]; partOf: PartOf; colour: string; y: number; height: number }

/** @returns when a worker that was still there was told to leave; Infinity: it was not */
export const toldToLeave = ({ pid, toMs }: Life, disturbances: readonly Disturbed[]) =>
  Math.min(
    ...disturbances.flatMap(({ told }) =>
      told.filter((own) => own.pid === pid && own.atMs < (toMs ?? Infinity)).map(({ atMs }) => atMs)
    )
  )

/** Filled while it serves, hollow from when it was told to leave, dashed while it is frozen. */
function bars(life: Life, { disturbances, partOf, colour, y, height }: Lane) {
  const { pid, fromMs, bySignal } = life
  const endMs = life.toMs ?? Infinity
  const toldMs = toldToLeave(life, disturbances)
  const frozenSpans = disturbances
    .filter(({ kind, pids }) => kind === 'freeze' && pids.includes(pid))
    .map(({ beganMs, doneMs }) => [beganMs, Math.min(endMs, doneMs ?? endMs)])
  const bar = (beginMs: number, finishMs: number, style: object) => {
    const from = partOf(beginMs)
    const to = partOf(finishMs)
    const place = { x: across(from), width: across(to - from), y: short(y - height / 2), height }
    return to > from && draw('rect', { ...place, fill: colour, stroke: colour, ...style })
  }
  const ends =
    life.toMs === null
      ? 'there until the end'
      : bySignal
        ? 'killed by a signal'
        : toldMs < Infinity
          ? 'exited as told'
          : 'exited'
  const end = partOf(endMs)
  return draw('g', {}, [
    tooltip(`PID ${pid}: ${ends}`),
    bar(fromMs, Math.min(endMs, toldMs), { 'fill-opacity': 0.6, 'stroke-width': 0 }),
    bar(toldMs, endMs, leaving),
    ...frozenSpans.map(([from, to]) => bar(from, to, frozen)),
    bySignal && end > 0 && mark(endLook, { x: across(end), y: short(y) })
  ])
}
