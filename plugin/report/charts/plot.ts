import { Markup, markup, type Content } from '../markup.ts'
import { gridLine, ink, mark, muted, type Look } from '../palette.ts'
import { shortName } from '../words/names.ts'
import type { Axis, Tick } from './scales.ts'
import type { Ranged } from '../../concepts/load-results.ts'

/**
 * An element of an SVG.
 *
 * @param attributes null: left out
 * @param content null: it is closed at once
 */
export function draw(name: string, attributes: Record<string, Content>, content: Content | readonly Content[] = null): Markup {
  const tag = new Markup(name)
  const given = Object.entries(attributes).filter(([, value]) => value !== null)
  const start = [tag, ...given.map(([key, value]) => markup` ${new Markup(key)}="${value}"`)]
  return content === null ? markup`<${start}/>` : markup`<${start}>${content}</${tag}>`
}

/** @param frame height in px; label: what is to be seen, for those who can't see it */
export function picture(frame: { class: string | null, label: string, height: number, [attribute: string]: Content }, marks: Content | readonly Content[]): Markup {
  const { class: name, label, ...attributes } = frame
  const start = { class: name, role: 'img', 'aria-label': label, width: '100%' }
  return draw('svg', { ...start, ...attributes, 'font-size': 11, 'font-family': 'system-ui, sans-serif' }, marks)
}

/** Of a plot, in px down. */
export interface Edges {
  top: number
  bottom: number
}

/** Below a plot with an axis, for the labels, in px. */
export const axisHeight = 20

/**
 * A chart that is as wide as the page allows, without a script: marks are at percents across and pixels down, curves
 * are stretched (see `curves`), text never is. Labels left of the plot stand in the figure's margin, which browsers
 * give it even where CSS is dropped.
 *
 * @param frame height in px; label: what is to be seen, for those who can't see it
 */
export function plot(frame: { height: number, label: string, className: string }, marks: Content | readonly Content[]): Markup {
  const { height, label, className } = frame
  return markup`<figure class="chart ${className}">${picture({ class: null, label, height, overflow: 'visible' }, marks)}</figure>`
}

/**
 * A plot with room for `lineEnds`.
 *
 * @param frame bottom: of the plot, in px
 */
export function plotOfLines({ bottom, ...frame }: { bottom: number, label: string, className: string }, marks: readonly Content[]): Markup {
  return plot({ ...frame, height: bottom + axisHeight }, draw('svg', { width: '90%', height: bottom, overflow: 'visible' }, marks))
}

/** How wide the stretched coordinates of `curves` are. */
export const curveWidth = 1000

/**
 * Paths whose x goes from 0 to `curveWidth` and is stretched over the plot; y is in px.
 *
 * @param height of the plot in px
 */
export function curves(height: number, paths: Content | readonly Content[]): Markup {
  return draw('svg', { width: '100%', height, viewBox: `0 0 ${curveWidth} ${height}`, preserveAspectRatio: 'none' }, paths)
}

/** A line for `curves`, as wide at every place as it is to be. */
export function curve(d: string, attributes: Record<string, Content>, title: Markup | null = null): Markup {
  return draw('path', { d, fill: 'none', ...attributes, 'vector-effect': 'non-scaling-stroke' }, title)
}

/**
 * @param part from 0, the plot's left edge, to 1
 * @returns for the `x` of a mark
 */
export function across(part: number): string {
  return `${short(100 * part)}%`
}

/**
 * @param value a coordinate
 * @returns with no more digits than can be seen
 */
export function short(value: number): string {
  return String(Math.round(value * 100) / 100)
}

/** @returns where a value of the axis stands, in px down */
export function upwards({ part }: Axis, { top, bottom }: Edges): (value: number) => number {
  return (value) => bottom - part(value) * (bottom - top)
}

/** @param y in px */
export function lineAcross(y: number, stroke: string): Markup {
  return draw('line', { x1: 0, x2: '100%', y1: short(y), y2: short(y), stroke })
}

export function lineUp(x: string, y1: Content, y2: Content, attributes: Record<string, Content>): Markup {
  return draw('line', { x1: x, x2: x, y1, y2, ...attributes })
}

/** Horizontal lines with their labels left of the plot. */
export function ticksDown(ticks: readonly Tick[], y: (value: number) => number): Markup[] {
  return ticks.flatMap(({ value, label }) => [
    lineAcross(y(value), gridLine),
    draw('text', { x: -6, y: short(y(value) + 4), 'text-anchor': 'end', fill: muted }, label)
  ])
}

/** With a bold line at 1x. */
export function speedupsDown({ ticks }: Axis, y: (speedup: number) => number): Markup[] {
  return [
    ...ticksDown(ticks.filter(({ value }) => value !== 1), y),
    draw('line', { x2: '100%', y1: short(y(1)), y2: short(y(1)), stroke: ink, 'stroke-width': 1.5 }),
    draw('text', { x: -6, y: short(y(1) + 4), 'text-anchor': 'end', 'font-weight': 'bold', fill: ink }, '1x')
  ]
}

/** So near to an end of the axis, a label stands beside its tick, not around it. */
const edge = 0.03

/** @param part of the plot's width */
export function isAtEdge(part: number) {
  return part < edge || part > 1 - edge
}

/**
 * Labels below the plot, or above it, each with a short vertical line.
 *
 * @param y of the axis, in px
 */
export function ticksAcross(ticks: readonly Pick<Tick, 'part' | 'label'>[], y: number, side: 'below' | 'above' = 'below'): Markup[] {
  const [end, baseline] = side === 'below' ? [y + 4, y + 16] : [y - 4, y - 8]
  return ticks.flatMap(({ part, label }) => [
    lineUp(across(part), y, end, { stroke: muted }),
    draw('text', { x: across(part), y: baseline, 'text-anchor': anchorAt(part, edge), fill: muted }, label)
  ])
}

/** @param margin part of the width on either side where a text would leave the plot */
export function anchorAt(part: number, margin: number): 'start' | 'middle' | 'end' {
  return part < margin ? 'start' : part > 1 - margin ? 'end' : 'middle'
}

/**
 * Moves labels apart that would overlap, each as little as it takes.
 *
 * @param wanted where each label would be best, in px down
 * @param room gap: least distance of two labels, in px
 * @returns where each is to be, from 0 to the height as far as they fit
 */
export function spreadLabels(wanted: readonly number[], { height, gap }: { height: number, gap: number }): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b])
  const places = [...wanted]
  order.forEach((i, rank) => (places[i] = Math.max(places[i], rank === 0 ? 0 : places[order[rank - 1]] + gap)))
  order.reverse().forEach((i, rank) => (places[i] = Math.min(places[i], rank === 0 ? height : places[order[rank - 1]] - gap)))
  return places
}

/** With more variants, names at the ends of their lines would be a heap. */
const mostNames = 9

/**
 * The names of lines right of their ends, moved apart where they would overlap. A stylesheet hides them where there is
 * no room.
 *
 * @param ends in px
 * @param height of the plot in px
 * @returns null: there are too many
 */
export function lineEnds(ends: readonly { name: string, look: Look, y: number }[], height: number): Markup | null {
  if (ends.length > mostNames) return null
  const places = spreadLabels(ends.map(({ y }) => y), { height, gap: 14 })
  return draw('g', { class: 'roomy' }, ends.map(({ name, look }, i) => {
    const place = { x: '100%', dx: 7, y: short(places[i] + 4), 'font-weight': 600, fill: look.colour }
    return draw('text', place, [shortName(name, 14), draw('title', {}, name)])
  }))
}

/**
 * A mark and the upright bar of its interval, with a cap at each end. An interval that leaves the plot goes on to its
 * edge, without a cap there.
 *
 * @param place y: where a value stands, in px down
 */
export function rangedMark(
  look: Look,
  { value, interval }: Ranged,
  { x, y, edges: { top, bottom }, title }: { x: string, y: (value: number) => number, edges: Edges, title: string }
): Markup[] {
  const [high, low] = interval.map(y).sort((a, b) => a - b)
  const caps = [high, low].filter((end) => end >= top && end <= bottom).map((end) => `M-4 ${short(end)}h8`)
  const [from, to] = [high, low].map((end) => short(Math.min(bottom, Math.max(top, end))))
  const bar = draw('path', { d: `M0 ${from}V${to}${caps.join('')}`, fill: 'none', stroke: look.colour, 'stroke-width': 1.5 })
  return [draw('svg', { x, overflow: 'visible' }, bar), mark(look, { x, y: short(y(value)), title })]
}
