import { area, line } from 'd3-shape'
import { markup, type Markup } from '../markup.ts'
import { milliseconds, times } from '../words/numbers.ts'
import { halo, ink, mark, shade, type Look } from '../palette.ts'
import { lineEnds, across, curves, curveWidth, plot, short, ticksAcross, ticksDown } from './plot.ts'
import { markedPercentiles, type PercentileAxis, type SpeedupAxis } from './axes.ts'
import type { LatencyScale } from './scales.ts'
import type { RunDetail } from '../../concepts/report-data.ts'
import { percentiles, probabilityOf } from '../../concepts/metrics.ts'

const height = 300
/** Above the curves, for the values at the highest marks. */
const headroom = 18

/**
 * Latency over percentiles: a line a variant, a band from its fastest to its slowest round.
 *
 * @param profiles in ms
 */
export function percentileCurves(profiles: readonly Profile[], { percentiles, latency }: { percentiles: PercentileAxis, latency: LatencyScale }): Markup {
  const y = (latencyMs: number) => height - latency.part(latencyMs) * (height - headroom)
  const label = `Latency by percentile. ${profiles.map(summary).join('; ')}.`
  return plot({ height: height + 20, label, className: 'percentiles' }, markup`<svg width="90%" height="${height}" overflow="visible">${[
    thinZone(percentiles, height),
    ...ticksDown(latency.ticks.map((tick) => ({ y: y(tick.latencyMs), label: tick.label }))),
    percentileTicks(percentiles, height),
    curves(height, [...profiles].reverse().map((profile) => bandAndLine(profile, { percentiles, y }))),
    ...profiles.flatMap((profile) => marks(profile, { percentiles, y, write: (latencyMs) => `${milliseconds(latencyMs)} ms` })),
    ...values(profiles, { percentiles, y }),
    lineEnds(profiles.map(({ name, look, points }) => ({ name, look, y: y(points[points.length - 1].value) })), height)
  ]}</svg>`)
}

/**
 * Where too few responses are beyond a percentile to say much about it.
 *
 * @param height in px
 */
function thinZone({ thinFrom }: PercentileAxis, height: number): Markup | null {
  return thinFrom < 1 ? markup`<rect x="${across(thinFrom)}" width="${across(1 - thinFrom)}" height="${height}" fill="${shade}"/>` : null
}

/**
 * @param y in px
 * @returns those that a narrow page has no room for in a group of their own
 */
function percentileTicks({ ticks }: PercentileAxis, y: number): Markup {
  const [minor, major] = [true, false].map((wanted) => ticks.filter(({ isMinor }) => isMinor === wanted))
  return markup`${ticksAcross(major, y)}<g class="roomy">${ticksAcross(minor, y)}</g>`
}

function bandAndLine({ look, points }: Profile, { percentiles, y }: { percentiles: PercentileAxis, y: (value: number) => number }): Markup {
  const x = ({ probability }: import('./percentile-curves.ts').ProfilePoint) => curveWidth * percentiles.part(probability)
  const band = area(x, ({ least }) => y(least), ({ most }) => y(most)).digits(1)(points)
  const middle = line(x, ({ value }) => y(value)).digits(1)(points)
  return markup`<path d="${band}" fill="${look.colour}" fill-opacity="0.16"/><path d="${middle}" fill="none" stroke="${look.colour}" stroke-width="2" stroke-linejoin="round"${look.dash === null ? null : markup` stroke-dasharray="${look.dash}"`} vector-effect="non-scaling-stroke"/>`
}

function summary(profile: Profile) {
  return `${profile.name}: ${markedPercentiles.map(({ metric, probability }) => `${metric} ${milliseconds(Number(valueAt(profile, probability)))} ms`).join(', ')}`
}

/** Where lines cross, their marks tell whose they are. */
function marks(profile: Profile, { percentiles, y, write }: { percentiles: PercentileAxis, y: (value: number) => number, write: (value: number) => string }): Markup[] {
  return markedPercentiles.flatMap(({ metric, probability }) => {
    const value = valueAt(profile, probability)
    return value === undefined ? [] : [mark(profile.look, { x: across(percentiles.part(probability)), y: short(y(value)), title: `${profile.name}, ${metric}: ${write(value)}` })]
  })
}

/** The highest value of each percentile above its mark, the lowest below: nothing is drawn there. */
function values(profiles: readonly Profile[], { percentiles, y }: { percentiles: PercentileAxis, y: (value: number) => number }) {
  return markedPercentiles.flatMap(({ probability }) => {
    const latencies = profiles.map((profile) => Number(valueAt(profile, probability)))
    const [least, most] = [Math.min(...latencies), Math.max(...latencies)]
    const below = y(least) + 19
    const texts = [{ latencyMs: most, y: y(most) - 10 }, ...(profiles.length > 1 && below < height - 2 ? [{ latencyMs: least, y: below }] : [])]
    return texts.map(
      (text) => markup`<text x="${across(percentiles.part(probability))}" y="${short(text.y)}" text-anchor="middle" font-weight="600" fill="${ink}" ${halo}>${milliseconds(text.latencyMs)} ms</text>`
    )
  })
}

/** A curve over percentiles, and how far its rounds are apart. */
export interface Profile {
  name: string // of the variant
  look: Look
  points: ProfilePoint[]
}

export interface ProfilePoint {
  probability: number
  value: number // geometric mean of the rounds: ms, or a speedup
  least: number // of the rounds
  most: number // of the rounds
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
    if (rounds.length === 0) return []
    return [{ name, look: lookOf(name), points: probabilities.map((probability) => pointOf(probability, rounds.map((detail) => latencyAt(detail, probability)))) }]
  })
}

/**
 * @param details with responses that count
 * @returns speedups, of every candidate that was seen in a round with the baseline
 */
export function speedupProfiles({ names, baseline, lookOf }: Variants, details: readonly RunDetail[], probabilities: readonly number[]): Profile[] {
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

/** What the run itself keeps, so that curves agree with all that is computed from it. */
const kept = new Map(percentiles.map((percentile) => [probabilityOf(percentile), percentile]))

/**
 * @param detail with quantiles
 * @returns in ms, interpolated by probability
 */
function latencyAt({ run, quantiles }: RunDetail, probability: number): number {
  const percentile = kept.get(probability)
  if (percentile !== undefined && run.latencyMs !== null) return run.latencyMs[percentile]
  const above = quantiles.findIndex((quantile) => quantile.probability >= probability)
  if (above === 0) return quantiles[0].latencyMs
  if (above < 0) return quantiles[quantiles.length - 1].latencyMs
  const [from, to] = [quantiles[above - 1], quantiles[above]]
  return from.latencyMs + ((to.latencyMs - from.latencyMs) * (probability - from.probability)) / (to.probability - from.probability)
}

const speedupHeight = 130

/**
 * The speedup over percentiles, below the latencies and with the same axis: a line a candidate, a band over its
 * rounds.
 *
 * @param profiles speedups
 */
export function speedupCurve(profiles: readonly Profile[], { percentiles, speedup, baseline }: { percentiles: PercentileAxis, speedup: SpeedupAxis, baseline: string }): Markup {
  const y = (value: number) => speedupHeight * (1 - speedup.part(value))
  const label = `Speedup over ${baseline} by percentile. ${profiles.map(speedupSummary).join('; ')}.`
  return plot({ height: speedupHeight + 20, label, className: 'percentiles' }, markup`<svg width="90%" height="${speedupHeight}" overflow="visible">${[
    thinZone(percentiles, speedupHeight),
    ...ticksDown(speedup.ticks.filter((tick) => tick.speedup !== 1).map((tick) => ({ y: y(tick.speedup), label: tick.label }))),
    one(y(1)),
    percentileTicks(percentiles, speedupHeight),
    curves(speedupHeight, [...profiles].reverse().map((profile) => bandAndLine(profile, { percentiles, y }))),
    ...profiles.flatMap((profile) => marks(profile, { percentiles, y, write: times }))
  ]}</svg>`)
}

function one(y: number) {
  return markup`<line x2="100%" y1="${short(y)}" y2="${short(y)}" stroke="${ink}" stroke-width="1.5"/><text x="-6" y="${short(y + 4)}" text-anchor="end" font-weight="bold" fill="${ink}">1x</text>`
}

function speedupSummary(profile: Profile) {
  const figures = markedPercentiles.flatMap(({ metric, probability }) => {
    const value = valueAt(profile, probability)
    return value === undefined ? [] : [`${times(value)} at ${metric}`]
  })
  return `${profile.name}: ${figures.join(', ')}`
}
