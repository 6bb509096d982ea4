import { markup, type Markup } from '../markup.ts'
import { short } from './plot.ts'

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
