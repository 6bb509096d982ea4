import { area, line } from 'd3-shape'
import type { Content, Markup } from '../markup.ts'
import { milliseconds, times } from '../words/numbers.ts'
import { halo, ink, mark, shade, type Look } from '../palette.ts'
import { lineEnds, across, curve, curves, curveWidth, draw, plotOfLines, short, speedupsDown, ticksAcross, ticksDown, upwards } from './plot.ts'
import { markedPercentiles, type PercentileAxis, type SpeedupAxis } from './axes.ts'
import type { LatencyScale } from './scales.ts'
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

/** Above the curves there is room for the values at the highest marks. */
const latencyEdges = { top: 18, bottom: 300 }
const speedupEdges = { top: 0, bottom: 130 }

/**
 * Latency over percentiles: a line a variant, a band from its fastest to its slowest round.
 *
 * @param profiles in ms
 */
export function percentileCurves(profiles: readonly Profile[], axes: { percentiles: PercentileAxis, latency: LatencyScale }): Markup {
  const { percentiles, latency } = axes
  const y = upwards(latency, latencyEdges)
  const { bottom } = latencyEdges
  const ends = profiles.map(({ name, look, points }) => ({ name, look, y: y(points[points.length - 1].value) }))
  return chartOf(profiles, { percentiles, y, bottom, title: 'Latency by percentile', write: inMs, ticks: ticksDown(latency.ticks, y) }, [
    ...values(profiles, percentiles, y),
    lineEnds(ends, bottom)
  ])
}

/**
 * The speedup over percentiles, below the latencies and with the same axis: a line a candidate, a band over its
 * rounds.
 *
 * @param profiles speedups
 */
export function speedupCurve(
  profiles: readonly Profile[],
  { percentiles, speedup, baseline }: { percentiles: PercentileAxis, speedup: SpeedupAxis, baseline: string }
): Markup {
  const y = upwards(speedup, speedupEdges)
  const { bottom } = speedupEdges
  return chartOf(profiles, { percentiles, y, bottom, title: `Speedup over ${baseline} by percentile`, write: times, ticks: speedupsDown(speedup, y) })
}

function inMs(latencyMs: number) {
  return `${milliseconds(latencyMs)} ms`
}

interface Frame {
  percentiles: PercentileAxis
  y: (value: number) => number
  bottom: number // of the plot, in px
  title: string
  write: (value: number) => string
  ticks: Markup[]
}

/** @param labels on top of all */
function chartOf(profiles: readonly Profile[], frame: Frame, labels: Content[] = []): Markup {
  const { percentiles: { thinFrom, ticks }, bottom, title } = frame
  const [minor, major] = [true, false].map((wanted) => ticksAcross(ticks.filter(({ isMinor }) => isMinor === wanted), bottom))
  return plotOfLines({ bottom, label: `${title}. ${profiles.map((profile) => summary(profile, frame)).join('; ')}.`, className: 'percentiles' }, [
    // Where too few responses are beyond a percentile to say much about it.
    thinFrom < 1 && draw('rect', { x: across(thinFrom), width: across(1 - thinFrom), height: bottom, fill: shade }),
    ...frame.ticks,
    ...major,
    // A narrow page has no room for these.
    draw('g', { class: 'roomy' }, minor),
    curves(bottom, profiles.toReversed().flatMap((profile) => bandAndLine(profile, frame))),
    ...profiles.flatMap((profile) => marks(profile, frame)),
    ...labels
  ])
}

function summary(profile: Profile, { title, write }: Frame) {
  const figures = markedOf(profile).map(({ metric, value }) => (title.startsWith('Speedup') ? `${write(value)} at ${metric}` : `${metric} ${write(value)}`))
  return `${profile.name}: ${figures.join(', ')}`
}

function bandAndLine({ look, points }: Profile, { percentiles, y }: Frame): Markup[] {
  const x = ({ probability }: ProfilePoint) => curveWidth * percentiles.part(probability)
  const band = area(x, ({ least }) => y(least), ({ most }) => y(most)).digits(1)(points)
  const middle = line(x, ({ value }) => y(value)).digits(1)(points)
  const stroke = { stroke: look.colour, 'stroke-width': 2, 'stroke-linejoin': 'round', 'stroke-dasharray': look.dash }
  return [draw('path', { d: band, fill: look.colour, 'fill-opacity': 0.16 }), curve(String(middle), stroke)]
}

/** Where lines cross, their marks tell whose they are. */
function marks(profile: Profile, { percentiles, y, write }: Frame): Markup[] {
  return markedOf(profile).map(({ metric, probability, value }) => {
    const place = { x: across(percentiles.part(probability)), y: short(y(value)) }
    return mark(profile.look, { ...place, title: `${profile.name}, ${metric}: ${write(value)}` })
  })
}

/** The highest value of each percentile above its mark, the lowest below: nothing is drawn there. */
function values(profiles: readonly Profile[], percentiles: PercentileAxis, y: (latencyMs: number) => number) {
  return markedPercentiles.flatMap(({ probability }) => {
    const latencies = profiles.map((profile) => Number(valueAt(profile, probability)))
    const [least, most] = [Math.min(...latencies), Math.max(...latencies)]
    const below = y(least) + 19
    const texts = [{ latencyMs: most, at: y(most) - 10 }, { latencyMs: least, at: below }]
    const hasBoth = profiles.length > 1 && below < latencyEdges.bottom - 2
    const style = { 'text-anchor': 'middle', 'font-weight': 600, fill: ink, ...halo }
    return texts.slice(0, hasBoth ? 2 : 1).map(({ latencyMs, at }) =>
      draw('text', { x: across(percentiles.part(probability)), y: short(at), ...style }, inMs(latencyMs))
    )
  })
}

/** @returns its points at the percentiles that have marks */
function markedOf(profile: Profile) {
  return markedPercentiles.flatMap(({ metric, probability }) => {
    const value = valueAt(profile, probability)
    return value === undefined ? [] : [{ metric, probability, value }]
  })
}

interface Variants {
  names: readonly string[]
  baseline: string
  lookOf: (name: string) => Look
}

/**
 * @param details with responses that count
 * @returns in ms, of every variant that was seen
 */
export function latencyProfiles({ names, lookOf }: Variants, details: readonly RunDetail[], probabilities: readonly number[]): Profile[] {
  return names.flatMap((name) => {
    const rounds = details.filter(({ run }) => run.variant === name)
    const points = probabilities.map((probability) => pointOf(probability, rounds.map((detail) => latencyAt(detail, probability))))
    return rounds.length === 0 ? [] : [{ name, look: lookOf(name), points }]
  })
}

/**
 * @param details with responses that count
 * @returns speedups, of every candidate that was seen in a round with the baseline
 */
export function speedupProfiles(variants: Variants, details: readonly RunDetail[], probabilities: readonly number[]): Profile[] {
  const { names, baseline, lookOf } = variants
  return names.filter((name) => name !== baseline).flatMap((name) => {
    const pairs = details.filter(({ run }) => run.variant === name).flatMap((candidate) => {
      const before = details.find(({ run }) => run.variant === baseline && run.round === candidate.run.round)
      return before === undefined ? [] : [{ before, candidate }]
    })
    const points = probabilities.flatMap((probability) => {
      const speedups = pairs.map(({ before, candidate }) => latencyAt(before, probability) / latencyAt(candidate, probability))
      const real = speedups.filter((speedup) => speedup > 0 && Number.isFinite(speedup))
      return real.length === 0 ? [] : [pointOf(probability, real)]
    })
    return points.length === 0 ? [] : [{ name, look: lookOf(name), points }]
  })
}

/**
 * @param probability one of its points'
 * @returns undefined: it has no such point
 */
export function valueAt({ points }: Profile, probability: number): number | undefined {
  return points.find((point) => point.probability === probability)?.value
}

/** @param values of the rounds */
function pointOf(probability: number, values: number[]): ProfilePoint {
  const mean = values.reduce((sum, value) => sum + Math.log(value), 0) / values.length
  return { probability, value: Math.exp(mean), least: Math.min(...values), most: Math.max(...values) }
}

/**
 * @param detail with quantiles
 * @returns in ms, interpolated by probability
 */
function latencyAt({ run, quantiles }: RunDetail, probability: number): number {
  // What the run itself keeps, so that curves agree with all that is computed from it.
  const kept = markedPercentiles.find((percentile) => percentile.probability === probability)
  if (kept !== undefined && run.latencyMs !== null) return run.latencyMs[kept.metric]
  const above = quantiles.findIndex((quantile) => quantile.probability >= probability)
  if (above <= 0) return quantiles.at(above)?.latencyMs ?? NaN
  const [from, to] = [quantiles[above - 1], quantiles[above]]
  return from.latencyMs + ((to.latencyMs - from.latencyMs) * (probability - from.probability)) / (to.probability - from.probability)
}
