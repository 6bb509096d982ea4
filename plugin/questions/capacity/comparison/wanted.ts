import { applying, counted, isolated, list, paragraph, percent } from '../../../concepts/wording.ts'
import { rounded } from '../../../statistics/descriptive.ts'
import { decide } from '../../../statistics/decide.ts'
import type { CapacityUnit, ServiceLevel, Size, VariantCapacity } from '../concepts/capacity.ts'
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

/** Those that carry a load, that don't, and of which that is unknown. */
function byVerdict(variants: readonly VariantCapacity[], { wanted }: WantedLoad) {
  const { pass = [], fail = [], inconclusive = [] } = Object.groupBy(variants, (variant) => carries(variant, wanted))
  return { able: pass, unable: fail, open: inconclusive }
}

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
export function workersFor(points: readonly VariantCapacity[], load: WantedLoad, { curve, cores }: Expected) {
  const [first] = byVerdict(points, load).able
  const fewer = first === undefined ? points : points.slice(0, points.indexOf(first))
  const { unable, open } = byVerdict(fewer, load)
  const numbers = (some: readonly VariantCapacity[]) => list(some.map(({ workers }) => String(workers)))
  const others = applying([
    unable.length > 0 && `${numbers(unable)} ${numbers(unable) === '1' ? 'is' : 'are'} not enough`,
    open.length > 0 && `${numbers(open)} may be enough`,
    untried(first, fewer)
  ])
  if (first !== undefined) {
    const { workers, appMegabytes } = first
    const figures = applying([
      counted(workers, 'worker'),
      ...busyAt(first, load),
      appMegabytes !== null && `${appMegabytes.toFixed(0)} MB`
    ])
    return `For ${loadText(load)}: ${[figures.join(', '), ...others].join('; ')}.`
  }
  const most = points[points.length - 1].workers
  const isEnough = ({ workers, throughputPerSecond }: NonNullable<Expected['curve']>[number]) =>
    Number.isInteger(workers) &&
    workers > most &&
    workers <= Math.min(2 * most, cores ?? 0) &&
    throughputPerSecond >= load.wanted
  const enough = (open.length === 0 && curve?.find(isEnough)) || null
  const told = applying([...others, enough && `by the fitted law, ${enough.workers} may be`])
  return `For ${loadText(load)}: none that was tried is known to be enough; ${told.join('; ')}.`
}

/** The numbers between those that are tried, of which one may be enough. */
function untried(first: VariantCapacity | undefined, fewer: readonly VariantCapacity[]) {
  const from = (fewer.at(-1)?.workers ?? NaN) + 1
  const to = (first?.workers ?? NaN) - 1
  if (!(from <= to)) return null
  return from === to ? `${from} was not tried` : `${from} to ${to} were not tried`
}

/** @returns such as "clustered (62 % busy) carries 500/s within the service level; single does not." */
export function carriersOf(variants: readonly VariantCapacity[], load: WantedLoad) {
  const { able, open, unable } = byVerdict(variants, load)
  const nameOf = ({ variant }: VariantCapacity) => isolated(variant)
  const does = unable.length === 1 ? 'does' : 'do'
  const clauses = [
    {
      who: able.map((variant) => [nameOf(variant), ...busyAt(variant, load).map((busy) => `(${busy})`)].join(' ')),
      verb: able.length === 1 ? 'carries' : 'carry',
      bare: ''
    },
    { who: open.map(nameOf), verb: 'may carry', bare: 'may' },
    { who: unable.map(nameOf), verb: `${does} not carry`, bare: `${does} not` }
  ].filter(({ who }) => who.length > 0)
  return `${clauses.map(({ who, verb, bare }, i) => `${list(who)} ${i === 0 ? `${verb} ${loadText(load)} within the service level` : bare}`).join('; ')}.`
}

type Wanted = Omit<ServiceLevel, 'limits'> & { unit: CapacityUnit; uses: readonly VariantUse[] }

/** @returns what each shape carries for its size, of the variants with limits of CPU or memory */
export function sizing(variants: readonly VariantCapacity[], asked: Wanted) {
  const { wanted, unit } = asked
  const sizes = variants.flatMap((found) => sizeOf(found, asked))
  return { sizes, cheapest: wanted !== null && sizes.length > 0 ? cheapest(variants, sizes, { wanted, unit }) : null }
}

function sizeOf({ variant, capacity, end }: VariantCapacity, { uses, price: costs }: Wanted) {
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
  const price = priceOf(costs, cores, gigabytes)
  return [{ variant, cores, gigabytes, perCore: per(cores), perGigabyte: per(gigabytes), price }]
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
  const those = (some: readonly VariantCapacity[]) =>
    ranked.filter(({ variant }) => some.some((found) => found.variant === variant))
  const named = (some: readonly Size[]) =>
    list(
      some.map(({ variant, price, cores, gigabytes }) => {
        const size = applying([cores !== null && counted(cores, 'core'), gigabytes !== null && `${gigabytes} GiB`])
        return `${isolated(variant)} (${price === null ? size.join(', ') : `price ${price}`})`
      })
    )
  const found = byVerdict(variants, load)
  const [able, open] = [found.able, found.open].map(those)
  const where = `For ${loadText(load)}:`
  if (able.length === 0)
    return `${where} no variant with limits is known to carry it${open.length === 0 ? '' : `; ${named(open)} may`}.`
  const first = able.filter((size) => costOf(size) === costOf(able[0]))
  const [verb, carry] = first.length === 1 ? ['is', 'carries'] : ['are', 'carry']
  const next = able[first.length]
  const cheaper = open.filter((size) => costOf(size) < costOf(first[0]))
  const [most, more] = ranked[0].price !== null ? ['cheapest', 'cheaper'] : ['smallest', 'smaller']
  return paragraph([
    `${where} ${named(first)} ${verb} the ${most} that ${carry} it` +
      (next === undefined ? '.' : `, then ${named([next])}.`),
    cheaper.length > 0 &&
      `Not decided: ${named(cheaper)} may carry it and ${cheaper.length === 1 ? 'is' : 'are'} ${more}.`
  ])
}
