/**
 * @import { Bound, CandidateResult, Comparison, Estimate, LoadShape, Reason, ScenarioResult, VariantUse } from '../../plugin/vocabulary.js'
 * @import { Claim } from './claims/index.js'
 */

/**
 * What our measurement says about a claim.
 *
 * @typedef {object} Found
 * @property {string} baselineName
 * @property {string} candidateName
 * @property {number} baseline ms, responses a second, or a share
 * @property {number} candidate
 * @property {Pick<Estimate, 'speedup' | 'interval'> | null} estimate null: a share, which has none
 * @property {Reason | null} reason why it carries no verdict
 * @property {boolean} isDisturbed other programs took a part of the machine that the app could have used
 * @property {LoadShape} load
 * @property {Bound | null} bound
 * @property {number} cores that could be used
 */

/**
 * @param {Claim} claim
 * @param {Comparison} comparison
 * @returns {Found}
 */
export function foundOf(claim, comparison) {
  const { result, candidate } = comparedOf(claim, comparison)
  const { load, baseline: baselineName, variants, warnings } = result
  const isDisturbed = warnings.some(({ code, severity }) => code === 'machine-disturbed' && severity === 'problem')
  const { cores } = comparison.environment
  const known = { baselineName, candidateName: candidate.name, load, isDisturbed, bound: candidate.bound, cores }
  if (claim.metric === 'success') {
    return { ...known, baseline: successOf(variants, baselineName), candidate: successOf(variants, candidate.name), estimate: null, reason: null }
  }
  const estimate = /** @type {Estimate} */ (candidate.estimates.find(({ metric }) => metric === claim.metric))
  return { ...known, baseline: estimate.baseline, candidate: estimate.candidate, estimate, reason: estimate.reason }
}

/**
 * @param {Pick<Claim, 'scenario' | 'factor' | 'candidate'>} claim
 * @param {Comparison} comparison
 * @returns {{ result: ScenarioResult, candidate: CandidateResult }} what the claim is about
 */
export function comparedOf({ scenario, factor, candidate: name }, { file, scenarios }) {
  const result = scenarios.find((one) => (factor === null ? one.scenario === scenario : one.level?.of === scenario && one.level.factor === factor))
  const candidate = result?.candidates.find((one) => one.name === name)
  if (result !== undefined && candidate !== undefined) return { result, candidate }
  throw new Error(`${file} has no result of ${name} in ${scenario}${factor === null ? '' : ` at ${factor} times its load`}.`)
}

/**
 * @param {VariantUse[]} variants
 * @param {string} name
 * @returns {number} share of its requests that were answered, mean over the rounds
 */
function successOf(variants, name) {
  const { errorRate } = /** @type {VariantUse} */ (variants.find((one) => one.name === name))
  return 1 - errorRate
}
