import { markup } from '../markup.js'
import { times } from '../numbers.js'
import { ink } from '../palette.js'
import { valueAt } from './latency-profiles.js'
import { markedPercentiles } from './percentile-axis.js'
import { bandAndLine, marks, percentileTicks, thinZone } from './percentile-curves.js'
import { curves, plot, short, ticksDown } from './plot.js'
/**
 * @import { Markup } from '../markup.js'
 * @import { Profile } from './latency-profiles.js'
 * @import { PercentileAxis } from './percentile-axis.js'
 * @import { SpeedupAxis } from './speedup-axis.js'
 */

const height = 130

/**
 * The speedup over percentiles, below the latencies and with the same axis: a line a candidate, a band over its
 * rounds.
 *
 * @param {readonly Profile[]} profiles speedups
 * @param {{ percentiles: PercentileAxis, speedup: SpeedupAxis, baseline: string }} axes
 * @returns {Markup}
 */
export function speedupCurve(profiles, { percentiles, speedup, baseline }) {
  const y = (/** @type {number} */ value) => height * (1 - speedup.part(value))
  const label = `Speedup over ${baseline} by percentile. ${profiles.map(summary).join('; ')}.`
  return plot({ height: height + 20, label, className: 'percentiles' }, markup`<svg width="90%" height="${height}" overflow="visible">${[
    thinZone(percentiles, height),
    ...ticksDown(speedup.ticks.filter((tick) => tick.speedup !== 1).map((tick) => ({ y: y(tick.speedup), label: tick.label }))),
    one(y(1)),
    percentileTicks(percentiles, height),
    curves(height, [...profiles].reverse().map((profile) => bandAndLine(profile, { percentiles, y }))),
    ...profiles.flatMap((profile) => marks(profile, { percentiles, y, write: times }))
  ]}</svg>`)
}

/** @param {number} y */
function one(y) {
  return markup`<line x2="100%" y1="${short(y)}" y2="${short(y)}" stroke="${ink}" stroke-width="1.5"/><text x="-6" y="${short(y + 4)}" text-anchor="end" font-weight="bold" fill="${ink}">1x</text>`
}

/** @param {Profile} profile */
function summary(profile) {
  const figures = markedPercentiles.flatMap(({ metric, probability }) => {
    const value = valueAt(profile, probability)
    return value === undefined ? [] : [`${times(value)} at ${metric}`]
  })
  return `${profile.name}: ${figures.join(', ')}`
}
