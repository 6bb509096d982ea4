import { counted, percent } from '../../concepts/wording.ts'
import { limitedPercentiles, type CapacityResult, type VariantCapacity } from '../../concepts/capacity.ts'
import { latencyAtCapacity, limiting } from '../capacity-rows.ts'
import { capacityFigures, levelText } from '../words/capacity-words.ts'
import { milliseconds } from '../words/numbers.ts'
import type { Cell, Table } from './table.ts'

/** What each variant carries, and how that was found. */
export function capacityTable(capacity: CapacityResult, confidence: number): Table {
  const { limits, unit, variants } = capacity
  const limited = limitedPercentiles(limits)
  const ms = (latencyMs: number | null) => (latencyMs === null ? null : `${milliseconds(latencyMs)} ms`)
  return {
    title: 'Capacity of each variant',
    columns: [
      { title: 'Variant', isLeft: true },
      { title: 'Carries', isMain: true, interval: `${percent(confidence)} interval`, intervalRank: 1 },
      ...limited.map((percentile) => ({ title: `${percentile} at it`, rank: 3 })),
      { title: 'Quickest', rank: 2 },
      { title: 'How it ended', isLeft: true, rank: 4 }
    ],
    rows: variants.map((found): Cell[] => [
      { name: found.variant, isVariant: true },
      capacityFigures(found, unit),
      ...limited.map((percentile) => ms(latencyAtCapacity(found, percentile, limits))),
      ms(found.aloneMs),
      endWords(found, capacity)
    ])
  }
}

function endWords(found: VariantCapacity, { limits, unit }: CapacityResult) {
  const { end, steps, capacity } = found
  if (end === 'found')
    return `found in ${counted(steps.length, 'load')}; limited by ${limitName(limiting(found, limits))}`
  const last = levelText(capacity.value, unit)
  return end === 'not exhausted' ? `not exhausted: kept up to ${last}` : `not reached: missed even at ${last}`
}

export const limitName = (limit: string): string => (limit === 'errorRate' ? 'errors' : limit)

/** What each shape carries for its size; no rows: none has limits. */
export function sizeTable({ sizes, variants, unit }: CapacityResult): Table {
  return {
    title: 'What each variant carries for its size',
    columns: [
      { title: 'Variant', isLeft: true },
      { title: 'Cores', rank: 3 },
      { title: 'GiB', rank: 3 },
      { title: 'Carries', intervalRank: 2 },
      { title: 'Per core', intervalRank: 1 },
      { title: 'Per GiB', intervalRank: 1 },
      { title: 'Price' }
    ],
    rows: sizes.map(({ variant, cores, gigabytes, perCore, perGigabyte, price }): Cell[] => {
      const found = variants.find((own) => own.variant === variant)
      const per = (capacity: typeof perCore) =>
        capacity === null ? null : capacityFigures({ end: 'found', capacity }, unit)
      return [
        { name: variant, isVariant: true },
        ...[cores, gigabytes].map((amount) => (amount === null ? 'no limit' : String(amount))),
        found === undefined ? null : capacityFigures(found, unit).text,
        per(perCore),
        per(perGigabyte),
        sizes.every((own) => own.price === null) ? '' : price === null ? null : String(price)
      ]
    })
  }
}
