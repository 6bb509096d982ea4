import { area, line } from 'd3-shape'
import { milliseconds, times } from '../words/numbers.ts'
import { halo, ink, mark, shade, type Look } from '../palette.ts'
import {
  across, curve, curves, curveWidth, draw, lineEnds, plotOfLines, short, speedupsDown, ticksAcross, ticksDown, upwards, type Height
} from './plot.ts'
import { extentOf, markedPercentiles, type Axis, type PercentileAxis } from './axes.ts'
import type { Content, Markup } from '../markup.ts'
import type { RunDetail } from '../../concepts/report-data.ts'

/** A curve over percentiles, and how far its rounds are apart. */
export interface Profile {
  name: string // of the variant
  look: Look
  points: ProfilePoint[]
}

interface ProfilePoint {
  probability: number
  value: number // geometric mean of the rounds: ms, or a speedup
  least: number // of the rounds
  most: number // of the rounds
}

const latencyEdges = { top: 18, bottom: 300 } // above the curves there is room for the values at the highest marks
const speedupEdges = { top: 0, bottom: 130 }

/** Latency over percentiles: a line a variant, a band from its fastest to its slowest round. */
export function percentileCurves(profiles: readonly Profile[], { percentiles, latency }: { percentiles: PercentileAxis, latency: Axis }): Markup {
  const { bottom } = latencyEdges
  const y = upwards(latency, latencyEdges)
  const ends = profiles.map(({ name, look, points }) => ({ name, look, y: y(points[points.length - 1].value) }))
  const tell = (metric: string, latencyMs: number) => `${metric} ${inMs(latencyMs)}`
  const frame = { percentiles, y, bottom, title: 'Latency by percentile', write: inMs, tell, grid: ticksDown(latency.ticks, y) }
  return chartOf(profiles, frame, [...extremes(profiles, percentiles, y), lineEnds(ends, bottom)])
}

/** The same of speedups, below the latencies and with the same axis: a line a candidate. */
export function speedupCurve(profiles: readonly Profile[], axes: { percentiles: PercentileAxis, speedup: Axis, baseline: string }): Markup {
  const { percentiles, speedup, baseline } = axes
  const y = upwards(speedup, speedupEdges)
  const tell = (metric: string, value: number) => `${times(value)} at ${metric}`
  const title = `Speedup over ${baseline} by percentile`
  return chartOf(profiles, { percentiles, y, bottom: speedupEdges.bottom, title, write: times, tell, grid: speedupsDown(speedup, y) }, [])
}

function inMs(latencyMs: number) {
  return `${milliseconds(latencyMs)} ms`
}

interface Frame {
  percentiles: PercentileAxis
  y: Height
  bottom: number // of the plot, in px
  title: string
  write: (value: number) => string // for a mark
  tell: (metric: string, value: number) => string // to those who can't see it
  grid: Markup[]
}

/** A narrow page has no room for these. */
const minor = ['min', 'p75', 'p90']

/** @param labels on top of all */
function chartOf(profiles: readonly Profile[], frame: Frame, labels: Content[]): Markup {
  const { percentiles: { part, thinFrom, ticks }, y, bottom, title, write, tell, grid } = frame
  const x = ({ probability }: ProfilePoint) => curveWidth * part(probability)
  const band = area(x, ({ least }) => y(least), ({ most }) => y(most)).digits(1)
  const way = line(x, ({ value }) => y(value)).digits(1)
  const ticksOf = (isMinor: boolean) => ticksAcross(ticks.filter(({ label }) => minor.includes(label) === isMinor), bottom)
  const figures = (profile: Profile) => markedOf(profile).map(({ metric, value }) => tell(metric, value)).join(', ')
  const label = `${title}. ${profiles.map((profile) => `${profile.name}: ${figures(profile)}`).join('; ')}.`
  return plotOfLines({ bottom, label, className: 'percentiles' }, [
    // Where too few responses are beyond a percentile to say much about it.
    thinFrom < 1 && draw('rect', { x: across(thinFrom), width: across(1 - thinFrom), height: bottom, fill: shade }),
    ...grid,
    ...ticksOf(false),
    draw('g', { class: 'roomy' }, ticksOf(true)),
    curves(bottom, profiles.toReversed().flatMap(({ look, points }) => [
      draw('path', { d: band(points), fill: look.colour, 'fill-opacity': 0.16 }),
      curve(way(points), { stroke: look.colour, 'stroke-width': 2, 'stroke-linejoin': 'round', 'stroke-dasharray': look.dash })
    ])),
    // Where lines cross, their marks tell whose they are.
    ...profiles.flatMap((profile) => markedOf(profile).map(({ metric, probability, value }) =>
      mark(profile.look, { x: across(part(probability)), y: short(y(value)), title: `${profile.name}, ${metric}: ${write(value)}` })
    )),
    ...labels
  ])
}

/** The highest value of each percentile above its mark, the lowest below: nothing is drawn there. */
function extremes(profiles: readonly Profile[], { part }: PercentileAxis, y: Height) {
  return markedPercentiles.flatMap(({ probability }) => {
    const { min, max } = extentOf(profiles.map((profile) => Number(valueAt(profile, probability)))) ?? { min: 0, max: 0 }
    const style = { 'text-anchor': 'middle', 'font-weight': 600, fill: ink, ...halo }
    const text = (latencyMs: number, at: number) => draw('text', { x: across(part(probability)), y: short(at), ...style }, inMs(latencyMs))
    const below = y(min) + 19
    return [text(max, y(max) - 10), profiles.length > 1 && below < latencyEdges.bottom - 2 && text(min, below)]
  })
}

/** The points at the percentiles that have marks. */
function markedOf(profile: Profile) {
  return markedPercentiles.flatMap(({ metric, probability }) => {
    const value = valueAt(profile, probability)
    return value === undefined ? [] : [{ metric, probability, value }]
  })
}

/** The value at a percentile; undefined: the profile has no such point. */
export function valueAt({ points }: Pick<Profile, 'points'>, probability: number): number | undefined {
  return points.find((point) => point.probability === probability)?.value
}

type Variants = { names: readonly string[], baseline: string, lookOf: (name: string) => Look }

/** Latencies in ms, of every variant that was seen in the details, which have responses that count. */
export function latencyProfiles({ names, lookOf }: Variants, details: readonly RunDetail[], probabilities: readonly number[]): Profile[] {
  return names.flatMap((name) => {
    const rounds = details.filter(({ run }) => run.variant === name)
    const points = probabilities.map((probability) => pointOf(probability, rounds.map((detail) => latencyAt(detail, probability))))
    return rounds.length === 0 ? [] : [{ name, look: lookOf(name), points }]
  })
}

/** Speedups, of every candidate that was seen in a round with the baseline; the details have responses that count. */
export function speedupProfiles({ names, baseline, lookOf }: Variants, details: readonly RunDetail[], probabilities: readonly number[]): Profile[] {
  const baselineOf = new Map(details.filter(({ run }) => run.variant === baseline).map((detail) => [detail.run.round, detail]))
  return names.filter((name) => name !== baseline).flatMap((name) => {
    const own = details.filter(({ run }) => run.variant === name)
    const points = probabilities.flatMap((probability) => {
      const speedups = own.flatMap((detail) => {
        const before = baselineOf.get(detail.run.round)
        return before === undefined ? [] : [latencyAt(before, probability) / latencyAt(detail, probability)]
      })
      const real = speedups.filter((speedup) => speedup > 0 && Number.isFinite(speedup))
      return real.length === 0 ? [] : [pointOf(probability, real)]
    })
    return points.length === 0 ? [] : [{ name, look: lookOf(name), points }]
  })
}

function pointOf(probability: number, values: number[]): ProfilePoint {
  const mean = values.reduce((sum, value) => sum + Math.log(value), 0) / values.length
  return { probability, value: Math.exp(mean), least: Math.min(...values), most: Math.max(...values) }
}

/** The latency of a run at a percentile in ms, interpolated by probability. */
function latencyAt({ run, quantiles }: RunDetail, probability: number): number {
  // What the run itself keeps, so that curves agree with all that is computed from it.
  const kept = markedPercentiles.find((percentile) => percentile.probability === probability)
  if (kept !== undefined && run.latencyMs !== null) return run.latencyMs[kept.metric]
  const above = quantiles.findIndex((quantile) => quantile.probability >= probability)
  if (above <= 0) return quantiles.at(above)?.latencyMs ?? NaN
  const [from, to] = [quantiles[above - 1], quantiles[above]]
  return from.latencyMs + ((to.latencyMs - from.latencyMs) * (probability - from.probability)) / (to.probability - from.probability)
}
