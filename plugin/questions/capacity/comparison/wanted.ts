import { counted, isolated, list, percent } from '../../../concepts/wording.ts'
import { carries } from '../../../statistics/decide.ts'
import type { CapacityUnit, VariantCapacity } from '../concepts.ts'
import type { ScalingLaw } from '../../../concepts/load-results.ts'
import type { Verdict } from '../../../concepts/verdicts.ts'

/** A load for which it is asked who carries it. */
export interface WantedLoad {
  wanted: number
  unit: CapacityUnit
}

export const loadText = ({ wanted, unit }: WantedLoad) => (unit === '/s' ? `${wanted}/s` : counted(wanted, 'user'))

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
export function workersFor(
  points: readonly VariantCapacity[],
  load: WantedLoad,
  { law, cores }: { law: ScalingLaw | null; cores: number | null }
): string {
  const { wanted } = load
  const who = (answer: Verdict, among: readonly VariantCapacity[]) =>
    among.filter((point) => carries(point, wanted) === answer).map(({ workers }) => String(workers))
  const first = points.find((point) => carries(point, wanted) === 'pass')
  const fewer = first === undefined ? points : points.slice(0, points.indexOf(first))
  const short = who('fail', fewer)
  const open = who('inconclusive', fewer)
  const others = [
    ...(short.length === 0 ? [] : [`${list(short)} ${isOne(short) ? 'is' : 'are'} not enough`]),
    ...(open.length === 0 ? [] : [`${list(open)} may be enough`]),
    ...untried(first, fewer)
  ]
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
    law === null || open.length > 0
      ? undefined
      : law.curve.find(
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
  if (!(from <= to)) return []
  return [from === to ? `${from} was not tried` : `${from} to ${to} were not tried`]
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
