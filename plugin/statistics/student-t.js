import jStat from 'jstat'

/**
 * The quantile of Student's t distribution.
 *
 * @param {number} probability between 0 and 1, both excluded
 * @param {number} degreesOfFreedom at least 1
 * @returns {number} the value that a t variable stays below with that probability
 */
export function studentTQuantile(probability, degreesOfFreedom) {
  return jStat.studentt.inv(probability, degreesOfFreedom)
}
