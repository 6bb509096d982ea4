import { area, line } from 'd3-shape'
import { markup, type Markup } from '../markup.ts'
import { milliseconds } from '../numbers.ts'
import { halo, ink, mark, shade } from '../palette.ts'
import { valueAt, type Profile } from './latency-profiles.ts'
import { lineEnds } from './line-ends.ts'
import { markedPercentiles, type PercentileAxis } from './percentile-axis.ts'
import { across, curves, curveWidth, plot, short, ticksAcross, ticksDown } from './plot.ts'
import type { LatencyScale } from './latency-scale.ts'

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
export function thinZone({ thinFrom }: PercentileAxis, height: number): Markup | null {
  return thinFrom < 1 ? markup`<rect x="${across(thinFrom)}" width="${across(1 - thinFrom)}" height="${height}" fill="${shade}"/>` : null
}

/**
 * @param y in px
 * @returns those that a narrow page has no room for in a group of their own
 */
export function percentileTicks({ ticks }: PercentileAxis, y: number): Markup {
  const [minor, major] = [true, false].map((wanted) => ticks.filter(({ isMinor }) => isMinor === wanted))
  return markup`${ticksAcross(major, y)}<g class="roomy">${ticksAcross(minor, y)}</g>`
}

export function bandAndLine({ look, points }: Profile, { percentiles, y }: { percentiles: PercentileAxis, y: (value: number) => number }): Markup {
  const x = ({ probability }: import('./latency-profiles.ts').ProfilePoint) => curveWidth * percentiles.part(probability)
  const band = area(x, ({ least }) => y(least), ({ most }) => y(most)).digits(1)(points)
  const middle = line(x, ({ value }) => y(value)).digits(1)(points)
  return markup`<path d="${band}" fill="${look.colour}" fill-opacity="0.16"/><path d="${middle}" fill="none" stroke="${look.colour}" stroke-width="2" stroke-linejoin="round"${look.dash === null ? null : markup` stroke-dasharray="${look.dash}"`} vector-effect="non-scaling-stroke"/>`
}

function summary(profile: Profile) {
  return `${profile.name}: ${markedPercentiles.map(({ metric, probability }) => `${metric} ${milliseconds(Number(valueAt(profile, probability)))} ms`).join(', ')}`
}

/** Where lines cross, their marks tell whose they are. */
export function marks(profile: Profile, { percentiles, y, write }: { percentiles: PercentileAxis, y: (value: number) => number, write: (value: number) => string }): Markup[] {
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
