import { markup } from '../markup.js'
import { short } from './plot.js'
/** @import { Markup } from '../markup.js' */

/**
 * An upright interval with a cap at each end. One that leaves the plot goes on to its edge, without a cap there.
 *
 * @param {string} x
 * @param {{ low: number, high: number, colour: string }} interval low and high: in px down, whichever is above
 * @param {{ top: number, bottom: number }} edges of the plot, in px
 * @returns {Markup}
 */
export function whisker(x, { low, high, colour }, { top, bottom }) {
  const ends = [Math.min(low, high), Math.max(low, high)]
  const caps = ends.filter((end) => end >= top && end <= bottom).map((end) => `M-4 ${short(end)}h8`)
  const [from, to] = ends.map((end) => short(Math.min(bottom, Math.max(top, end))))
  return markup`<svg x="${x}" overflow="visible"><path d="M0 ${from}V${to}${caps.join('')}" fill="none" stroke="${colour}" stroke-width="1.5"/></svg>`
}
