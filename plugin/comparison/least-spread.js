import { sketchSpreadFloor, spreadFloor } from '../statistics/sequential-rule.js'
/** @import { Generator, Metric } from '../vocabulary.js' */

/**
 * @param {Metric} metric
 * @param {Generator | null} generator
 * @returns {number} the smallest spread between rounds that is believed, on the log scale: percentiles that are taken from
 *   Artillery's metrics are less exact, counts and times are not
 */
export function leastSpread(metric, generator) {
  return generator !== null && metric !== 'throughput' ? sketchSpreadFloor : spreadFloor
}
