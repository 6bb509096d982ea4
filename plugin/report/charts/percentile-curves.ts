import { area, line } from 'd3-shape'
import { halo, ink, mark, shade, type LookOf } from '../palette.ts'
import { milliseconds, times } from '../words/numbers.ts'
import { extentOf, markedPercentiles, type Axis, type PercentileAxis } from './axes.ts'
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
