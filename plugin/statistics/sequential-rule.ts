import { mean, median, standardDeviation } from './descriptive.ts'
import { studentTQuantile } from './distributions.ts'

/** One metric of one candidate, judged after some rounds. All numbers are logarithms of speedups. */
export interface Judgement {
  rounds: number // how many ratios it rests on
  centre: number // mean of the clipped log ratios
  spread: number // their standard deviation, never below the floor
  halfWidth: number // the interval is centre +- halfWidth
  clipped: number[] // the log ratios after clipping, in the order given
}

/** how often the rule may look, and how sure it must be */
export interface Looks {
  min: number // rounds before the first look, at least 3
  max: number // rounds at the last look
  confidence: 0.9 | 0.95 | 0.99 // of the interval, valid although it may stop early
}

/** The smallest spread that the rule believes, on the log scale: the measurement itself is no better. */
export const spreadFloor = 0.01

/** The same for percentiles from a DDSketch, which are up to 1 % off themselves. */
export const sketchSpreadFloor = 0.02

/** Tail level per look, fitted to 12 million simulated paths: alpha / (1 + x(A + Bx)), x = ln(max / 3). */
const levelCoefficients = { 0.9: [1.879, 0.3055], 0.95: [2.174, 0.3751], 0.99: [2.668, 0.57] }

/** Widens the interval for the clipping and for the estimated spread, by number of rounds from 3. */
const widening = [1, 1, 1.1, 1.04, 1.03, 1.03, 1.02]

/** The tail probability that each look may spend: alpha itself when there is one look only. */
export function levelPerLook({ min, max, confidence }: Looks): number {
  const alpha = (1 - confidence) / 2
  if (min === max) return alpha
  const [a, b] = levelCoefficients[confidence]
  const x = Math.log(max / 3)
  return alpha / (1 + x * (a + b * x))
}

/**
 * Judges the log ratios seen so far: clips outliers, then puts Student's interval around their mean.
 *
 * @param logRatios ln(speedup) of each round, at least 2
 * @param leastSpread that is believed
 */
export function judge(logRatios: readonly number[], looks: Looks, leastSpread: number = spreadFloor): Judgement {
  return judgeAt(logRatios, levelPerLook(looks), leastSpread)
}

/** @param level tail probability on each side */
function judgeAt(logRatios: readonly number[], level: number, leastSpread: number): Judgement {
  const clipped = clip(logRatios)
  const rounds = clipped.length
  const spread = Math.max(standardDeviation(clipped), leastSpread)
  const halfWidth = (criticalValue(rounds, level) * spread) / Math.sqrt(rounds)
  return { rounds, centre: mean(clipped), spread, halfWidth, clipped }
}

/**
 * Where the interval lies: wholly above the threshold, wholly below it, or across it.
 *
 *      fail          inconclusive          pass
 *   |---x---|  T      |---x-T-|       T  |---x---|
 *
 * @param threshold least speedup demanded, a ratio above 0
 */
export function decide({ centre, halfWidth }: Judgement, threshold: number): 'pass' | 'fail' | 'inconclusive' {
  const target = Math.log(threshold)
  if (centre - halfWidth > target) return 'pass'
  if (centre + halfWidth < target) return 'fail'
  return 'inconclusive'
}

/**
 * Whether more rounds, up to the last one allowed, are unlikely to decide (below about 5 %); never before the sixth round.
 *
 * @param judgement an inconclusive one
 */
export function isHopeless(judgement: Pick<Judgement, 'rounds' | 'centre' | 'spread'>, threshold: number, looks: Looks): boolean {
  const { rounds, centre, spread } = judgement
  if (rounds < 6 || rounds >= looks.max) return false
  const distance = (Math.sqrt(looks.max) * Math.abs(centre - Math.log(threshold))) / spread
  const luck = 1.64 * Math.sqrt((looks.max - rounds) / rounds)
  return distance + luck < criticalValue(looks.max, levelPerLook(looks))
}

/**
 * With how many rounds a fresh experiment would decide about 7 times in 10, if this is the true speedup.
 *
 * @param judgement an inconclusive one, at its last look
 * @returns undefined when even 30 rounds would not do
 */
export function roundsThatWouldDecide({ rounds, centre, spread }: Judgement, threshold: number, looks: Looks): number | undefined {
  const distance = Math.abs(centre - Math.log(threshold)) / spread
  // Stopped early, the rounds that were allowed may still do.
  for (let max = rounds < looks.max ? looks.max : looks.max + 1; max <= 30; max++) {
    const needed = (criticalValue(max, levelPerLook({ ...looks, max })) + 0.84) / Math.sqrt(max)
    if (distance >= needed) return max
  }
  return undefined
}

/**
 * How much longer runs would have to be for a fresh experiment of as many rounds to decide about 7 times in 10,
 * if this is the true speedup: as far as the spread comes from the sample, it falls with the root of its size.
 *
 * @param judgement an inconclusive one, at its last look
 * @returns times as long, at least 1; Infinity when the speedup is the threshold
 */
export function timesLonger({ centre, spread }: Judgement, threshold: number, looks: Looks): number {
  const bearable = (Math.abs(centre - Math.log(threshold)) * Math.sqrt(looks.max)) / (criticalValue(looks.max, levelPerLook(looks)) + 0.84)
  return Math.max(1, (spread / bearable) ** 2)
}

/**
 * One look at a fixed number of rounds: whether the two sides differ at all.
 *
 * @param logRatios ln(speedup) of each round, at least 3
 * @param level probability of saying so of two sides that don't
 * @param leastSpread that is believed
 */
export function differsFromOne(logRatios: readonly number[], level: number, leastSpread: number = spreadFloor): boolean {
  const { centre, halfWidth } = judgeAt(logRatios, level / 2, leastSpread)
  return Math.abs(centre) > halfWidth
}

/**
 * Pulls outliers in to three scale units from the median, so that one disturbed round can't decide alone.
 * The scale is the median distance of all pairs, made consistent for the normal distribution.
 */
function clip(values: readonly number[]) {
  const reach = 3 * Math.max(median(pairDistances(values)) / 0.954, spreadFloor)
  const middle = median(values)
  return values.map((value) => Math.min(Math.max(value, middle - reach), middle + reach))
}

function pairDistances(values: readonly number[]) {
  return values.flatMap((value, i) => values.slice(i + 1).map((other) => Math.abs(value - other)))
}

/** @param level tail probability */
function criticalValue(rounds: number, level: number) {
  return studentTQuantile(1 - level, rounds - 1) * (widening[rounds - 3] ?? 1.01)
}
