import { markup, type Content, type Markup } from '../markup.ts'
import { gridLine, muted, type Look } from '../palette.ts'
import { shortName } from '../words/names.ts'

/**
 * A chart that is as wide as the page allows, without a script: marks are at percents across and pixels down, curves
 * are stretched (see `curves`), text never is. Labels left of the plot stand in the figure's margin, which browsers
 * give it even where CSS is dropped.
 *
 * @param frame height of the plot in px; label: what is to be seen, for those who can't see it
 */
export function plot({ height, label, className }: { height: number, label: string, className: string }, marks: Content | readonly Content[]): Markup {
  return markup`<figure class="chart ${className}"><svg role="img" aria-label="${label}" width="100%" height="${height}" overflow="visible" font-size="11" font-family="system-ui, sans-serif">${marks}</svg></figure>`
}

/** How wide the stretched coordinates of `curves` are. */
export const curveWidth = 1000

/**
 * Paths whose x goes from 0 to `curveWidth` and is stretched over the plot; y is in px. Give their strokes
 * `vector-effect="non-scaling-stroke"`.
 *
 * @param height of the plot in px
 */
export function curves(height: number, paths: Content | readonly Content[]): Markup {
  return markup`<svg width="100%" height="${height}" viewBox="0 0 ${curveWidth} ${height}" preserveAspectRatio="none">${paths}</svg>`
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

/**
 * Horizontal lines with their labels left of the plot.
 *
 * @param ticks y in px
 */
export function ticksDown(ticks: readonly { y: number, label: string }[]): Markup[] {
  return ticks.map(
    ({ y, label }) => markup`<line x1="0" x2="100%" y1="${short(y)}" y2="${short(y)}" stroke="${gridLine}"/><text x="-6" y="${short(y + 4)}" text-anchor="end" fill="${muted}">${label}</text>`
  )
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
 * @param ticks part of the plot's width
 * @param y of the axis, in px
 */
export function ticksAcross(ticks: readonly { part: number, label: string }[], y: number, side: 'below' | 'above' = 'below'): Markup[] {
  const [end, baseline] = side === 'below' ? [y + 4, y + 16] : [y - 4, y - 8]
  return ticks.map(
    ({ part, label }) => markup`<line x1="${across(part)}" x2="${across(part)}" y1="${y}" y2="${end}" stroke="${muted}"/><text x="${across(part)}" y="${baseline}" text-anchor="${!isAtEdge(part) ? 'middle' : part < edge ? 'start' : 'end'}" fill="${muted}">${label}</text>`
  )
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
  const texts = ends.map(
    ({ name, look }, i) => markup`<text x="100%" dx="7" y="${short(places[i] + 4)}" font-weight="600" fill="${look.colour}">${shortName(name, 14)}<title>${name}</title></text>`
  )
  return markup`<g class="roomy">${texts}</g>`
}

/**
 * An upright interval with a cap at each end. One that leaves the plot goes on to its edge, without a cap there.
 *
 * @param interval low and high: in px down, whichever is above
 * @param edges of the plot, in px
 */
export function whisker(x: string, { low, high, colour }: { low: number, high: number, colour: string }, { top, bottom }: { top: number, bottom: number }): Markup {
  const ends = [Math.min(low, high), Math.max(low, high)]
  const caps = ends.filter((end) => end >= top && end <= bottom).map((end) => `M-4 ${short(end)}h8`)
  const [from, to] = ends.map((end) => short(Math.min(bottom, Math.max(top, end))))
  return markup`<svg x="${x}" overflow="visible"><path d="M0 ${from}V${to}${caps.join('')}" fill="none" stroke="${colour}" stroke-width="1.5"/></svg>`
}
