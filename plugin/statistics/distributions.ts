import jStat from 'jstat'
import { mean, sumBy } from './descriptive.ts'

const studentT = new Map<number, Map<number, number>>() // degrees of freedom -> probability -> quantile

/**
 * Of Student's t distribution: the value that a t variable stays below with that probability. Each quantile is computed
 * once, because every look asks for the same few.
 */
export function studentTQuantile(probability: number, degreesOfFreedom: number) {
  const known = studentT.get(degreesOfFreedom) ?? new Map<number, number>()
  const quantile = known.get(probability) ?? jStat.studentt.inv(probability, degreesOfFreedom)
  studentT.set(degreesOfFreedom, known.set(probability, quantile))
  return quantile
}

/** Of the standard normal distribution: how probable a smaller value is. */
export const normalBelow = (value: number) => jStat.normal.cdf(value, 0, 1)

export const normalQuantile = (probability: number) => jStat.normal.inv(probability, 0, 1)

export const chiSquareQuantile = (probability: number, degreesOfFreedom: number) =>
  jStat.chisquare.inv(probability, degreesOfFreedom)

/**
 * Pearson's chi-square test: the probability of shares as unequal as these, or more, when all are alike.
 *
 * @param tables counts of things that were distributed independently, at least two each; the evidence of all tables
 * adds up
 */
export function equalSharesProbability(tables: readonly (readonly number[])[]) {
  const dealt = tables.filter((counts) => mean(counts) > 0)
  const statistic = sumBy(dealt, (counts) => sumBy(counts, (count) => (count - mean(counts)) ** 2 / mean(counts)))
  const degreesOfFreedom = sumBy(dealt, (counts) => counts.length - 1)
  return degreesOfFreedom === 0 ? 1 : 1 - jStat.chisquare.cdf(statistic, degreesOfFreedom)
}

/**
 * Uniform random numbers from 0, below 1, the same for the same whole seed: mulberry32, Tommy Ettinger's 32-bit
 * generator.
 */
export function seededUniform(seed: number) {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Normal random numbers with mean 0 and standard deviation 1, by Box and Muller. */
export function seededNormal(seed: number) {
  const uniform = seededUniform(seed)
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
}
