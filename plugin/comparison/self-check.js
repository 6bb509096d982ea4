import { isDeepStrictEqual } from 'node:util'
import { differsFromOne } from '../statistics/sequential-rule.js'
import { leastMargin } from './checks/power.js'
/** @import { Estimate, Metric, SelfCheck, Variant } from '../vocabulary.js' */

/** How often a machine that can be trusted is said not to be. */
const falseAlarms = 0.05

/**
 * @param {Variant} a
 * @param {Variant} b
 * @returns {boolean} whether they are run in the same way
 */
export function isSameVariant({ name: _a, ...a }, { name: _b, ...b }) {
  return isDeepStrictEqual(a, b)
}

/**
 * Whether the baseline is as fast as itself: what differs then is not the app. The false alarms are divided among
 * the metrics (Bonferroni), so that an interval at the usual confidence may exclude 1 by chance.
 *
 * @param {Estimate[]} estimates of a variant that is the baseline once more
 * @returns {SelfCheck}
 */
export function selfCheck(estimates) {
  const carried = estimates.filter(({ reason }) => reason === null)
  const level = falseAlarms / carried.length
  const biased = carried.filter(({ ratios }) => differsFromOne(ratios.map(Math.log), level)).map(({ metric }) => metric)
  const margins = estimates.map(({ metric, spread }) => [metric, leastMargin(spread)])
  const verdict = carried.length === 0 ? 'inconclusive' : biased.length === 0 ? 'pass' : 'fail'
  return { verdict, biased, leastMargin: /** @type {Record<Metric, number>} */ (Object.fromEntries(margins)) }
}
