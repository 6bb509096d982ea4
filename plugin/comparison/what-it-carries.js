/** @import { AnswerComparison, LoadShape, Metric, Reason, Run } from '../vocabulary.js' */

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
 */

/**
 * Why a measurement carries no verdict on a metric, whatever its numbers say.
 *
 * @param {Circumstances} circumstances
 * @param {{ metric: Metric, required: number | null }} demand
 * @returns {Reason | null} null: it does
 */
export function reasonAgainst({ runs, baseline, candidate, tooManyErrors, load, answers }, { metric, required }) {
  // Errors are answered faster than real work.
  if (tooManyErrors) return 'errors'
  if (answers !== undefined && answers.different.length > 0) return 'different-answers'
  if (runs.some(isGeneratorBusy)) return 'generator-saturated'
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
