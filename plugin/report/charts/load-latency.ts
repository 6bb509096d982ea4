import { line } from 'd3-shape'
import { perSecond, ranged } from '../words/numbers.ts'
import { halo, ink, shade, type Look } from '../palette.ts'
import { crossoverMessages, turnOf } from '../scaling-rows.ts'
import { across, curve, curves, curveWidth, draw, lineEnds, plotOfLines, rangedMark, short, ticksAcross, ticksDown, upwards } from './plot.ts'
import { loadAxis, logLatencyAxis, type Axis } from './axes.ts'
import type { Markup } from '../markup.ts'
import type { Crossover } from '../../concepts/load-results.ts'

const edges = { top: 30, bottom: 290 } // in px; above the plot there is room for a label
const roomForIntervals = 1.3 // how far beyond all latencies an interval may stretch the axis, a ratio

/** p95 over the offered load on a logarithmic scale: a line a variant, an arrow upwards where it could not keep up. */
export function loadLatency(crossover: Crossover, { names, lookOf }: { names: readonly string[], lookOf: (name: string) => Look }): Markup {
  const { scenario, levels } = crossover
  const loads = loadAxis(levels.map(({ offeredPerSecond }) => offeredPerSecond))
  const all = names.map((name) => ({ name, look: lookOf(name), points: pointsOf(levels, name) }))
  const series = all.filter(({ points }) => points.length > 0)
  const latencies = series.flatMap(({ points }) => points.map(({ p95Ms }) => p95Ms))
  const axis = logLatencyAxis(extentWithIntervals(latencies), edges.bottom - edges.top)
  const y = upwards(axis, edges)
  const way = line<Point>(({ offered }) => curveWidth * loads.part(offered), ({ p95Ms }) => y(p95Ms.value)).digits(1)
  const ends = series.map(({ name, look, points }) => ({ name, look, y: y(points[points.length - 1].p95Ms.value) }))
  const told = series.map(({ name, points }) => `${name}: ${points.map(tell).join(', ')}`)
  const label = `p95 of ${scenario} over the offered load. ${told.join('; ')}. ${crossoverMessages(crossover).join(' ')}`
  // The first variant is drawn last, on top.
  const reversed = series.toReversed()
  return plotOfLines({ bottom: edges.bottom, label, className: 'percentiles loads' }, [
    ...turn(crossover, loads),
    ...ticksDown(axis.ticks, y),
    ...ticksAcross(loads.ticks, edges.bottom),
    curves(edges.bottom, reversed.map(({ look, points }) =>
      points.length > 1 && curve(way(points), { stroke: look.colour, 'stroke-width': 2, 'stroke-dasharray': look.dash })
    )),
    ...reversed.flatMap(({ name, look, points }) => points.flatMap(({ offered, p95Ms, keepsUp }) => {
      const x = across(loads.part(offered))
      const { value, range } = ranged(p95Ms)
      const title = `${name} at ${perSecond(offered)} requests/s: p95 ${value} ${range} ms${keepsUp ? '' : ', could not keep up'}`
      return [...rangedMark(look, p95Ms, { x, y, edges, title }), !keepsUp && arrow(x, short(y(p95Ms.value)), look.colour)]
    })),
    lineEnds(ends, edges.bottom)
  ])
}

type Point = ReturnType<typeof pointsOf>[number]

function pointsOf(levels: Crossover['levels'], wanted: string) {
  return levels.flatMap(({ offeredPerSecond: offered, variants }) =>
    variants.filter(({ name }) => name === wanted).map(({ p95Ms, keepsUp }) => ({ offered, p95Ms, keepsUp }))
  )
}

/** Of the latencies, and of their intervals as far as these are not too long. */
function extentWithIntervals(latencies: readonly Point['p95Ms'][]) {
  const values = latencies.map(({ value }) => value)
  const ends = latencies.flatMap(({ interval }) => interval)
  const [least, most] = [Math.min(...values) / roomForIntervals, Math.max(...values) * roomForIntervals]
  return { min: Math.max(Math.min(...ends), least), max: Math.min(Math.max(...ends), most) }
}

/** The zone between the loads of no gain and of gain; nothing where these are unknown. */
function turn(crossover: Crossover, { part }: Axis): Markup[] {
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

/** Right of a mark: its latency has no upper end. */
function arrow(x: string, y: string, colour: string) {
  const path = { d: 'M11 7v-13m-4 4l4-4l4 4', fill: 'none', stroke: colour, 'stroke-width': 2 }
  return draw('svg', { x, y, overflow: 'visible' }, draw('path', path))
}

function tell({ offered, p95Ms, keepsUp }: Point) {
  return `${ranged(p95Ms).value} ms at ${perSecond(offered)}/s${keepsUp ? '' : ' (could not keep up)'}`
}
