import { mean, standardDeviation } from '../../plugin/statistics/descriptive.ts'
import { studentTQuantile } from '../../plugin/statistics/distributions.ts'
import type { BesideWrk, Pace } from './checks.ts'

export type Quotient = { speedup: number; interval: [number, number] }

/** Of the logarithm: its mean, the variance of that mean, and how many values it comes from. */
type Known = { centre: number; variance: number; n: number }

const known = (logs: number[]): Known => ({
  centre: mean(logs),
  variance: standardDeviation(logs) ** 2 / logs.length,
  n: logs.length
})

const logsOf = (paces: Pace[]): number[] => paces.map(({ single, clustered }) => Math.log(clustered / single))

const within = (centre: number, half: number): Quotient => ({
  speedup: Math.exp(centre),
  interval: [Math.exp(centre - half), Math.exp(centre + half)]
})

/** @returns the geometric mean of ratios, given by their logarithms, with Student's interval of 95 % */
export function ratioOf(logs: number[]): Quotient {
  const { centre, variance, n } = known(logs)
  return within(centre, studentTQuantile(0.975, n - 1) * Math.sqrt(variance))
}

/** @returns clustered / single, from the rounds */
export const quotientOf = (paces: Pace[]): Quotient => ratioOf(logsOf(paces))

/** @returns rounds of wrk in either manner */
export const ofWrk = ({ giving, wrk }: Pick<BesideWrk, 'giving' | 'wrk'>): Pace[] => [...giving, ...wrk]

/** @returns ours / that of wrk, with Welch's interval of 95 %: https://en.wikipedia.org/wiki/Welch%27s_t-test */
export function besideEachOther(found: Pick<BesideWrk, 'ours' | 'giving' | 'wrk'>): Quotient {
  const [us, them] = [found.ours, ofWrk(found)].map((paces) => known(logsOf(paces)))
  const variance = us.variance + them.variance
  const degrees = variance ** 2 / (us.variance ** 2 / (us.n - 1) + them.variance ** 2 / (them.n - 1))
  return within(us.centre - them.centre, studentTQuantile(0.975, degrees) * Math.sqrt(variance))
}

/** truth: from, to */
export const holds = (
  { interval: [low, high] }: Pick<Quotient, 'interval'>,
  [from, to]: readonly [number, number]
): boolean => low <= to && high >= from
