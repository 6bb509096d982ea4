import { judge, type Looks } from '../statistics/sequential-rule.ts'
import { leastSpread } from './least-spread.ts'
import type { Generator, Ranged } from '../vocabulary.ts'
/** generator: who made the load decides how exact it is */
export type Precision = { looks: Looks, generator: Generator | null }

/**
 * A value over all rounds, by the rule that judges speedups.
 *
 * @param logs logarithm of the value in each round, at least three
 * @param metric that they are of
 */
export function ranged(logs: number[], metric: 'throughput' | 'p95', { looks, generator }: Precision): Ranged {
  const { centre, halfWidth } = judge(logs, looks, leastSpread(metric, generator))
  return { value: Math.exp(centre), interval: [Math.exp(centre - halfWidth), Math.exp(centre + halfWidth)] }
}
