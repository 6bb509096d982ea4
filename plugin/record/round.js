/**
 * As far as it was recorded, and no further: what a page holds stays small.
 *
 * @param {number} value
 * @returns {number} to three decimals
 */
export function round(value) {
  return Math.round(value * 1000) / 1000
}
