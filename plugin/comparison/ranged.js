import { judge } from '../statistics/sequential-rule.js'
import { leastSpread } from './least-spread.js'
/**
 * @import { Generator, Ranged } from '../vocabulary.js'
 * @import { Looks } from '../statistics/sequential-rule.js'
 *
 * @typedef {{ looks: Looks, generator: Generator | null }} Precision generator: who made the load decides how exact it is
 */

/**
 * A value over all rounds, by the rule that judges speedups.
 *
 * @param {number[]} logs logarithm of the value in each round, at least three
 * @param {'throughput' | 'p95'} metric that they are of
 * @param {Precision} precision
 * @returns {Ranged}
 */
export function ranged(logs, metric, { looks, generator }) {
  const { centre, halfWidth } = judge(logs, looks, leastSpread(metric, generator))
  return { value: Math.exp(centre), interval: [Math.exp(centre - halfWidth), Math.exp(centre + halfWidth)] }
}
