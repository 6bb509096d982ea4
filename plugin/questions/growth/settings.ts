import { matching, object, otherwise } from '../../settings/shapes.ts'
import type { GrowthAdds } from './concepts.ts'

const sizeText = /^(\d+(?:\.\d+)?) ?([kM]?)B$/i
const size = matching(sizeText, 'a size with its unit, such as 500B, 5kB or 1MB')

/** What users write in a scenario file for growth. */
export const growthWritten = {
  apart: {
    growth: [
      object({
        limit: [
          size,
          'How many bytes a request may leave in memory.',
          otherwise('as many as cannot be told from none', '5kB')
        ]
      }),
      'What artillery-speedup growth does with this file. A comparison does not depend on it.',
      otherwise('any growth fails')
    ]
  }
} as const

export const limitIn = ({ growth }: GrowthAdds['options']): string | undefined => growth?.limit

/** @returns bytes, in thousands, as the console tells them; null: none is given. @throws SpeedupError it is no size */
export function readSize(text: string | undefined): number | null {
  if (text === undefined) return null
  size(text, '--limit')
  const [, amount, unit] = sizeText.exec(text) ?? []
  return Number(amount) * 1000 ** ['', 'k', 'm'].indexOf(unit.toLowerCase())
}
