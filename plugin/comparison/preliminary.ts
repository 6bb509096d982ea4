import type { CandidateResult, ScenarioResult } from '../vocabulary.ts'

/**
 * What is left of a scenario that was ended before its time: its figures, without any verdict. One that had been
 * decided, or had its last round, stays as it is.
 */
export function preliminary(result: ScenarioResult): ScenarioResult {
  const { rounds, roundsAllowed, decided } = result
  if (rounds >= roundsAllowed.max || (decided && rounds >= roundsAllowed.min)) return result
  return { ...result, preliminary: true, verdict: null, candidates: result.candidates.map(withoutVerdict) }
}

function withoutVerdict(candidate: CandidateResult): CandidateResult {
  return {
    ...candidate,
    estimates: candidate.estimates.map((estimate) => ({ ...estimate, verdict: null, regression: false })),
    limits: candidate.limits.map((limit) => ({ ...limit, verdict: null })),
    selfCheck: null,
    againstEarlier: null,
    verdict: null
  }
}
