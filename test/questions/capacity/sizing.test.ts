import { sizing } from '../../../plugin/questions/capacity/comparison/wanted.ts'
import { aVariantCapacity } from '../../support/capacities.ts'
import { itFinds } from '../../support/cases.ts'
import { aShapeUse, aVariantUse } from '../../support/results.ts'
import type { VariantCapacity } from '../../../plugin/questions/capacity/concepts/capacity.ts'

interface Sized {
  instances: number
  cpus: number | null
  gib: number | null
  carries: number
  end?: VariantCapacity['end']
}
const one: Sized = { instances: 1, cpus: 2, gib: 1, carries: 200 }
const two: Sized = { instances: 2, cpus: 1, gib: 0.5, carries: 210 }
const four: Sized = { instances: 4, cpus: 0.5, gib: 0.125, carries: 150 }
const half: Sized = { ...four, instances: 1, carries: 40 }
const unlimited: Sized = { ...one, cpus: null, gib: null, carries: 900 }

type Asked = Partial<Omit<Parameters<typeof sizing>[1], 'uses'>>

const sizesOf = (shapes: Record<string, Sized>, asked: Asked = {}) => {
  const all = Object.entries(shapes)
  const capacities = all.map(([variant, { carries: value, end }]) =>
    aVariantCapacity({ variant, ...(end && { end }), capacity: { value, interval: [0.9 * value, 1.1 * value] } })
  )
  const uses = all.map(([name, { instances, cpus, gib }]) =>
    aVariantUse({
      name,
      shape: cpus === null && gib === null ? null : aShapeUse({ instances, cpus, memoryBytes: gib && gib * 2 ** 30 })
    })
  )
  return sizing(capacities, { uses, wanted: null, unit: '/s', ...asked })
}
const price = { core: 0.03, gb: 0.004 }
const said = (shapes: Record<string, Sized>, wanted: number, asked: Asked = { price }) =>
  sizesOf(shapes, { wanted, ...asked }).cheapest

describe('sizing', () => {
  const size = { variant: 'four', cores: 2, gigabytes: 0.5, price: null }
  const perCore = { value: 75, interval: [67.5, 82.5] }
  const perGigabyte = { value: 300, interval: [270, 330] }
  const priceOf = (shape: Sized, given = price) => sizesOf({ shape }, { price: given }).sizes?.[0].price
  itFinds({
    'is what all instances of a variant carry for each core and GiB': [
      [sizesOf({ four }), { sizes: [{ ...size, perCore, perGigabyte }], cheapest: null }],
      [sizesOf({ four: { ...four, gib: null } }).sizes, [{ ...size, gigabytes: null, perCore, perGigabyte: null }]],
      [sizesOf({ four: { ...four, cpus: 0.1 } }).sizes?.[0].cores, 0.4]
    ],
    'is no ratio where a capacity is known from one side only': [
      [sizesOf({ four: { ...four, end: 'not exhausted' } }).sizes, [{ ...size, perCore: null, perGigabyte: null }]]
    ],
    'is nothing where no variant has limits, and leaves out those that have none': [
      [sizesOf({ unlimited }, { wanted: 50 }), { sizes: [], cheapest: null }],
      [sizesOf({ unlimited, four }).sizes?.map(({ variant }) => variant), ['four']]
    ],
    'has the price of all cores and of all memory; none where one of them has no limit, and is not free': [
      [priceOf(four), 0.062],
      [priceOf({ ...four, cpus: null }), null],
      [priceOf({ ...four, cpus: null }, { core: 0, gb: 0.004 }), 0.002],
      [priceOf({ ...four, gib: null }, { core: 0.03, gb: 0 }), 0.06],
      [priceOf(four, { core: 0, gb: 0 }), 0]
    ],
    'says which variant is the cheapest for a load, and the next; several that cost the same': [
      [
        said({ one, four, half }, 30),
        'For 30/s: half (price 0.0155) is the cheapest that carries it, then four (price 0.062).'
      ],
      [said({ one, half, four }, 170), 'For 170/s: one (price 0.064) is the cheapest that carries it.'],
      [
        said({ one, two, four }, 100),
        'For 100/s: four (price 0.062) is the cheapest that carries it, then one (price 0.064).'
      ],
      [said({ one, two }, 100), 'For 100/s: one (price 0.064) and two (price 0.064) are the cheapest that carry it.'],
      [
        said({ one, half }, 1, { unit: 'users' }),
        'For 1 user: half (0.5 cores, 0.125 GiB) is the smallest that carries it, then one (2 cores, 1 GiB).'
      ]
    ],
    'is not decided where the interval of a cheaper one holds the load': [
      [
        said({ one, four, half }, 140),
        'For 140/s: one (price 0.064) is the cheapest that carries it. Not decided: four (price 0.062) may carry it and is cheaper.'
      ],
      [
        said({ one, four, other: four }, 140, {}),
        'For 140/s: one (2 cores, 1 GiB) is the smallest that carries it. ' +
          'Not decided: four (2 cores, 0.5 GiB) and other (2 cores, 0.5 GiB) may carry it and are smaller.'
      ],
      [said({ one, four }, 200), 'For 200/s: no variant with limits is known to carry it; one (price 0.064) may.'],
      [said({ four, one }, 190)?.includes('Not decided'), false]
    ],
    'says that no variant carries it, where none is known to': [
      [said({ unlimited, one, four }, 500), 'For 500/s: no variant with limits is known to carry it.'],
      [
        said({ four: { ...four, carries: 300, end: 'not exhausted' } }, 300),
        'For 300/s: four (price 0.062) is the cheapest that carries it.'
      ],
      [
        said({ four: { ...four, carries: 2, end: 'not reached' } }, 1),
        'For 1/s: no variant with limits is known to carry it; four (price 0.062) may.'
      ]
    ],
    'takes a variant without a known price last': [
      [
        said({ one, wide: { ...one, cpus: null, carries: 400 } }, 100),
        'For 100/s: one (price 0.064) is the cheapest that carries it, then wide (1 GiB).'
      ]
    ]
  })
})
