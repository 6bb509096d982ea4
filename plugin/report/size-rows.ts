import { capacityFigures } from './words/capacity-words.ts'
import type { CapacityResult } from '../concepts/capacity.ts'

/** @returns what each shape carries for its size: texts, the variant's name first; null: none has limits */
export function sizeTable({ sizes, variants, unit }: CapacityResult): { columns: string[]; rows: string[][] } | null {
  if (sizes.length === 0) return null
  const isPriced = sizes.some(({ price }) => price !== null)
  const rows = sizes.map(({ variant, cores, gigabytes, perCore, perGigabyte, price }) => {
    const found = variants.find((one) => one.variant === variant)
    const per = (figure: typeof perCore) =>
      figure === null ? '-' : Object.values(capacityFigures({ end: 'found', capacity: figure }, unit)).join(' ')
    return [
      variant,
      ...[cores, gigabytes].map((amount) => (amount === null ? 'no limit' : String(amount))),
      found === undefined ? '-' : capacityFigures(found, unit).value,
      per(perCore),
      per(perGigabyte),
      ...(isPriced ? [String(price ?? '-')] : [])
    ]
  })
  return { columns: ['Cores', 'GiB', 'Carries', 'Per core', 'Per GiB', ...(isPriced ? ['Price'] : [])], rows }
}
