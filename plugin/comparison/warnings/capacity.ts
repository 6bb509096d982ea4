import { percentiles } from '../../concepts/metrics.ts'
import { counted, list, percent, roughMs } from '../../concepts/wording.ts'
import { warning } from './warning-of.ts'
import type { CapacityResult, VariantCapacity } from '../../concepts/capacity.ts'
import type { ScenarioResult, Warning } from '../../concepts/comparison.ts'

/** Whose capacity is known from one side only, and why. */
export function checkCapacity(capacity: CapacityResult | null, { candidates, limits }: Pick<ScenarioResult, 'candidates' | 'limits'>): Warning[] {
  if (capacity === null) return []
  const isWithheld = [...candidates.flatMap(({ estimates }) => estimates), ...limits].some(({ reason, verdict }) => reason === 'not-exhausted' && verdict === 'inconclusive')
  const levelOf = ({ capacity: { value } }: VariantCapacity) => {
    const rough = Number(value.toPrecision(3))
    return capacity.unit === '/s' ? `${rough.toLocaleString('en-US')}/s` : counted(rough, 'user')
  }
  const least = Math.min(...percentiles.flatMap((percentile) => capacity.limits[percentile] ?? []))
  const level = list([
    ...percentiles.flatMap((percentile) => (capacity.limits[percentile] === undefined ? [] : [`${percentile} ≤ ${capacity.limits[percentile]} ms`])),
    `errors ≤ ${percent(capacity.limits.errorRate)}`
  ])
  return capacity.variants.flatMap((found) => {
    const { variant, end, aloneMs } = found
    if (end === 'found') return []
    if (end === 'not exhausted') {
      const message = `${variant} keeps ${level} even at ${levelOf(found)}, the most that the load generator makes here. ` +
        'It carries more than that: request heavier work, or run the load generator on a machine with more cores.'
      return warning('not-exhausted', variant, message, isWithheld ? 'problem' : 'warning')
    }
    const alone = aloneMs !== null && aloneMs > least ? `: a request alone takes ${roughMs(aloneMs)} ms` : ''
    return warning('not-reached', variant, `${variant} misses ${level} even at ${levelOf(found)}${alone}. Raise the limit, or find out what takes the time.`)
  })
}
