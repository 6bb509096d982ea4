import { markup, type Markup } from '../markup.ts'
import { times } from '../numbers.ts'
import { ink } from '../palette.ts'
import { valueAt, type Profile } from './latency-profiles.ts'
import { markedPercentiles, type PercentileAxis } from './percentile-axis.ts'
import { bandAndLine, marks, percentileTicks, thinZone } from './percentile-curves.ts'
import { curves, plot, short, ticksDown } from './plot.ts'
import type { SpeedupAxis } from './speedup-axis.ts'

const height = 130

/**
 * The speedup over percentiles, below the latencies and with the same axis: a line a candidate, a band over its
 * rounds.
 *
 * @param profiles speedups
 */
export function speedupCurve(profiles: readonly Profile[], { percentiles, speedup, baseline }: { percentiles: PercentileAxis, speedup: SpeedupAxis, baseline: string }): Markup {
  const y = (value: number) => height * (1 - speedup.part(value))
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

function one(y: number) {
  return markup`<line x2="100%" y1="${short(y)}" y2="${short(y)}" stroke="${ink}" stroke-width="1.5"/><text x="-6" y="${short(y + 4)}" text-anchor="end" font-weight="bold" fill="${ink}">1x</text>`
}

function summary(profile: Profile) {
  const figures = markedPercentiles.flatMap(({ metric, probability }) => {
    const value = valueAt(profile, probability)
    return value === undefined ? [] : [`${times(value)} at ${metric}`]
  })
  return `${profile.name}: ${figures.join(', ')}`
}
