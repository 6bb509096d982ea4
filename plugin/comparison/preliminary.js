/** @import { CandidateResult, ScenarioResult } from '../vocabulary.js' */

/**
 * What is left of a scenario that was ended before its time: its figures, without any verdict. One that had been
 * decided, or had its last round, stays as it is.
 *
 * @param {ScenarioResult} result
 * @returns {ScenarioResult}
 */
export function preliminary(result) {
  const { rounds, roundsAllowed, decided } = result
  if (rounds >= roundsAllowed.max || (decided && rounds >= roundsAllowed.min)) return result
  return { ...result, preliminary: true, verdict: null, candidates: result.candidates.map(withoutVerdict) }
}

/**
 * @param {CandidateResult} candidate
 * @returns {CandidateResult}
 */
function withoutVerdict(candidate) {
  return {
    ...candidate,
    estimates: candidate.estimates.map((estimate) => ({ ...estimate, verdict: null, regression: false })),
    limits: candidate.limits.map((limit) => ({ ...limit, verdict: null })),
    selfCheck: null,
    againstEarlier: null,
    verdict: null
  }
}
