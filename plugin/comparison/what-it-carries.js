import { mostPerSecond } from './closed-loop.js'
/** @import { AnswerComparison, LoadShape, Metric, Reason, Run, VariantUse } from '../vocabulary.js' */

/** Above this utilization of a load thread, latencies include the wait for the generator itself. */
export const generatorBusy = 0.8

/**
 * @typedef {object} Circumstances of one candidate
 * @property {Run[]} runs of it and of the baseline
 * @property {string} baseline
 * @property {string} candidate
 * @property {boolean} tooManyErrors more than its own errorRate allows
 * @property {LoadShape} load
 * @property {AnswerComparison | undefined} answers
 * @property {number | null} [generatorAtPace] as the function of that name tells
 */

/**
 * Why a measurement carries no verdict on a metric, whatever its numbers say.
 *
 * @param {Circumstances} circumstances
 * @param {{ metric: Metric, required: number | null }} demand
 * @returns {Reason | null} null: it does
 */
export function reasonAgainst({ runs, baseline, candidate, tooManyErrors, load, answers, generatorAtPace }, { metric, required }) {
  // Errors are answered faster than real work.
  if (tooManyErrors) return 'errors'
  if (answers !== undefined && answers.different.length > 0) return 'different-answers'
  if (runs.some(isGeneratorBusy) || Number(generatorAtPace) > generatorBusy) return 'generator-saturated'
  const isSaturated = load.saturated.includes(baseline)
  if (metric !== 'throughput') return isSaturated ? 'baseline-saturated' : null
  // Users come at the same rate to both: as long as the baseline keeps up, nobody can serve more.
  const isFixed = load.model === 'open' && !isSaturated && !load.saturated.includes(candidate)
  return isFixed && Number(required) > 1 ? 'throughput-fixed' : null
}

/** @param {Run} run */
export function isGeneratorBusy({ generator }) {
  return Number(generator.utilization) > generatorBusy
}

/**
 * In a closed loop, a request that costs the load generator more with the candidate, whose workers wake it one by one and take
 * its core, slows the candidate down, and so the generator is less busy than what it limits lets expect. What tells is how
 * busy it would be if the candidate were as fast as the baseline.
 *
 * @param {VariantUse} baseline
 * @param {VariantUse} candidate
 * @param {Pick<LoadShape, 'model'>} load
 * @returns {number | null} utilization of its load threads, which may be above 1; null: the users don't wait for the app, or
 *   too little is known
 */
export function generatorAtPace({ demand: before }, { demand: after }, { model }) {
  if (model !== 'closed' || before === null || after === null) return null
  return before.responsesPerSecond / mostPerSecond(after)
}
