import { markup } from '../markup.js'
import { gridLine, muted } from '../palette.js'
/** @import { Content, Markup } from '../markup.js' */

/**
 * A chart that is as wide as the page allows, without a script: marks are at percents across and pixels down, curves
 * are stretched (see `curves`), text never is. Labels left of the plot stand in the figure's margin, which browsers
 * give it even where CSS is dropped.
 *
 * @param {{ height: number, label: string, className: string }} frame height of the plot in px; label: what is to be
 *   seen, for those who can't see it
 * @param {Content | readonly Content[]} marks
 * @returns {Markup}
 */
export function plot({ height, label, className }, marks) {
  return markup`<figure class="chart ${className}"><svg role="img" aria-label="${label}" width="100%" height="${height}" overflow="visible" font-size="11" font-family="system-ui, sans-serif">${marks}</svg></figure>`
}

/** How wide the stretched coordinates of `curves` are. */
export const curveWidth = 1000

/**
 * Paths whose x goes from 0 to `curveWidth` and is stretched over the plot; y is in px. Give their strokes
 * `vector-effect="non-scaling-stroke"`.
 *
 * @param {number} height of the plot in px
 * @param {Content | readonly Content[]} paths
 * @returns {Markup}
 */
export function curves(height, paths) {
  return markup`<svg width="100%" height="${height}" viewBox="0 0 ${curveWidth} ${height}" preserveAspectRatio="none">${paths}</svg>`
}

/**
 * @param {number} part from 0, the plot's left edge, to 1
 * @returns {string} for the `x` of a mark
 */
export function across(part) {
  return `${short(100 * part)}%`
}

/**
 * @param {number} value a coordinate
 * @returns {string} with no more digits than can be seen
 */
export function short(value) {
  return String(Math.round(value * 100) / 100)
}

/**
 * Horizontal lines with their labels left of the plot.
 *
 * @param {readonly { y: number, label: string }[]} ticks y in px
 * @returns {Markup[]}
 */
export function ticksDown(ticks) {
  return ticks.map(
    ({ y, label }) => markup`<line x1="0" x2="100%" y1="${short(y)}" y2="${short(y)}" stroke="${gridLine}"/><text x="-6" y="${short(y + 4)}" text-anchor="end" fill="${muted}">${label}</text>`
  )
}

/** So near to an end of the axis, a label stands beside its tick, not around it. */
const edge = 0.03

/** @param {number} part of the plot's width */
export function isAtEdge(part) {
  return part < edge || part > 1 - edge
}

/**
 * Labels below the plot, or above it, each with a short vertical line.
 *
 * @param {readonly { part: number, label: string }[]} ticks part of the plot's width
 * @param {number} y of the axis, in px
 * @param {'below' | 'above'} [side]
 * @returns {Markup[]}
 */
export function ticksAcross(ticks, y, side = 'below') {
  const [end, baseline] = side === 'below' ? [y + 4, y + 16] : [y - 4, y - 8]
  return ticks.map(
    ({ part, label }) => markup`<line x1="${across(part)}" x2="${across(part)}" y1="${y}" y2="${end}" stroke="${muted}"/><text x="${across(part)}" y="${baseline}" text-anchor="${!isAtEdge(part) ? 'middle' : part < edge ? 'start' : 'end'}" fill="${muted}">${label}</text>`
  )
}
