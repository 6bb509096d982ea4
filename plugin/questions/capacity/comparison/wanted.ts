import { applying, counted, isolated, list, paragraph, percent } from '../../../concepts/wording.ts'
import { rounded } from '../../../statistics/descriptive.ts'
import { decide } from '../../../statistics/decide.ts'
import type { CapacityResult, CapacityUnit, ServiceLevel, Size, VariantCapacity } from '../concepts/capacity.ts'
import type { Expected } from '../../../comparison/question.ts'
import type { VariantUse } from '../../../concepts/comparison.ts'
import type { Ranged } from '../../../concepts/metrics.ts'
import type { Verdict } from '../../../concepts/verdicts.ts'

/** Whether a variant carries so much. Of one that met a bound, only one side is known: it carries that, or less. */
export const carries = (
  { end, capacity: { value, interval } }: Pick<VariantCapacity, 'end' | 'capacity'>,
  level: number
): Verdict =>
  ({
    found: decide(interval, level),
    'not exhausted': decide([value, Infinity], level, 'pass'),
    'not reached': decide([-Infinity, value], level, 'fail')
  })[end]

/** A load for which it is asked who carries it. */
export interface WantedLoad {
  wanted: number
  unit: CapacityUnit
}

const loadText = ({ wanted, unit }: WantedLoad) => (unit === '/s' ? `${wanted}/s` : counted(wanted, 'user'))

/**
 * How busy its workers are under this load: a request costs about the same under any load, so utilization is
 * proportional to the rate; to a number of users, who ask again at once, it is not.
 */
const busyAt = ({ utilization, capacity, end }: VariantCapacity, { wanted, unit }: WantedLoad) =>
  utilization === null || end === 'not reached' || unit === 'users'
    ? []
    : [`${percent(Math.min(1, (utilization * wanted) / capacity.value))} busy`]

/**
 * The fewest workers that were tried and carry a load.
 *
 * @param points fewest workers first
 * @returns such as "For 500/s: 3 workers, 62 % busy, 290 MB; 2 are not enough."
 */
export function workersFor(points: readonly VariantCapacity[], load: WantedLoad, { curve, cores }: Expected): string {
  const { wanted } = load
  const who = (answer: Verdict, among: readonly VariantCapacity[]) =>
    among.filter((point) => carries(point, wanted) === answer).map(({ workers }) => String(workers))
  const first = points.find((point) => carries(point, wanted) === 'pass')
  const fewer = first === undefined ? points : points.slice(0, points.indexOf(first))
  const short = who('fail', fewer)
  const open = who('inconclusive', fewer)
  const others = applying([
    short.length > 0 && `${list(short)} ${isOne(short) ? 'is' : 'are'} not enough`,
    open.length > 0 && `${list(open)} may be enough`,
    untried(first, fewer)
  ])
  if (first !== undefined) {
    const { workers, appMegabytes } = first
    const figures = [
      counted(workers, 'worker'),
      ...busyAt(first, load),
      ...(appMegabytes === null ? [] : [`${appMegabytes.toFixed(0)} MB`])
    ]
    return `For ${loadText(load)}: ${[figures.join(', '), ...others].join('; ')}.`
  }
  const most = points[points.length - 1].workers
  const enough =
    curve === null || open.length > 0
      ? undefined
      : curve.find(
          ({ workers, throughputPerSecond }) =>
            Number.isInteger(workers) &&
            workers > most &&
            workers <= Math.min(2 * most, cores ?? 0) &&
            throughputPerSecond >= wanted
        )
  const byLaw = enough === undefined ? [] : [`by the fitted law, ${enough.workers} may be`]
  return `For ${loadText(load)}: none that was tried is known to be enough; ${[...others, ...byLaw].join('; ')}.`
}

/** The numbers between those that are tried, of which one may be enough. */
function untried(first: VariantCapacity | undefined, fewer: readonly VariantCapacity[]) {
  const from = (fewer.at(-1)?.workers ?? NaN) + 1
  const to = (first?.workers ?? NaN) - 1
  if (!(from <= to)) return null
  return from === to ? `${from} was not tried` : `${from} to ${to} were not tried`
}

const isOne = (numbers: string[]) => numbers.length === 1 && numbers[0] === '1'

/** @returns such as "clustered (62 % busy) carries 500/s within the service level; single does not." */
export function carriersOf(variants: readonly VariantCapacity[], load: WantedLoad): string {
  const those = (answer: Verdict) => variants.filter((variant) => carries(variant, load.wanted) === answer)
  const able = those('pass')
  const open = those('inconclusive')
  const unable = those('fail')
  const clauses = [
    {
      who: able.map((variant) =>
        [isolated(variant.variant), ...busyAt(variant, load).map((busy) => `(${busy})`)].join(' ')
      ),
      verb: able.length === 1 ? 'carries' : 'carry',
      bare: ''
    },
    { who: open.map(({ variant }) => isolated(variant)), verb: 'may carry', bare: 'may' },
    {
      who: unable.map(({ variant }) => isolated(variant)),
      verb: `${unable.length === 1 ? 'does' : 'do'} not carry`,
      bare: unable.length === 1 ? 'does not' : 'do not'
    }
  ].filter(({ who }) => who.length > 0)
  return `${clauses.map(({ who, verb, bare }, i) => `${list(who)} ${i === 0 ? `${verb} ${loadText(load)} within the service level` : bare}`).join('; ')}.`
}

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
