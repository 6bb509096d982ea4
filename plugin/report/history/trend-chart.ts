import { line } from 'd3-shape'
import { speedupAxis } from '../charts/axes.ts'
import { across, curves, curveWidth, plot, short, ticksAcross, ticksDown } from '../charts/plot.ts'
import { markup, type Markup } from '../markup.ts'
import { interval, times } from '../words/numbers.ts'
import { fail, failZone, ink, mark, muted, numberedLook, page, pass, type Look } from '../palette.ts'
import { placeOf } from '../words/sentences.ts'
import { shortName } from '../words/names.ts'
import { pointsOf, type Trend, type TrendEstimate } from './trends.ts'
import type { Metric } from '../../concepts/metrics.ts'

/** one candidate's way through the comparisons */
interface Series {
  name: string
  look: Look
  points: (ReturnType<typeof pointsOf>[number] & { part: number })[] // part of the chart's width
}

const height = 170

/**
 * The speedups of one metric from comparison to comparison: equal steps, whatever time lay between them, and a logarithmic axis, on
 * which twice as fast is as far from 1 as half as fast. An interval that leaves the chart ends at its edge.
 */
export function trendChart(trend: Trend, metric: Metric): Markup {
  const series = seriesOf(trend, metric)
  const requirements = requirementsOf(trend, metric)
  const axis = speedupAxis(speedupsToHold(series.flatMap(({ points }) => points.map(({ estimate }) => estimate)), requirements))
  const count = trend.comparisons.length
  const y = (speedup: number) => height * (1 - Math.min(1, Math.max(0, axis.part(speedup))))
  const isDense = series.length * count > 40
  return plot({ height: height + 20, label: labelOf(trend, metric, series), className: 'trend' }, [
    markup`<rect y="${short(y(1))}" width="100%" height="${short(height - y(1))}" fill="${failZone}"/>`,
    ...ticksDown(axis.ticks.filter(({ speedup }) => speedup !== 1).map((tick) => ({ y: y(tick.speedup), label: tick.label }))),
    markup`<line x2="100%" y1="${short(y(1))}" y2="${short(y(1))}" stroke="${ink}" stroke-width="1.5"/><text x="-6" y="${short(y(1) + 4)}" text-anchor="end" font-weight="bold" fill="${ink}">1x</text>`,
    ...ticksAcross(ticksOf(trend.comparisons.map(({ startedAt }) => startedAt)), height),
    ...requirements.map((one) => requirementLine(one, count, y)),
    // The first candidate comes last, on top.
    ...series.toReversed().flatMap((one) => [lines(one, { y, isDense }), ...marks(one, { y, isOneOfMany: series.length > 1, isDense })]),
    ...requirements.map((one) => requirementLabel(one, count, y))
  ])
}

function seriesOf(trend: Trend, metric: Metric): Series[] {
  const { candidates, comparisons } = trend
  // Candidates stand beside each other within a comparison's step, which is wide where comparisons are few.
  const step = Math.min(0.7 / candidates.length / comparisons.length, 0.025)
  return candidates.map((name, i) => {
    const shift = (i - (candidates.length - 1) / 2) * step
    return { name, look: numberedLook(i), points: pointsOf(trend, name, metric).map((point) => ({ ...point, part: (point.index + 0.5) / comparisons.length + shift })) }
  })
}

function labelOf({ baseline, comparisons }: Trend, metric: Metric, series: Series[]) {
  const newest = series.flatMap(({ name, points }) => {
    const last = points.at(-1)
    return last === undefined ? [] : [`${shortName(name)} ${times(last.estimate.speedup)} ${interval(last.estimate.interval)}`]
  })
  const days = [...new Set([comparisons[0], comparisons[comparisons.length - 1]].map(({ startedAt }) => startedAt.slice(0, 10)))]
  return `Speedup over ${shortName(baseline)} ${placeOf(metric)}, ${comparisons.length === 1 ? 'one comparison' : `${comparisons.length} comparisons`}, ${days.join(' to ')}.${newest.length === 0 ? '' : ` Newest: ${newest.join(', ')}.`}`
}

/** @param count of comparisons */
function requirementLine({ speedup, from, to }: Requirement, count: number, y: (speedup: number) => number) {
  const at = short(y(speedup))
  return markup`<line x1="${across(from / count)}" x2="${across((to + 1) / count)}" y1="${at}" y2="${at}" stroke="${pass}" stroke-width="1.5" stroke-dasharray="5 4"/>`
}

/**
 * On top of everything, and readable there: its letters have an edge in the colour of the page.
 *
 * @param count of comparisons
 */
function requirementLabel({ speedup, from, to, isBeyond }: Requirement, count: number, y: (speedup: number) => number) {
  // Above its line, but below it at the upper edge.
  const at = y(speedup) < 16 ? y(speedup) + 13 : y(speedup) - 5
  const [end, dx, anchor] = from / count > 0.7 ? [(to + 1) / count, -3, 'end'] : [from / count, 3, 'start']
  return markup`<text x="${across(end)}" dx="${dx}" text-anchor="${anchor}" y="${short(at)}" fill="${ink}" stroke="${page}" stroke-width="4" stroke-linejoin="round" paint-order="stroke">≥ ${times(speedup)}${isBeyond ? ' (beyond)' : ''}</text>`
}

function lines({ look, points }: Series, { y, isDense }: { y: (speedup: number) => number, isDense: boolean }) {
  const carried = points.filter(({ estimate }) => estimate.reason === null)
  if (carried.length === 0) return null
  const x = ({ part }: Series['points'][number]) => Number(short(part * curveWidth))
  const way = line(x, ({ estimate }: Series['points'][number]) => Number(short(y(estimate.speedup))))(carried)
  const whiskers = carried.map((point) => point.estimate.interval.map((end, i) => `${'ML'[i]}${x(point)},${short(y(end))}`).join('')).join('')
  const stroke = markup`fill="none" stroke="${look.colour}" vector-effect="non-scaling-stroke"`
  return curves(height, [markup`<path d="${way}" ${stroke} stroke-opacity="0.5"/>`, markup`<path d="${whiskers}" ${stroke} stroke-width="${isDense ? 1.5 : 2}" stroke-opacity="${isDense ? 0.4 : 0.6}"/>`])
}

function marks({ name, look, points }: Series, { y, isOneOfMany, isDense }: { y: (speedup: number) => number, isOneOfMany: boolean, isDense: boolean }) {
  return points.map(({ part, startedAt, estimate }) => {
    const { speedup, interval: range, reason, regression } = estimate
    const who = isOneOfMany ? `${shortName(name)}: ` : ''
    const remark = reason !== null ? `, no verdict: ${reason}` : regression ? ', fell' : ''
    const title = markup`<title>${startedAt.slice(0, 16).replace('T', ' ')} ${who}${times(speedup)} ${interval(range)}${remark}</title>`
    const shape = reason === null ? [regression ? ring : null, mark(look)] : markup`<circle r="3" fill="${muted}"/>`
    return markup`<svg x="${across(part)}" y="${short(y(speedup))}" overflow="visible">${title}${isDense ? markup`<g transform="scale(.7)">${shape}</g>` : shape}</svg>`
  })
}

const ring = markup`<circle r="9" fill="none" stroke="${fail}" stroke-width="2"/>`

/** How far beyond all speedups an interval may stretch the axis, and a requirement: a ratio. */
const roomForIntervals = 1.5
const roomForRequirements = 2

/** of comparisons that follow one another */
interface Requirement {
  speedup: number
  from: number // index of the first comparison
  to: number // index of the last comparison
  isBeyond: boolean // it is too far from all that was measured to be on the axis
}

/** @returns what was required of any candidate, as long as it stayed the same */
export function requirementsOf(trend: Trend, metric: Metric): Requirement[] {
  const points = trend.candidates.flatMap((candidate) => pointsOf(trend, candidate, metric))
  const [least, most] = rangeOf(points.map(({ estimate }) => estimate))
  const byDemand = Map.groupBy(points.filter(({ estimate }) => estimate.required !== null), ({ estimate }) => Number(estimate.required))
  return [...byDemand].flatMap(([speedup, of]) => {
    const isBeyond = speedup < least / roomForRequirements || speedup > most * roomForRequirements
    return stretches(of.map(({ index }) => index)).map(([from, to]) => ({ speedup, from, to, isBeyond }))
  })
}

/** @returns of those that follow one another */
function stretches(indices: number[]): [from: number, to: number][] {
  const ordered = [...new Set(indices)].sort((a, b) => a - b)
  const found: [number, number][] = []
  for (const index of ordered) {
    const last = found.at(-1)
    if (last !== undefined && index === last[1] + 1) last[1] = index
    else found.push([index, index])
  }
  return found
}

/** @returns what the axis must hold: an interval without end would leave no room for the rest */
export function speedupsToHold(estimates: readonly TrendEstimate[], requirements: readonly Requirement[]): number[] {
  const [least, most] = rangeOf(estimates)
  const carried = estimates.filter(({ reason }) => reason === null)
  const ends = carried.flatMap(({ interval }) => interval.map((end) => Math.min(Math.max(end, least / roomForIntervals), most * roomForIntervals)))
  return [least, most, ...ends, ...requirements.filter(({ isBeyond }) => !isBeyond).map(({ speedup }) => speedup)]
}

function rangeOf(estimates: readonly TrendEstimate[]) {
  const speedups = [1, ...estimates.map(({ speedup }) => speedup)]
  return [Math.min(...speedups), Math.max(...speedups)]
}

/**
 * The first comparison, the last one and one between them; more have no room on a phone.
 *
 * @param times when the comparisons began, ISO 8601
 * @returns their dates, with the hour where the dates alone would be the same
 */
export function ticksOf(times: readonly string[]): { part: number, label: string }[] {
  const last = times.length - 1
  const indices = [...new Set([0, Math.floor(last / 2), last])]
  const days = indices.map((index) => times[index].slice(0, 10))
  const areDistinct = new Set(days).size === days.length
  return indices.map((index, i) => ({ part: (index + 0.5) / times.length, label: areDistinct ? days[i] : times[index].slice(5, 16).replace('T', ' ') }))
}
