import { area, line } from 'd3-shape'
import { gridLine, halo, ink, mark, muted, shade, type Look, type LookOf } from '../palette.ts'
import { milliseconds, times } from '../words/numbers.ts'
import { extentOf, logLatencyAxis, markedPercentiles, type Axis, type PercentileAxis } from './axes.ts'
import {
  across,
  bandOf,
  curve,
  curves,
  curveWidth,
  draw,
  lineAcross,
  lineEnds,
  lineOf,
  lineUp,
  plot,
  plotOfLines,
  short,
  speedupsDown,
  ticksAcross,
  ticksDown,
  upwards,
  type Height
} from './plot.ts'
import { geometricMean, meanBy, sumBy } from '../../statistics/descriptive.ts'
import type { RunDetail } from '../../concepts/report-data.ts'

/**
 * A variant's curve over percentiles, and how far its rounds are apart: in ms, or speedups; value: their geometric
 * mean.
 */
export type Quantiles = ReturnType<typeof quantilesOf>[number]
type QuantilePoint = Quantiles['points'][number]

const inMs = (latencyMs: number) => `${milliseconds(latencyMs)} ms`

/** edges: of the plot, in px; tell: to those who can't see it */
const kinds = {
  latency: {
    edges: { top: 18, bottom: 300 }, // above the curves there is room for the values at the highest marks
    write: inMs,
    tell: (metric: string, text: string) => `${metric} ${text}`
  },
  // Below the latencies, and with the same axis.
  speedup: {
    edges: { top: 0, bottom: 130 },
    write: times,
    tell: (metric: string, text: string) => `${text} at ${metric}`
  }
}

const minor = ['min', 'p75', 'p90'] // a narrow page has no room for these

/** A line a variant, a band from its fastest to its slowest round. */
export function percentileCurves(
  all: readonly Quantiles[],
  kind: keyof typeof kinds,
  { percentiles, values, title }: { percentiles: PercentileAxis; values: Axis; title: string }
) {
  const { edges, write, tell } = kinds[kind]
  const { bottom } = edges
  const { part, thinFrom, ticks } = percentiles
  const x = ({ probability }: QuantilePoint) => curveWidth * part(probability)
  const y = upwards(values, edges)
  const band = area(
    x,
    ({ least }) => y(least),
    ({ most }) => y(most)
  ).digits(1)
  const way = line(x, ({ value }) => y(value)).digits(1)
  const ticksOf = (isMinor: boolean) =>
    ticksAcross(
      ticks.filter(({ label }) => minor.includes(label) === isMinor),
      bottom
    )
  const told = all.map((quantiles) => {
    const figures = markedOf(quantiles).map(({ metric, value }) => tell(metric, write(value)))
    return `${quantiles.name}: ${figures.join(', ')}`
  })
  const ends = all.map(({ name, look, points }) => ({ name, look, y: y(points[points.length - 1].value) }))
  return plotOfLines({ bottom, label: `${title}. ${told.join('; ')}.`, className: 'percentiles' }, [
    // Where too few responses are beyond a percentile to say much about it.
    thinFrom < 1 && draw('rect', { x: across(thinFrom), width: across(1 - thinFrom), height: bottom, fill: shade }),
    kind === 'latency' ? ticksDown(values.ticks, y) : speedupsDown(values, y),
    ticksOf(false),
    draw('g', { class: 'roomy' }, ticksOf(true)),
    curves(
      bottom,
      all.toReversed().map(({ look, points }) => [bandOf(band(points), look.colour), lineOf(way(points), look)])
    ),
    // Where lines cross, their marks tell whose they are.
    all.map((quantiles) =>
      markedOf(quantiles).map(({ metric, probability, value }) =>
        mark(quantiles.look, {
          x: across(part(probability)),
          y: short(y(value)),
          title: `${quantiles.name}, ${metric}: ${write(value)}`
        })
      )
    ),
    kind === 'latency' && [extremes(all, percentiles, y), lineEnds(ends, bottom)]
  ])
}

/** The highest value of each percentile above its mark, the lowest below: nothing is drawn there. */
const extremes = (all: readonly Quantiles[], { part }: PercentileAxis, y: Height) =>
  markedPercentiles.flatMap(({ probability }) => {
    const values = all.map((quantiles) => valueAt(quantiles, probability) ?? NaN)
    const style = { 'text-anchor': 'middle', 'font-weight': 600, fill: ink, ...halo }
    const text = (latencyMs: number, at: number) =>
      draw('text', { x: across(part(probability)), y: short(at), ...style }, inMs(latencyMs))
    const { min, max } = extentOf(values)!
    const below = y(min) + 19
    return [text(max, y(max) - 10), all.length > 1 && below < kinds.latency.edges.bottom - 2 && text(min, below)]
  })

/** The points at the percentiles that have marks. */
const markedOf = (quantiles: Quantiles) =>
  markedPercentiles.flatMap(({ metric, probability }) => {
    const value = valueAt(quantiles, probability)
    return value === undefined ? [] : [{ metric, probability, value }]
  })

/** The value at a percentile; undefined: there is no such point. */
export const valueAt = ({ points }: Quantiles, probability: number) =>
  points.find((point) => point.probability === probability)?.value

/**
 * Of every variant that was seen in the details, which have responses that count.
 *
 * @param valueIn of a run, at a percentile: its latency, in ms, or its speedup; NaN: it has none
 */
export const quantilesOf = (
  { names, lookOf }: { names: readonly string[]; lookOf: LookOf },
  details: readonly RunDetail[],
  probabilities: readonly number[],
  valueIn = latencyAt
) =>
  names.flatMap((name) => {
    const rounds = details.filter(({ run }) => run.variant === name)
    const points = probabilities.flatMap((probability) => {
      const values = rounds.map((detail) => valueIn(detail, probability)).filter((value) => !Number.isNaN(value))
      return values.length === 0
        ? []
        : [{ probability, value: geometricMean(values), least: Math.min(...values), most: Math.max(...values) }]
    })
    return points.length === 0 ? [] : [{ name, look: lookOf(name), points }]
  })

/** @returns the speedup of a candidate's run over the baseline's of its round; NaN: there is none */
export function speedupsOver(baseline: string, details: readonly RunDetail[]) {
  const baselineOf = new Map(
    details.filter(({ run }) => run.variant === baseline).map((detail) => [detail.run.round, detail])
  )
  return (detail: RunDetail, probability: number) => {
    const before = baselineOf.get(detail.run.round) ?? detail
    const speedup = latencyAt(before, probability) / latencyAt(detail, probability)
    return before !== detail && speedup > 0 && Number.isFinite(speedup) ? speedup : NaN
  }
}

/** The latency of a run at a percentile in ms, interpolated by probability. */
function latencyAt({ run, quantiles }: RunDetail, probability: number) {
  // What the run itself keeps, so that curves agree with all that is computed from it.
  const kept = markedPercentiles.find((percentile) => percentile.probability === probability)
  if (kept !== undefined && run.latencyMs !== null) return run.latencyMs[kept.metric]
  const above = quantiles.findIndex((quantile) => quantile.probability >= probability)
  if (above <= 0) return quantiles.at(above)?.latencyMs ?? NaN
  const from = quantiles[above - 1]
  const to = quantiles[above]
  return (
    from.latencyMs +
    ((to.latencyMs - from.latencyMs) * (probability - from.probability)) / (to.probability - from.probability)
  )
}

/** A variant with its runs, each of which has latencies. */
type Latencies = { name: string; look: Look; runs: RunDetail[] }

const steps = 90 // of the axis
const rowHeight = 56 // in px
const hill = 46 // in px
const widthPx = 110 // so narrow that few ticks are asked for, which have room on a phone

/** How often each latency came, over all rounds: a hill a variant, on one logarithmic axis, all drawn to one scale. */
export function densities(all: readonly Latencies[]) {
  const quantiles = all.flatMap(({ runs }) => runs.flatMap((run) => run.quantiles))
  const axis = logLatencyAxis(extentOf(quantiles.map(({ latencyMs }) => latencyMs)), widthPx)
  const rows = all.map((one) => ({ ...one, weights: smoothed(weightsOf(one.runs, axis)), p50: medianOf(one.runs) }))
  const most = Math.max(...rows.flatMap(({ weights }) => weights))
  const bottom = rowHeight * rows.length
  const told = rows.map(({ name, p50 }) => `${name}: half of them below ${milliseconds(p50)} ms`)
  const label = `How often each latency came, over all rounds. ${told.join('; ')}.`
  return plot({ height: bottom + 20, label, className: 'densities' }, [
    axis.ticks.map(({ part }) => lineUp(across(part), 0, bottom, { stroke: gridLine })),
    rows.map(({ name, look, weights, p50 }, i) => {
      const foot = rowHeight * (i + 1)
      const shape = area<number>(
        (_, step) => Math.round((curveWidth * step) / (weights.length - 1)),
        foot,
        (weight) => foot - (hill * weight) / most
      ).digits(1)
      const line = { fill: look.colour, 'fill-opacity': 0.3, stroke: look.colour, 'stroke-width': 1.5 }
      return [
        curves(bottom, curve(shape(weights), line, name)),
        lineAcross(foot, { stroke: muted }),
        mark(look, { x: across(axis.part(p50)), y: short(foot), title: `${name}, p50: ${milliseconds(p50)} ms` })
      ]
    }),
    ticksAcross(axis.ticks, bottom)
  ])
}

/** Geometric mean of the rounds, as everywhere. */
const medianOf = (runs: readonly RunDetail[]) =>
  geometricMean(runs.map(({ quantiles }) => quantiles.find(({ probability }) => probability === 0.5)!.latencyMs))

/** @returns the share of the responses in each step of the axis, each round counting as much as any other */
function weightsOf(runs: readonly RunDetail[], { part }: Axis) {
  const ofRuns = runs.map(({ quantiles }) => {
    const points = quantiles.map(({ probability, latencyMs }) => ({ probability, at: part(latencyMs) }))
    const below = Array.from({ length: steps + 1 }, (_, i) => shareBelow(i / steps, points))
    return below.slice(1).map((share, i) => share - below[i])
  })
  return Array.from({ length: steps }, (_, i) => meanBy(ofRuns, (weights) => weights[i]))
}

/** @param points in their order; between two, latencies are taken to be even on the axis */
function shareBelow(place: number, points: readonly { probability: number; at: number }[]) {
  const next = points.findIndex(({ at }) => at > place)
  if (next === 0) return 0
  if (next < 0) return 1
  const before = points[next - 1]
  const after = points[next]
  const share = (place - before.at) / (after.at - before.at)
  return before.probability + share * (after.probability - before.probability)
}

const kernel = [1, 3, 4, 3, 1] // about a normal distribution: few responses make a ragged hill

const smoothed = (weights: readonly number[]) =>
  weights.map((_, i) => sumBy(kernel, (weight, j) => weight * (weights[i + j - 2] ?? 0)))
