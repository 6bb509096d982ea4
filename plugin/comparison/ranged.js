import { judge } from '../statistics/sequential-rule.js'
/**
 * @import { Ranged } from '../vocabulary.js'
 * @import { Looks } from '../statistics/sequential-rule.js'
 */

/**
 * A value over all rounds, by the rule that judges speedups.
 *
 * @param {number[]} logs logarithm of the value in each round, at least three
 * @param {Looks} looks
 * @param {number} least the smallest spread between rounds that is believed
 * @returns {Ranged}
 */
export function ranged(logs, looks, least) {
  const { centre, halfWidth } = judge(logs, looks, least)
  return { value: Math.exp(centre), interval: [Math.exp(centre - halfWidth), Math.exp(centre + halfWidth)] }
}
