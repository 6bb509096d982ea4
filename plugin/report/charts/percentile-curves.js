import { area, line } from 'd3-shape'
import { markup } from '../markup.js'
import { milliseconds } from '../numbers.js'
import { halo, ink, mark, shade } from '../palette.js'
import { valueAt } from './latency-profiles.js'
import { lineEnds } from './line-ends.js'
import { markedPercentiles } from './percentile-axis.js'
import { across, curves, curveWidth, plot, short, ticksAcross, ticksDown } from './plot.js'
/**
 * @import { Markup } from '../markup.js'
 * @import { LatencyScale } from './latency-scale.js'
 * @import { Profile } from './latency-profiles.js'
 * @import { PercentileAxis } from './percentile-axis.js'
 */

const height = 300
/** Above the curves, for the values at the highest marks. */
const headroom = 18

/**
 * Latency over percentiles: a line a variant, a band from its fastest to its slowest round.
 *
 * @param {readonly Profile[]} profiles in ms
 * @param {{ percentiles: PercentileAxis, latency: LatencyScale }} axes
 * @returns {Markup}
 */
export function percentileCurves(profiles, { percentiles, latency }) {
  const y = (/** @type {number} */ latencyMs) => height - latency.part(latencyMs) * (height - headroom)
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
 * @param {PercentileAxis} axis
 * @param {number} height in px
 * @returns {Markup | null}
 */
export function thinZone({ thinFrom }, height) {
  return thinFrom < 1 ? markup`<rect x="${across(thinFrom)}" width="${across(1 - thinFrom)}" height="${height}" fill="${shade}"/>` : null
}

/**
 * @param {PercentileAxis} axis
 * @param {number} y in px
 * @returns {Markup} those that a narrow page has no room for in a group of their own
 */
export function percentileTicks({ ticks }, y) {
  const [minor, major] = [true, false].map((wanted) => ticks.filter(({ isMinor }) => isMinor === wanted))
  return markup`${ticksAcross(major, y)}<g class="roomy">${ticksAcross(minor, y)}</g>`
}

/**
 * @param {Profile} profile
 * @param {{ percentiles: PercentileAxis, y: (value: number) => number }} axes
 * @returns {Markup}
 */
export function bandAndLine({ look, points }, { percentiles, y }) {
  const x = (/** @type {import('./latency-profiles.js').ProfilePoint} */ { probability }) => curveWidth * percentiles.part(probability)
  const band = area(x, ({ least }) => y(least), ({ most }) => y(most)).digits(1)(points)
  const middle = line(x, ({ value }) => y(value)).digits(1)(points)
  return markup`<path d="${band}" fill="${look.colour}" fill-opacity="0.16"/><path d="${middle}" fill="none" stroke="${look.colour}" stroke-width="2" stroke-linejoin="round"${look.dash === null ? null : markup` stroke-dasharray="${look.dash}"`} vector-effect="non-scaling-stroke"/>`
}

/** @param {Profile} profile */
function summary(profile) {
  return `${profile.name}: ${markedPercentiles.map(({ metric, probability }) => `${metric} ${milliseconds(Number(valueAt(profile, probability)))} ms`).join(', ')}`
}

/**
 * Where lines cross, their marks tell whose they are.
 *
 * @param {Profile} profile
 * @param {{ percentiles: PercentileAxis, y: (value: number) => number, write: (value: number) => string }} axes
 * @returns {Markup[]}
 */
export function marks(profile, { percentiles, y, write }) {
  return markedPercentiles.flatMap(({ metric, probability }) => {
    const value = valueAt(profile, probability)
    return value === undefined ? [] : [mark(profile.look, { x: across(percentiles.part(probability)), y: short(y(value)), title: `${profile.name}, ${metric}: ${write(value)}` })]
  })
}

/**
 * The highest value of each percentile above its mark, the lowest below: nothing is drawn there.
 *
 * @param {readonly Profile[]} profiles
 * @param {{ percentiles: PercentileAxis, y: (value: number) => number }} axes
 */
function values(profiles, { percentiles, y }) {
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
