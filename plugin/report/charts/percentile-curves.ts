import { area, line } from 'd3-shape'
import { halo, ink, mark, shade, type Look } from '../palette.ts'
import { milliseconds, times } from '../words/numbers.ts'
import { markedPercentiles, type Axis, type PercentileAxis } from './axes.ts'
import {
  across,
  curve,
  curves,
  curveWidth,
  draw,
  lineEnds,
  plotOfLines,
  short,
  speedupsDown,
  ticksAcross,
  ticksDown,
  upwards,
  type Height
} from './plot.ts'
import type { Content, Markup } from '../markup.ts'
import type { RunDetail } from '../../concepts/report-data.ts'

/**
 * A variant's curve over percentiles, and how far its rounds are apart: in ms, or speedups; value: their geometric
 * mean.
 */
export type Profile = { name: string; look: Look; points: ProfilePoint[] }
type ProfilePoint = Record<'probability' | 'value' | 'least' | 'most', number>

const latencyEdges = { top: 18, bottom: 300 } // above the curves there is room for the values at the highest marks
const speedupEdges = { top: 0, bottom: 130 }

/** Latency over percentiles: a line a variant, a band from its fastest to its slowest round. */
export function percentileCurves(
  profiles: readonly Profile[],
  { percentiles, latency }: { percentiles: PercentileAxis; latency: Axis }
): Markup {
  const { bottom } = latencyEdges
  const y = upwards(latency, latencyEdges)
  const ends = profiles.map(({ name, look, points }) => ({ name, look, y: y(points[points.length - 1].value) }))
  const labels = [...extremes(profiles, percentiles, y), lineEnds(ends, bottom)]
  const frame = { percentiles, y, bottom, grid: ticksDown(latency.ticks, y), labels }
  return chartOf(profiles, {
    ...frame,
    title: 'Latency by percentile',
    write: inMs,
    tell: (metric, text) => `${metric} ${text}`
  })
}

/** The same of speedups, below the latencies and with the same axis: a line a candidate. */
export function speedupCurve(
  profiles: readonly Profile[],
  axes: { percentiles: PercentileAxis; speedup: Axis; baseline: string }
): Markup {
  const y = upwards(axes.speedup, speedupEdges)
  const frame = {
    percentiles: axes.percentiles,
    y,
    bottom: speedupEdges.bottom,
    grid: speedupsDown(axes.speedup, y),
    labels: []
  }
  const title = `Speedup over ${axes.baseline} by percentile`
  return chartOf(profiles, { ...frame, title, write: times, tell: (metric, text) => `${text} at ${metric}` })
}

const inMs = (latencyMs: number) => `${milliseconds(latencyMs)} ms`

/** bottom: of the plot, in px; labels: on top of all; tell: to those who can't see it */
type Frame = {
  percentiles: PercentileAxis
  y: Height
  bottom: number
  grid: Markup[]
  labels: Content[]
  title: string
  write: (value: number) => string
  tell: (metric: string, text: string) => string
}

const minor = ['min', 'p75', 'p90'] // a narrow page has no room for these

function chartOf(
  profiles: readonly Profile[],
  { percentiles, y, bottom, grid, labels, title, write, tell }: Frame
): Markup {
  const { part, thinFrom, ticks } = percentiles
  const x = ({ probability }: ProfilePoint) => curveWidth * part(probability)
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
  const figures = (profile: Profile) =>
    markedOf(profile)
      .map(({ metric, value }) => tell(metric, write(value)))
      .join(', ')
  const label = `${title}. ${profiles.map((profile) => `${profile.name}: ${figures(profile)}`).join('; ')}.`
  return plotOfLines({ bottom, label, className: 'percentiles' }, [
    // Where too few responses are beyond a percentile to say much about it.
    thinFrom < 1 && draw('rect', { x: across(thinFrom), width: across(1 - thinFrom), height: bottom, fill: shade }),
    ...grid,
    ...ticksOf(false),
    draw('g', { class: 'roomy' }, ticksOf(true)),
    curves(
      bottom,
      profiles
        .toReversed()
        .flatMap(({ look, points }) => [
          draw('path', { d: band(points), fill: look.colour, 'fill-opacity': 0.16 }),
          curve(way(points), {
            stroke: look.colour,
            'stroke-width': 2,
            'stroke-linejoin': 'round',
            'stroke-dasharray': look.dash
          })
        ])
    ),
    // Where lines cross, their marks tell whose they are.
    ...profiles.flatMap((profile) =>
      markedOf(profile).map(({ metric, probability, value }) =>
        mark(profile.look, {
          x: across(part(probability)),
          y: short(y(value)),
          title: `${profile.name}, ${metric}: ${write(value)}`
        })
      )
    ),
    ...labels
  ])
}

/** The highest value of each percentile above its mark, the lowest below: nothing is drawn there. */
function extremes(profiles: readonly Profile[], { part }: PercentileAxis, y: Height) {
  return markedPercentiles.flatMap(({ probability }) => {
    const values = profiles.map((profile) => valueAt(profile, probability) ?? NaN)
    const style = { 'text-anchor': 'middle', 'font-weight': 600, fill: ink, ...halo }
    const text = (latencyMs: number, at: number) =>
      draw('text', { x: across(part(probability)), y: short(at), ...style }, inMs(latencyMs))
    const [least, most] = [Math.min(...values), Math.max(...values)]
    const below = y(least) + 19
    return [text(most, y(most) - 10), profiles.length > 1 && below < latencyEdges.bottom - 2 && text(least, below)]
  })
}

/** The points at the percentiles that have marks. */
const markedOf = (profile: Profile) =>
  markedPercentiles.flatMap(({ metric, probability }) => {
    const value = valueAt(profile, probability)
    return value === undefined ? [] : [{ metric, probability, value }]
  })

/** The value at a percentile; undefined: the profile has no such point. */
export const valueAt = ({ points }: Pick<Profile, 'points'>, probability: number): number | undefined =>
  points.find((point) => point.probability === probability)?.value

type Variants = { names: readonly string[]; baseline: string; lookOf: (name: string) => Look }

/** Latencies in ms, of every variant that was seen in the details, which have responses that count. */
export const latencyProfiles = (
  variants: Variants,
  details: readonly RunDetail[],
  probabilities: readonly number[]
): Profile[] => profilesOf(variants, details, probabilities, latencyAt)

/** Speedups, of every candidate that was seen in a round with the baseline; the details have responses that count. */
export function speedupProfiles(
  { names, baseline, lookOf }: Variants,
  details: readonly RunDetail[],
  probabilities: readonly number[]
): Profile[] {
  const baselineOf = new Map(
    details.filter(({ run }) => run.variant === baseline).map((detail) => [detail.run.round, detail])
  )
  return profilesOf(
    { names: names.filter((name) => name !== baseline), baseline, lookOf },
    details,
    probabilities,
    (detail, probability) => {
      const before = baselineOf.get(detail.run.round)
      const speedup = before ? latencyAt(before, probability) / latencyAt(detail, probability) : NaN
      return speedup > 0 && Number.isFinite(speedup) ? speedup : NaN
    }
  )
}

type ValueAt = (detail: RunDetail, probability: number) => number // NaN: it has none

function profilesOf(
  { names, lookOf }: Variants,
  details: readonly RunDetail[],
  probabilities: readonly number[],
  valueIn: ValueAt
): Profile[] {
  return names.flatMap((name) => {
    const rounds = details.filter(({ run }) => run.variant === name)
    const points = probabilities.flatMap((probability) => {
      const values = rounds.map((detail) => valueIn(detail, probability)).filter((value) => !Number.isNaN(value))
      const mean = Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)
      return values.length === 0
        ? []
        : [{ probability, value: mean, least: Math.min(...values), most: Math.max(...values) }]
    })
    return points.length === 0 ? [] : [{ name, look: lookOf(name), points }]
  })
}

/** The latency of a run at a percentile in ms, interpolated by probability. */
function latencyAt({ run, quantiles }: RunDetail, probability: number): number {
  // What the run itself keeps, so that curves agree with all that is computed from it.
  const kept = markedPercentiles.find((percentile) => percentile.probability === probability)
  if (kept !== undefined && run.latencyMs !== null) return run.latencyMs[kept.metric]
  const above = quantiles.findIndex((quantile) => quantile.probability >= probability)
  if (above <= 0) return quantiles.at(above)?.latencyMs ?? NaN
  const [from, to] = [quantiles[above - 1], quantiles[above]]
  return (
    from.latencyMs +
    ((to.latencyMs - from.latencyMs) * (probability - from.probability)) / (to.probability - from.probability)
  )
}
