import { line } from 'd3-shape'
import type { Content, Markup } from '../markup.ts'
import { perSecond, ranged } from '../words/numbers.ts'
import { halo, ink, shade, type Look } from '../palette.ts'
import { crossoverMessages, turnOf } from '../scaling-rows.ts'
import { across, curve, curves, curveWidth, draw, lineEnds, plotOfLines, rangedMark, short, type Height } from './plot.ts'
import { ticksAcross, ticksDown, upwards } from './draw-axes.ts'
import { loadAxis } from './axes.ts'
import { logLatencyAxis, type Axis, type Extent } from './scales.ts'
import type { Crossover, Ranged } from '../../concepts/load-results.ts'

/** One variant over the loads. */
interface Series {
  name: string
  look: Look
  points: { offered: number, p95Ms: Ranged, keepsUp: boolean }[]
}

const edges = { top: 30, bottom: 290 } // in px; above the plot there is room for a label
const roomForIntervals = 1.3 // how far beyond all latencies an interval may stretch the axis, a ratio

/** p95 over the offered load on a logarithmic scale: a line a variant, an arrow upwards where it could not keep up. */
export function loadLatency(crossover: Crossover, variants: { names: readonly string[], lookOf: (name: string) => Look }): Markup {
  const all = variants.names.map((name) => ({ name, look: variants.lookOf(name), points: pointsOf(crossover, name) }))
  const series = all.filter(({ points }) => points.length > 0)
  const loads = loadAxis(crossover.levels.map(({ offeredPerSecond }) => offeredPerSecond))
  const axis = logLatencyAxis(extentWithIntervals(series), edges.bottom - edges.top)
  const y = upwards(axis, edges)
  const way = line<Series['points'][number]>(({ offered }) => curveWidth * loads.part(offered), ({ p95Ms }) => y(p95Ms.value)).digits(1)
  const ways = series.filter(({ points }) => points.length > 1).map(({ look, points }) =>
    curve(way(points), { stroke: look.colour, 'stroke-width': 2, 'stroke-dasharray': look.dash })
  )
  const ends = series.map(({ name, look, points }) => ({ name, look, y: y(points[points.length - 1].p95Ms.value) }))
  return plotOfLines({ bottom: edges.bottom, label: labelOf(crossover, series), className: 'percentiles loads' }, [
    ...turn(crossover, loads),
    ...ticksDown(axis.ticks, y),
    ...ticksAcross(loads.ticks, edges.bottom),
    curves(edges.bottom, ways.reverse()),
    ...series.toReversed().flatMap((variant) => marks(variant, loads, y)),
    lineEnds(ends, edges.bottom)
  ])
}

function pointsOf({ levels }: Crossover, wanted: string): Series['points'] {
  return levels.flatMap(({ offeredPerSecond: offered, variants }) =>
    variants.filter(({ name }) => name === wanted).map(({ p95Ms, keepsUp }) => ({ offered, p95Ms, keepsUp }))
  )
}

/** Of the latencies, and of their intervals as far as these are not too long. */
function extentWithIntervals(series: readonly Series[]): Extent {
  const all = series.flatMap(({ points }) => points.map(({ p95Ms }) => p95Ms))
  const values = all.map(({ value }) => value)
  const ends = all.flatMap(({ interval }) => interval)
  const [least, most] = [Math.min(...values) / roomForIntervals, Math.max(...values) * roomForIntervals]
  return { min: Math.max(Math.min(...ends), least), max: Math.min(Math.max(...ends), most) }
}

/** The zone between the loads of no gain and of gain; nothing where these are unknown. */
function turn(crossover: Crossover, { part }: Axis): Content[] {
  const zone = turnOf(crossover)
  if (zone === null) return []
  const { name, asGoodUpTo, betterFrom } = zone
  const [from, to] = [part(asGoodUpTo), part(betterFrom)]
  const rect = { x: across(from), width: across(Math.max(0, to - from)), y: 20, height: edges.bottom - 20, fill: shade }
  const title = `${name} gains nothing up to ${perSecond(asGoodUpTo)} requests/s, and pays off from ${perSecond(betterFrom)} requests/s on`
  return [
    draw('rect', rect, draw('title', {}, title)),
    draw('text', { x: across(from), 'text-anchor': 'end', y: 14, fill: ink, ...halo }, 'no gain →|'),
    draw('text', { x: across(to), y: 14, fill: ink, ...halo }, '|→ it pays off')
  ]
}

function marks({ name, look, points }: Series, loads: Axis, y: Height): Markup[] {
  return points.flatMap(({ offered, p95Ms, keepsUp }) => {
    const x = across(loads.part(offered))
    const { value, range } = ranged(p95Ms)
    const title = `${name} at ${perSecond(offered)} requests/s: p95 ${value} ${range} ms${keepsUp ? '' : ', could not keep up'}`
    return [...rangedMark(look, p95Ms, { x, y, edges, title }), ...(keepsUp ? [] : [arrow(x, short(y(p95Ms.value)), look.colour)])]
  })
}

/** Right of a mark: its latency has no upper end. */
function arrow(x: string, y: string, colour: string) {
  const path = { d: 'M11 7v-13m-4 4l4-4l4 4', fill: 'none', stroke: colour, 'stroke-width': 2 }
  return draw('svg', { x, y, overflow: 'visible' }, draw('path', path))
}

function labelOf(crossover: Crossover, series: readonly Series[]) {
  const texts = series.map(({ name, points }) => {
    const remark = (keepsUp: boolean) => (keepsUp ? '' : ' (could not keep up)')
    const values = points.map(({ offered, p95Ms, keepsUp }) => `${ranged(p95Ms).value} ms at ${perSecond(offered)}/s${remark(keepsUp)}`)
    return `${name}: ${values.join(', ')}`
  })
  return `p95 of ${crossover.scenario} over the offered load. ${texts.join('; ')}. ${crossoverMessages(crossover).join(' ')}`
}
