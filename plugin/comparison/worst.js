/** @import { Verdict } from '../vocabulary.js' */

/**
 * @param {(Verdict | null)[]} verdicts
 * @returns {Verdict | null} null: nothing was required
 */
export function worst(verdicts) {
  return (/** @type {const} */ (['fail', 'inconclusive', 'pass'])).find((one) => verdicts.includes(one)) ?? null
}
