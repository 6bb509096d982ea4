import { line } from 'd3-shape'
import { markup } from '../markup.js'
import { perSecond, ranged } from '../numbers.js'
import { halo, ink, mark, shade } from '../palette.js'
import { crossoverMessages, turnOf } from '../scaling-rows.js'
import { lineEnds } from './line-ends.js'
import { loadAxis } from './load-axis.js'
import { logLatencyAxis } from './log-latency-axis.js'
import { across, curves, curveWidth, plot, short, ticksAcross, ticksDown } from './plot.js'
import { whisker } from './whisker.js'
/**
 * @import { Crossover, Ranged } from '../../vocabulary.js'
 * @import { Markup } from '../markup.js'
 * @import { Look } from '../palette.js'
 * @import { LoadAxis } from './load-axis.js'
 *
 * @typedef {object} Series one variant over the loads
 * @property {string} name
 * @property {Look} look
 * @property {{ offered: number, p95Ms: Ranged, keepsUp: boolean }[]} points
 */

/** Edges of the plot, in px; above it there is room for a label. */
const edges = { top: 30, bottom: 290 }
/** How far beyond all latencies an interval may stretch the axis, a ratio. */
const roomForIntervals = 1.3

/**
 * p95 over the offered load on a logarithmic scale: a line a variant, an arrow upwards where it could not keep up.
 *
 * @param {Crossover} crossover
 * @param {{ names: readonly string[], lookOf: (name: string) => Look }} variants
 * @returns {Markup}
 */
export function loadLatency(crossover, { names, lookOf }) {
  const series = seriesOf(crossover, names).map((one) => ({ ...one, look: lookOf(one.name) }))
  const loads = loadAxis(crossover.levels.map(({ offeredPerSecond }) => offeredPerSecond))
  const { y, ticks } = logLatencyAxis(extentWithIntervals(series), edges)
  const x = (/** @type {Series['points'][number]} */ { offered }) => curveWidth * loads.part(offered)
  const way = line(x, ({ p95Ms }) => y(p95Ms.value)).digits(1)
  const ways = series.filter(({ points }) => points.length > 1).map(
    ({ look, points }) => markup`<path d="${way(points)}" fill="none" stroke="${look.colour}" stroke-width="2"${look.dash === null ? null : markup` stroke-dasharray="${look.dash}"`} vector-effect="non-scaling-stroke"/>`
  )
  const zone = turnOf(crossover)
  return plot({ height: edges.bottom + 20, label: labelOf(crossover, series), className: 'percentiles loads' }, markup`<svg width="90%" height="${edges.bottom}" overflow="visible">${[
    zone === null ? null : turn(zone, loads),
    ...ticksDown(ticks),
    ...ticksAcross(loads.ticks, edges.bottom),
    curves(edges.bottom, ways.reverse()),
    ...series.toReversed().flatMap((one) => marks(one, { loads, y })),
    lineEnds(series.map(({ name, look, points }) => ({ name, look, y: y(points[points.length - 1].p95Ms.value) })), edges.bottom)
  ]}</svg>`)
}

/**
 * @param {Crossover} crossover
 * @param {readonly string[]} names in their order
 * @returns {Omit<Series, 'look'>[]} of each variant that was measured
 */
function seriesOf({ levels }, names) {
  return names.flatMap((name) => {
    const points = levels.flatMap(({ offeredPerSecond: offered, variants }) => variants.filter((variant) => variant.name === name).map(({ p95Ms, keepsUp }) => ({ offered, p95Ms, keepsUp })))
    return points.length === 0 ? [] : [{ name, points }]
  })
}

/**
 * @param {readonly Omit<Series, 'look'>[]} series
 * @returns {{ min: number, max: number }} of the latencies, and of their intervals as far as these are not too long
 */
function extentWithIntervals(series) {
  const all = series.flatMap(({ points }) => points.map(({ p95Ms }) => p95Ms))
  const [least, most] = [Math.min(...all.map(({ value }) => value)), Math.max(...all.map(({ value }) => value))]
  const [low, high] = [Math.min(...all.map(({ interval }) => interval[0])), Math.max(...all.map(({ interval }) => interval[1]))]
  return { min: Math.max(low, least / roomForIntervals), max: Math.min(high, most * roomForIntervals) }
}

/**
 * @param {NonNullable<ReturnType<typeof turnOf>>} zone
 * @param {LoadAxis} loads
 */
function turn({ name, asGoodUpTo, betterFrom }, { part }) {
  const [from, to] = [part(asGoodUpTo), part(betterFrom)]
  const text = markup`y="14" fill="${ink}" ${halo}`
  return markup`<rect x="${across(from)}" width="${across(Math.max(0, to - from))}" y="20" height="${edges.bottom - 20}" fill="${shade}"><title>${name} gains nothing up to ${perSecond(asGoodUpTo)} requests/s, and pays off from ${perSecond(betterFrom)} requests/s on</title></rect><text x="${across(from)}" text-anchor="end" ${text}>no gain →|</text><text x="${across(to)}" ${text}>|→ it pays off</text>`
}

/**
 * @param {Series} series
 * @param {{ loads: LoadAxis, y: (latencyMs: number) => number }} axes
 * @returns {Markup[]}
 */
function marks({ name, look, points }, { loads, y }) {
  return points.flatMap(({ offered, p95Ms, keepsUp }) => {
    const [x, at] = [across(loads.part(offered)), short(y(p95Ms.value))]
    const [low, high] = p95Ms.interval.map(y)
    return [
      whisker(x, { low, high, colour: look.colour }, edges),
      mark(look, { x, y: at, title: describe(name, { offered, p95Ms, keepsUp }) }),
      ...(keepsUp ? [] : [arrow(x, at, look.colour)])
    ]
  })
}

/**
 * Right of a mark: its latency has no upper end.
 *
 * @param {string} x
 * @param {string} y
 * @param {string} colour
 */
function arrow(x, y, colour) {
  return markup`<svg x="${x}" y="${y}" overflow="visible"><path d="M11 7v-13m-4 4l4-4l4 4" fill="none" stroke="${colour}" stroke-width="2"/></svg>`
}

/**
 * @param {string} name
 * @param {Series['points'][number]} point
 */
function describe(name, { offered, p95Ms, keepsUp }) {
  const { value, range } = ranged(p95Ms)
  return `${name} at ${perSecond(offered)} requests/s: p95 ${value} ${range} ms${keepsUp ? '' : ', could not keep up'}`
}

/**
 * @param {Crossover} crossover
 * @param {readonly Series[]} series
 */
function labelOf(crossover, series) {
  const each = series.map(({ name, points }) => `${name}: ${points.map(({ offered, p95Ms, keepsUp }) => `${ranged(p95Ms).value} ms at ${perSecond(offered)}/s${keepsUp ? '' : ' (could not keep up)'}`).join(', ')}`)
  return `p95 of ${crossover.scenario} over the offered load. ${each.join('; ')}. ${crossoverMessages(crossover).join(' ')}`
}
