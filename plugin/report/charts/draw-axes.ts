import type { Markup } from '../markup.ts'
import { gridLine, ink, muted } from '../palette.ts'
import { across, anchorAt, draw, lineAcross, lineUp, short, type Edges, type Height } from './plot.ts'
import type { Axis, Tick } from './scales.ts'

/** Where a value of the axis stands, in px down. */
export function upwards({ part }: Axis, { top, bottom }: Edges): Height {
  return (value) => bottom - part(value) * (bottom - top)
}

/** Horizontal lines with their labels left of the plot. */
export function ticksDown(ticks: readonly Tick[], y: Height): Markup[] {
  return ticks.flatMap(({ value, label }) => [
    lineAcross(y(value), gridLine),
    draw('text', { x: -6, y: short(y(value) + 4), 'text-anchor': 'end', fill: muted }, label)
  ])
}

/** With a bold line at 1x. */
export function speedupsDown({ ticks }: Axis, y: Height): Markup[] {
  return [
    ...ticksDown(ticks.filter(({ value }) => value !== 1), y),
    draw('line', { x2: '100%', y1: short(y(1)), y2: short(y(1)), stroke: ink, 'stroke-width': 1.5 }),
    draw('text', { x: -6, y: short(y(1) + 4), 'text-anchor': 'end', 'font-weight': 'bold', fill: ink }, '1x')
  ]
}

const edge = 0.03 // so near to an end of the axis, a label stands beside its tick, not around it

export function isAtEdge(part: number) {
  return anchorAt(part, edge) !== 'middle'
}

/** Labels below the plot, or above it, each with a short vertical line. */
export function ticksAcross(ticks: readonly Pick<Tick, 'part' | 'label'>[], y: number, side: 'below' | 'above' = 'below'): Markup[] {
  const [end, baseline] = side === 'below' ? [y + 4, y + 16] : [y - 4, y - 8]
  return ticks.flatMap(({ part, label }) => [
    lineUp(across(part), y, end, { stroke: muted }),
    draw('text', { x: across(part), y: baseline, 'text-anchor': anchorAt(part, edge), fill: muted }, label)
  ])
}
