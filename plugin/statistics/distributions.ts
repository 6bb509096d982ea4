import jStat from 'jstat'
import { mean, sum } from './descriptive.ts'

const studentT = new Map<string, number>()

/**
 * The quantile of Student's t distribution. Each is computed once, because every look asks for the same few.
 *
 * @param probability between 0 and 1, both excluded
 * @param degreesOfFreedom at least 1
 */
export function studentTQuantile(probability: number, degreesOfFreedom: number): number {
  const key = `${probability} ${degreesOfFreedom}`
  const quantile = studentT.get(key) ?? jStat.studentt.inv(probability, degreesOfFreedom)
  studentT.set(key, quantile)
  return quantile
}

/**
 * Pearson's chi-square test of equal shares.
 *
 * @param tables counts of things that were dealt out independently, at least two each; the evidence of all tables adds up
 * @returns probability of shares as unequal as these, or more, when all are alike
 */
export function equalSharesProbability(tables: readonly (readonly number[])[]): number {
  const dealt = tables.filter((counts) => mean(counts) > 0)
  const statistic = sum(dealt.map((counts) => sum(counts.map((count) => (count - mean(counts)) ** 2 / mean(counts)))))
  const degreesOfFreedom = sum(dealt.map((counts) => counts.length - 1))
  return degreesOfFreedom === 0 ? 1 : 1 - jStat.chisquare.cdf(statistic, degreesOfFreedom)
}
