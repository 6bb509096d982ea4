import jStat from 'jstat'

/**
 * The quantile of Student's t distribution.
 *
 * @param probability between 0 and 1, both excluded
 * @param degreesOfFreedom at least 1
 * @returns the value that a t variable stays below with that probability
 */
export function studentTQuantile(probability: number, degreesOfFreedom: number): number {
  return jStat.studentt.inv(probability, degreesOfFreedom)
}
