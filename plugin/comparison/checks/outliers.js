/** @import { CandidateResult, Estimate, Warning } from '../../vocabulary.js' */

/**
 * @param {CandidateResult[]} candidates
 * @returns {Warning[]}
 */
export function checkOutliers(candidates) {
  return candidates.flatMap(({ name, estimates }) =>
    estimates.flatMap(({ metric, outliers }) =>
      outliers.filter(isTelling).map(({ round, ratio, pulledTo }) => ({
        code: /** @type {const} */ ('outlier-round'),
        severity: /** @type {const} */ ('note'),
        variant: name,
        rounds: [round],
        message: `${name} ${metric}: round ${round} (${ratio.toFixed(2)}x) was an outlier and was pulled to ${pulledTo.toFixed(2)}x, so that it can't decide alone.`
      }))
    )
  )
}

/**
 * @param {Estimate['outliers'][number]} outlier
 * @returns {boolean} whether it was pulled by more than rounding hides
 */
function isTelling({ ratio, pulledTo }) {
  return ratio.toFixed(2) !== pulledTo.toFixed(2)
}
