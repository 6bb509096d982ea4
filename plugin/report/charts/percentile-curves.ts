import { area, line } from 'd3-shape'
import { halo, ink, mark, shade, type Look, type LookOf } from '../palette.ts'
import { milliseconds, times } from '../words/numbers.ts'
import { markedPercentiles, type Axis, type PercentileAxis } from './axes.ts'
import {
  across,
  bandOf,
  curves,
  curveWidth,
  draw,
  lineEnds,
  lineOf,
  plotOfLines,
  short,
  speedupsDown,
  ticksAcross,
  ticksDown,
  upwards,
  type Height
} from './plot.ts'
import { geometricMean } from '../../statistics/descriptive.ts'
import type { Content } from '../markup.ts'
import type { RunDetail } from '../../concepts/report-data.ts'

/**
 * A variant's curve over percentiles, and how far its rounds are apart: in ms, or speedups; value: their geometric
 * mean.
 */
export type Quantiles = { name: string; look: Look; points: QuantilePoint[] }
type QuantilePoint = Record<'probability' | 'value' | 'least' | 'most', number>

const latencyEdges = { top: 18, bottom: 300 } // above the curves there is room for the values at the highest marks
const speedupEdges = { top: 0, bottom: 130 }

/** Latency over percentiles: a line a variant, a band from its fastest to its slowest round. */
export function percentileCurves(
  all: readonly Quantiles[],
  { percentiles, latency }: { percentiles: PercentileAxis; latency: Axis }
) {
  const { bottom } = latencyEdges
  const y = upwards(latency, latencyEdges)
  const ends = all.map(({ name, look, points }) => ({ name, look, y: y(points[points.length - 1].value) }))
  return chartOf(all, percentiles, {
    y,
    bottom,
    grid: ticksDown(latency.ticks, y),
    title: 'Latency by percentile',
    write: inMs,
    labels: [extremes(all, percentiles, y), lineEnds(ends, bottom)],
    tell: (metric, text) => `${metric} ${text}`
  })
}

/** The same of speedups, below the latencies and with the same axis: a line a candidate. */
export function speedupCurve(
  all: readonly Quantiles[],
  { percentiles, speedup, baseline }: { percentiles: PercentileAxis; speedup: Axis; baseline: string }
) {
  const y = upwards(speedup, speedupEdges)
  return chartOf(all, percentiles, {
    y,
    bottom: speedupEdges.bottom,
    grid: speedupsDown(speedup, y),
    title: `Speedup over ${baseline} by percentile`,
    write: times,
    tell: (metric, text) => `${text} at ${metric}`
  })
}

const inMs = (latencyMs: number) => `${milliseconds(latencyMs)} ms`

/** bottom: of the plot, in px; labels: on top of all; tell: to those who can't see it */
type Frame = {
  y: Height
  bottom: number
  grid: Content
  labels?: Content
  title: string
  write: (value: number) => string
  tell: (metric: string, text: string) => string
}

const minor = ['min', 'p75', 'p90'] // a narrow page has no room for these

function chartOf(
  all: readonly Quantiles[],
  { part, thinFrom, ticks }: PercentileAxis,
  { y, bottom, grid, labels, title, write, tell }: Frame
) {
  const x = ({ probability }: QuantilePoint) => curveWidth * part(probability)
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
  const figures = (quantiles: Quantiles) =>
    markedOf(quantiles)
      .map(({ metric, value }) => tell(metric, write(value)))
      .join(', ')
  const label = `${title}. ${all.map((quantiles) => `${quantiles.name}: ${figures(quantiles)}`).join('; ')}.`
  return plotOfLines({ bottom, label, className: 'percentiles' }, [
    // Where too few responses are beyond a percentile to say much about it.
    thinFrom < 1 && draw('rect', { x: across(thinFrom), width: across(1 - thinFrom), height: bottom, fill: shade }),
    grid,
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
    labels
  ])
}

/** The highest value of each percentile above its mark, the lowest below: nothing is drawn there. */
const extremes = (all: readonly Quantiles[], { part }: PercentileAxis, y: Height) =>
  markedPercentiles.flatMap(({ probability }) => {
    const values = all.map((quantiles) => valueAt(quantiles, probability) ?? NaN)
    const style = { 'text-anchor': 'middle', 'font-weight': 600, fill: ink, ...halo }
    const text = (latencyMs: number, at: number) =>
      draw('text', { x: across(part(probability)), y: short(at), ...style }, inMs(latencyMs))
    const least = Math.min(...values)
    const most = Math.max(...values)
    const below = y(least) + 19
    return [text(most, y(most) - 10), all.length > 1 && below < latencyEdges.bottom - 2 && text(least, below)]
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

type Variants = { names: readonly string[]; baseline: string; lookOf: LookOf }

/** Latencies in ms, of every variant that was seen in the details, which have responses that count. */
export const latencyQuantiles = (variants: Variants, details: readonly RunDetail[], probabilities: readonly number[]) =>
  quantilesOf(variants, details, probabilities, latencyAt)

/** Speedups, of every candidate that was seen in a round with the baseline; the details have responses that count. */
export function speedupQuantiles(
  { names, baseline, lookOf }: Variants,
  details: readonly RunDetail[],
  probabilities: readonly number[]
) {
  const baselineOf = new Map(
    details.filter(({ run }) => run.variant === baseline).map((detail) => [detail.run.round, detail])
  )
  return quantilesOf(
    { names: names.filter((name) => name !== baseline), lookOf },
    details,
    probabilities,
    (detail, probability) => {
      const before = baselineOf.get(detail.run.round)
      const speedup = before ? latencyAt(before, probability) / latencyAt(detail, probability) : NaN
      return speedup > 0 && Number.isFinite(speedup) ? speedup : NaN
    }
  )
}

/** @param valueIn of a run, at a percentile; NaN: it has none */
const quantilesOf = (
  { names, lookOf }: Omit<Variants, 'baseline'>,
  details: readonly RunDetail[],
  probabilities: readonly number[],
  valueIn: (detail: RunDetail, probability: number) => number
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
