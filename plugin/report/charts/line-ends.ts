import { markup, type Markup } from '../markup.ts'
import { shortName } from '../short-name.ts'
import { spreadLabels } from './label-places.ts'
import { short } from './plot.ts'
import type { Look } from '../palette.ts'

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
