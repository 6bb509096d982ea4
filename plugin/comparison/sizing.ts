import { carries, type CapacityResult, type Size, type VariantCapacity } from '../concepts/capacity.ts'
import { counted, isolated, list } from '../concepts/wording.ts'
import { rounded } from '../statistics/descriptive.ts'
import { loadText, type WantedLoad } from './sweep/wanted.ts'
import type { VariantUse } from '../concepts/comparison.ts'
import type { Ranged } from '../concepts/load-results.ts'
import type { ServiceLevel } from '../concepts/settings.ts'

type Wanted = Pick<ServiceLevel, 'price' | 'wanted'> & Pick<WantedLoad, 'unit'> & { uses: readonly VariantUse[] }

/** @returns what each shape carries for its size, of the variants with limits of CPU or memory */
export function sizing(
  variants: readonly VariantCapacity[],
  { uses, price, wanted, unit }: Wanted
): Pick<CapacityResult, 'sizes' | 'cheapest'> {
  const sizes = variants.flatMap((found) => sizeOf(found, { uses, price }))
  const isAsked = wanted !== null && sizes.length > 0
  return { sizes, cheapest: isAsked ? cheapest(variants, sizes, { wanted, unit }) : null }
}

function sizeOf({ variant, capacity, end }: VariantCapacity, { uses, price }: Pick<Wanted, 'uses' | 'price'>): Size[] {
  const shape = uses.find(({ name }) => name === variant)?.shape
  if (shape == null) return []
  const all = (each: number | null) => (each === null ? null : rounded(each * shape.instances))
  const [cores, gigabytes] = [all(shape.cpus), all(shape.memoryBytes && shape.memoryBytes / 2 ** 30)]
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
function priceOf(price: Wanted['price'], cores: number | null, gigabytes: number | null): number | null {
  if (price === undefined || (price.core > 0 && cores === null) || (price.gb > 0 && gigabytes === null)) return null
  return rounded(price.core * (cores ?? 0) + price.gb * (gigabytes ?? 0), 6)
}

/** By price; where none was given, the one with the fewest cores, and of these the least memory. */
function cheapest(variants: readonly VariantCapacity[], sizes: readonly Size[], load: WantedLoad): string {
  const costOf = ({ price, cores, gigabytes }: Size) => price ?? 1e6 * (cores ?? 1e3) + (gigabytes ?? 1e3)
  const ranked = sizes.toSorted((a, b) => costOf(a) - costOf(b))
  const those = (verdict: string) =>
    ranked.filter(({ variant }) =>
      variants.some((found) => found.variant === variant && carries(found, load.wanted) === verdict)
    )
  const named = ({ variant, price, cores, gigabytes }: Size) => {
    const size = [cores !== null && counted(cores, 'core'), gigabytes !== null && `${gigabytes} GiB`].filter(Boolean)
    return `${isolated(variant)} (${price ?? size.join(', ')})`
  }
  const [able, open] = [those('pass'), those('inconclusive')]
  const [first, second] = able
  const undecided = open.filter((size) => first === undefined || costOf(size) < costOf(first))
  const maybe =
    undecided.length === 0
      ? ''
      : ` Not decided: ${list(undecided.map(named))} may carry it, too, and ${undecided.length === 1 ? 'is' : 'are'} cheaper.`
  const least = ranked[0].price === null ? 'smallest' : 'cheapest'
  if (first === undefined)
    return `For ${loadText(load)}: no shape is known to carry it${open.length === 0 ? '' : `; ${list(open.map(named))} may`}.`
  return `For ${loadText(load)}: the ${least} shape that carries it is ${named(first)}${second === undefined ? '' : `, the second ${named(second)}`}.${maybe}`
}
