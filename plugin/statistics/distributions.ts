import jStat from 'jstat'
import { mean } from './descriptive.ts'

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

/**
 * Pearson's chi-square test of equal shares.
 *
 * @param tables counts of things that were dealt out independently, at least two each; the evidence of several tables is
 *   added up
 * @returns probability of shares as unequal as these, or more, when all are alike
 */
export function equalSharesProbability(tables: readonly (readonly number[])[]): number {
  const dealt = tables.filter((counts) => mean(counts) > 0)
  const statistic = dealt.reduce((sum, counts) => sum + counts.reduce((of, count) => of + (count - mean(counts)) ** 2 / mean(counts), 0), 0)
  const degreesOfFreedom = dealt.reduce((sum, counts) => sum + counts.length - 1, 0)
  return degreesOfFreedom === 0 ? 1 : 1 - jStat.chisquare.cdf(statistic, degreesOfFreedom)
}
