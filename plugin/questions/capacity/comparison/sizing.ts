import type { CapacityResult, Size, VariantCapacity } from '../concepts.ts'
import { counted, isolated, list, paragraph } from '../../../concepts/wording.ts'
import { carries } from '../../../statistics/decide.ts'
import { rounded } from '../../../statistics/descriptive.ts'
import { loadText, type WantedLoad } from './wanted.ts'
import type { VariantUse } from '../../../concepts/comparison.ts'
import type { Ranged } from '../../../concepts/metrics.ts'
import type { ServiceLevel } from '../../../concepts/settings.ts'

type Wanted = Pick<ServiceLevel, 'price' | 'wanted'> & Pick<WantedLoad, 'unit'> & { uses: readonly VariantUse[] }

/** @returns what each shape carries for its size, of the variants with limits of CPU or memory */
export function sizing(
  variants: readonly VariantCapacity[],
  { uses, price, wanted, unit }: Wanted
): Pick<CapacityResult, 'sizes' | 'cheapest'> {
  const sizes = variants.flatMap((found) => sizeOf(found, { uses, price }))
  return { sizes, cheapest: wanted !== null && sizes.length > 0 ? cheapest(variants, sizes, { wanted, unit }) : null }
}

function sizeOf({ variant, capacity, end }: VariantCapacity, { uses, price }: Pick<Wanted, 'uses' | 'price'>): Size[] {
  const shape = uses.find(({ name }) => name === variant)?.shape
  if (shape == null) return []
  const all = (each: number | null) => each && rounded(each * shape.instances)
  const cores = all(shape.cpus)
  const gigabytes = all(shape.memoryBytes && shape.memoryBytes / 2 ** 30)
  const per = (size: number | null): Ranged | null =>
    size === null || end !== 'found'
      ? null
      : {
          value: rounded(capacity.value / size),
          interval: [rounded(capacity.interval[0] / size), rounded(capacity.interval[1] / size)]
        }
  return [
    {
      variant,
      cores,
      gigabytes,
      perCore: per(cores),
      perGigabyte: per(gigabytes),
      price: priceOf(price, cores, gigabytes)
    }
  ]
}

/** @returns null: unknown, as there is no price, or no limit on what has one */
function priceOf(price: Wanted['price'], cores: number | null, gigabytes: number | null) {
  if (price === undefined || (price.core > 0 && cores === null) || (price.gb > 0 && gigabytes === null)) return null
  return rounded(price.core * (cores ?? 0) + price.gb * (gigabytes ?? 0), 6)
}

/** By price; where none is known, the one with the fewest cores, and of these the least memory. */
function cheapest(variants: readonly VariantCapacity[], sizes: readonly Size[], load: WantedLoad) {
  const costOf = ({ price, cores, gigabytes }: Size) => price ?? 1e6 * (cores ?? 1e3) + (gigabytes ?? 1e3)
  const ranked = sizes.toSorted((a, b) => costOf(a) - costOf(b))
  const those = (verdict: string) =>
    ranked.filter(({ variant }) =>
      variants.some((found) => found.variant === variant && carries(found, load.wanted) === verdict)
    )
  const named = (some: readonly Size[]) =>
    list(
      some.map(({ variant, price, cores, gigabytes }) => {
        const size = [cores !== null && counted(cores, 'core'), gigabytes !== null && `${gigabytes} GiB`]
        return `${isolated(variant)} (${price === null ? size.filter(Boolean).join(', ') : `price ${price}`})`
      })
    )
  const able = those('pass')
  const open = those('inconclusive')
  const where = `For ${loadText(load)}:`
  const isPriced = ranked[0].price !== null
  if (able.length === 0)
    return `${where} no variant with limits is known to carry it${open.length === 0 ? '' : `; ${named(open)} may`}.`
  const first = able.filter((size) => costOf(size) === costOf(able[0]))
  const [verb, carry] = first.length === 1 ? ['is', 'carries'] : ['are', 'carry']
  const next = able[first.length]
  const cheaper = open.filter((size) => costOf(size) < costOf(first[0]))
  const [most, more] = isPriced ? ['cheapest', 'cheaper'] : ['smallest', 'smaller']
  return paragraph([
    `${where} ${named(first)} ${verb} the ${most} that ${carry} it` +
      (next === undefined ? '.' : `, then ${named([next])}.`),
    cheaper.length > 0 &&
      `Not decided: ${named(cheaper)} may carry it and ${cheaper.length === 1 ? 'is' : 'are'} ${more}.`
  ])
}
