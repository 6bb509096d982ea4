import { line } from 'd3-shape'
import { markup, type Markup } from '../markup.ts'
import { perSecond, ranged } from '../words/numbers.ts'
import { halo, ink, mark, shade, type Look } from '../palette.ts'
import { crossoverMessages, turnOf } from '../scaling-rows.ts'
import { lineEnds, across, curves, curveWidth, plot, short, ticksAcross, ticksDown, whisker } from './plot.ts'
import { loadAxis, type LoadAxis } from './axes.ts'
import { logLatencyAxis } from './scales.ts'
import type { Crossover, Ranged } from '../../concepts/load-results.ts'

/** one variant over the loads */
interface Series {
  name: string
  look: Look
  points: { offered: number, p95Ms: Ranged, keepsUp: boolean }[]
}

/** Edges of the plot, in px; above it there is room for a label. */
const edges = { top: 30, bottom: 290 }
/** How far beyond all latencies an interval may stretch the axis, a ratio. */
const roomForIntervals = 1.3

/** p95 over the offered load on a logarithmic scale: a line a variant, an arrow upwards where it could not keep up. */
export function loadLatency(crossover: Crossover, { names, lookOf }: { names: readonly string[], lookOf: (name: string) => Look }): Markup {
  const series = seriesOf(crossover, names).map((one) => ({ ...one, look: lookOf(one.name) }))
  const loads = loadAxis(crossover.levels.map(({ offeredPerSecond }) => offeredPerSecond))
  const { y, ticks } = logLatencyAxis(extentWithIntervals(series), edges)
  const x = ({ offered }: Series['points'][number]) => curveWidth * loads.part(offered)
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
 * @param names in their order
 * @returns of each variant that was measured
 */
function seriesOf({ levels }: Crossover, names: readonly string[]): Omit<Series, 'look'>[] {
  return names.flatMap((name) => {
    const points = levels.flatMap(({ offeredPerSecond: offered, variants }) => variants.filter((variant) => variant.name === name).map(({ p95Ms, keepsUp }) => ({ offered, p95Ms, keepsUp })))
    return points.length === 0 ? [] : [{ name, points }]
  })
}

/** @returns of the latencies, and of their intervals as far as these are not too long */
function extentWithIntervals(series: readonly Omit<Series, 'look'>[]): { min: number, max: number } {
  const all = series.flatMap(({ points }) => points.map(({ p95Ms }) => p95Ms))
  const [least, most] = [Math.min(...all.map(({ value }) => value)), Math.max(...all.map(({ value }) => value))]
  const [low, high] = [Math.min(...all.map(({ interval }) => interval[0])), Math.max(...all.map(({ interval }) => interval[1]))]
  return { min: Math.max(low, least / roomForIntervals), max: Math.min(high, most * roomForIntervals) }
}

function turn({ name, asGoodUpTo, betterFrom }: NonNullable<ReturnType<typeof turnOf>>, { part }: LoadAxis) {
  const [from, to] = [part(asGoodUpTo), part(betterFrom)]
  const text = markup`y="14" fill="${ink}" ${halo}`
  return markup`<rect x="${across(from)}" width="${across(Math.max(0, to - from))}" y="20" height="${edges.bottom - 20}" fill="${shade}"><title>${name} gains nothing up to ${perSecond(asGoodUpTo)} requests/s, and pays off from ${perSecond(betterFrom)} requests/s on</title></rect><text x="${across(from)}" text-anchor="end" ${text}>no gain →|</text><text x="${across(to)}" ${text}>|→ it pays off</text>`
}

function marks({ name, look, points }: Series, { loads, y }: { loads: LoadAxis, y: (latencyMs: number) => number }): Markup[] {
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

/** Right of a mark: its latency has no upper end. */
function arrow(x: string, y: string, colour: string) {
  return markup`<svg x="${x}" y="${y}" overflow="visible"><path d="M11 7v-13m-4 4l4-4l4 4" fill="none" stroke="${colour}" stroke-width="2"/></svg>`
}

function describe(name: string, { offered, p95Ms, keepsUp }: Series['points'][number]) {
  const { value, range } = ranged(p95Ms)
  return `${name} at ${perSecond(offered)} requests/s: p95 ${value} ${range} ms${keepsUp ? '' : ', could not keep up'}`
}

function labelOf(crossover: Crossover, series: readonly Series[]) {
  const each = series.map(({ name, points }) => `${name}: ${points.map(({ offered, p95Ms, keepsUp }) => `${ranged(p95Ms).value} ms at ${perSecond(offered)}/s${keepsUp ? '' : ' (could not keep up)'}`).join(', ')}`)
  return `p95 of ${crossover.scenario} over the offered load. ${each.join('; ')}. ${crossoverMessages(crossover).join(' ')}`
}
