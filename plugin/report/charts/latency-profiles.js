/**
 * @import { RunDetail } from '../../vocabulary.js'
 * @import { Look } from '../palette.js'
 */

/**
 * A curve over percentiles, and how far its rounds are apart.
 *
 * @typedef {object} Profile
 * @property {string} name of the variant
 * @property {Look} look
 * @property {ProfilePoint[]} points
 *
 * @typedef {object} ProfilePoint
 * @property {number} probability
 * @property {number} value geometric mean of the rounds: ms, or a speedup
 * @property {number} least of the rounds
 * @property {number} most of the rounds
 *
 * @typedef {object} Variants
 * @property {readonly string[]} names
 * @property {string} baseline
 * @property {(name: string) => Look} lookOf
 */

/**
 * @param {Variants} variants
 * @param {readonly RunDetail[]} details with responses that count
 * @param {readonly number[]} probabilities
 * @returns {Profile[]} in ms, of every variant that was seen
 */
export function latencyProfiles({ names, lookOf }, details, probabilities) {
  return names.flatMap((name) => {
    const rounds = details.filter(({ run }) => run.variant === name)
    if (rounds.length === 0) return []
    return [{ name, look: lookOf(name), points: probabilities.map((probability) => pointOf(probability, rounds.map((detail) => latencyAt(detail, probability)))) }]
  })
}

/**
 * @param {Variants} variants
 * @param {readonly RunDetail[]} details with responses that count
 * @param {readonly number[]} probabilities
 * @returns {Profile[]} speedups, of every candidate that was seen in a round with the baseline
 */
export function speedupProfiles({ names, baseline, lookOf }, details, probabilities) {
  return names.filter((name) => name !== baseline).flatMap((name) => {
    const pairs = details.filter(({ run }) => run.variant === name).flatMap((candidate) => {
      const before = details.find(({ run }) => run.variant === baseline && run.round === candidate.run.round)
      return before === undefined ? [] : [{ before, candidate }]
    })
    const points = probabilities.flatMap((probability) => {
      const speedups = pairs.map(({ before, candidate }) => latencyAt(before, probability) / latencyAt(candidate, probability))
      const real = speedups.filter((speedup) => speedup > 0 && Number.isFinite(speedup))
      return real.length === 0 ? [] : [pointOf(probability, real)]
    })
    return points.length === 0 ? [] : [{ name, look: lookOf(name), points }]
  })
}

/**
 * @param {Profile} profile
 * @param {number} probability one of its points'
 * @returns {number | undefined} undefined: it has no such point
 */
export function valueAt({ points }, probability) {
  return points.find((point) => point.probability === probability)?.value
}

/**
 * @param {number} probability
 * @param {number[]} values of the rounds
 * @returns {ProfilePoint}
 */
function pointOf(probability, values) {
  const mean = values.reduce((sum, value) => sum + Math.log(value), 0) / values.length
  return { probability, value: Math.exp(mean), least: Math.min(...values), most: Math.max(...values) }
}

/**
 * What the run itself keeps, so that curves agree with all that is computed from it.
 *
 * @type {Record<number, 'p50' | 'p95' | 'p99'>}
 */
const kept = { 0.5: 'p50', 0.95: 'p95', 0.99: 'p99' }

/**
 * @param {RunDetail} detail with quantiles
 * @param {number} probability
 * @returns {number} in ms, interpolated by probability
 */
function latencyAt({ run, quantiles }, probability) {
  if (probability in kept && run.latencyMs !== null) return run.latencyMs[kept[probability]]
  const above = quantiles.findIndex((quantile) => quantile.probability >= probability)
  if (above === 0) return quantiles[0].latencyMs
  if (above < 0) return quantiles[quantiles.length - 1].latencyMs
  const [from, to] = [quantiles[above - 1], quantiles[above]]
  return from.latencyMs + ((to.latencyMs - from.latencyMs) * (probability - from.probability)) / (to.probability - from.probability)
}
