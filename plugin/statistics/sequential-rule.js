import { mean, median, standardDeviation } from './descriptive.js'
import { studentTQuantile } from './student-t.js'

/**
 * One metric of one candidate, judged after some rounds. All numbers are logarithms of speedups.
 *
 * @typedef {object} Judgement
 * @property {number} rounds how many ratios it rests on
 * @property {number} centre mean of the clipped log ratios
 * @property {number} spread their standard deviation, never below the floor
 * @property {number} halfWidth the interval is centre +- halfWidth
 * @property {number[]} clipped the log ratios after clipping, in the order given
 */

/**
 * @typedef {object} Looks how often the rule may look, and how sure it must be
 * @property {number} min rounds before the first look, at least 3
 * @property {number} max rounds at the last look
 * @property {0.9 | 0.95 | 0.99} confidence of the interval, valid although it may stop early
 */

/** The smallest spread that the rule believes, on the log scale: the measurement itself is no better. */
export const spreadFloor = 0.01

/** The same for percentiles from a DDSketch, which are up to 1 % off themselves. */
export const sketchSpreadFloor = 0.02

/** Tail level per look, fitted to 12 million simulated paths: alpha / (1 + x(A + Bx)), x = ln(max / 3). */
const levelCoefficients = { 0.9: [1.879, 0.3055], 0.95: [2.174, 0.3751], 0.99: [2.668, 0.57] }

/** Widens the interval for the clipping and for the estimated spread, by number of rounds from 3. */
const widening = [1, 1, 1.1, 1.04, 1.03, 1.03, 1.02]

/**
 * The tail probability that each look may spend.
 *
 * @param {Looks} looks
 * @returns {number} alpha itself when there is one look only
 */
export function levelPerLook({ min, max, confidence }) {
  const alpha = (1 - confidence) / 2
  if (min === max) return alpha
  const [a, b] = levelCoefficients[confidence]
  const x = Math.log(max / 3)
  return alpha / (1 + x * (a + b * x))
}

/**
 * Judges the log ratios seen so far: clips outliers, then puts Student's interval around their mean.
 *
 * @param {readonly number[]} logRatios ln(speedup) of each round, at least 2
 * @param {Looks} looks
 * @param {number} [leastSpread] that is believed
 * @returns {Judgement}
 */
export function judge(logRatios, looks, leastSpread = spreadFloor) {
  return judgeAt(logRatios, levelPerLook(looks), leastSpread)
}

/**
 * @param {readonly number[]} logRatios
 * @param {number} level tail probability on each side
 * @param {number} leastSpread
 * @returns {Judgement}
 */
function judgeAt(logRatios, level, leastSpread) {
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
 * @param {Judgement} judgement
 * @param {number} threshold least speedup demanded, a ratio above 0
 * @returns {'pass' | 'fail' | 'inconclusive'}
 */
export function decide({ centre, halfWidth }, threshold) {
  const target = Math.log(threshold)
  if (centre - halfWidth > target) return 'pass'
  if (centre + halfWidth < target) return 'fail'
  return 'inconclusive'
}

/**
 * Whether more rounds, up to the last one allowed, are unlikely to decide (below about 5 %).
 *
 * @param {Pick<Judgement, 'rounds' | 'centre' | 'spread'>} judgement an inconclusive one
 * @param {number} threshold least speedup demanded
 * @param {Looks} looks
 * @returns {boolean} never before the sixth round
 */
export function isHopeless({ rounds, centre, spread }, threshold, looks) {
  if (rounds < 6 || rounds >= looks.max) return false
  const distance = (Math.sqrt(looks.max) * Math.abs(centre - Math.log(threshold))) / spread
  const luck = 1.64 * Math.sqrt((looks.max - rounds) / rounds)
  return distance + luck < criticalValue(looks.max, levelPerLook(looks))
}

/**
 * With how many rounds a fresh experiment would decide about 7 times in 10, if this is the true speedup.
 *
 * @param {Judgement} judgement an inconclusive one, at its last look
 * @param {number} threshold least speedup demanded
 * @param {Looks} looks
 * @returns {number | undefined} undefined when even 30 rounds would not do
 */
export function roundsThatWouldDecide({ rounds, centre, spread }, threshold, looks) {
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
 * @param {Judgement} judgement an inconclusive one, at its last look
 * @param {number} threshold least speedup demanded
 * @param {Looks} looks
 * @returns {number} times as long, at least 1; Infinity when the speedup is the threshold
 */
export function timesLonger({ centre, spread }, threshold, looks) {
  const bearable = (Math.abs(centre - Math.log(threshold)) * Math.sqrt(looks.max)) / (criticalValue(looks.max, levelPerLook(looks)) + 0.84)
  return Math.max(1, (spread / bearable) ** 2)
}

/**
 * One look at a fixed number of rounds: whether the two sides differ at all.
 *
 * @param {readonly number[]} logRatios ln(speedup) of each round, at least 3
 * @param {number} level probability of saying so of two sides that don't
 * @param {number} [leastSpread] that is believed
 * @returns {boolean}
 */
export function differsFromOne(logRatios, level, leastSpread = spreadFloor) {
  const { centre, halfWidth } = judgeAt(logRatios, level / 2, leastSpread)
  return Math.abs(centre) > halfWidth
}

/**
 * Pulls outliers in to three scale units from the median, so that one disturbed round can't decide alone.
 * The scale is the median distance of all pairs, made consistent for the normal distribution.
 *
 * @param {readonly number[]} values
 */
function clip(values) {
  const reach = 3 * Math.max(median(pairDistances(values)) / 0.954, spreadFloor)
  const middle = median(values)
  return values.map((value) => Math.min(Math.max(value, middle - reach), middle + reach))
}

/** @param {readonly number[]} values */
function pairDistances(values) {
  return values.flatMap((value, i) => values.slice(i + 1).map((other) => Math.abs(value - other)))
}

/**
 * @param {number} rounds
 * @param {number} level tail probability
 */
function criticalValue(rounds, level) {
  return studentTQuantile(1 - level, rounds - 1) * (widening[rounds - 3] ?? 1.01)
}
