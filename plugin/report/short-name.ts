import { isolated } from '../wording.ts'

/** Longer names are cut where there is no room for them. */
const longestName = 24

/**
 * @param longest in characters
 * @returns for the text of a chart, isolated from the text around it by U+2068 and U+2069
 */
export function shortName(name: string, longest: number = longestName): string {
  const characters = [...new Intl.Segmenter().segment(name)].map(({ segment }) => segment)
  return isolated(characters.length <= longest ? name : `${characters.slice(0, longest - 1).join('')}…`)
}
