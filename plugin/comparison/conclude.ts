import type { Comparison, ScenarioResult } from '../concepts/comparison.ts'
import type { Settings } from '../concepts/settings.ts'
import { exitCodes, verdicts, type Verdict } from '../concepts/verdicts.ts'

/** For CI. The exit code of an interrupted comparison is the signal's, not ours. */
export function conclude(
  scenarios: ScenarioResult[], error: Comparison['error'], { onInconclusive }: Pick<Settings, 'onInconclusive'>
): Pick<Comparison, 'verdict' | 'exitCode'> {
  if (error !== null) return { verdict: 'not measured', exitCode: exitCodes.notMeasured }
  const verdict = worst(scenarios.map((scenario) => scenario.verdict))
  const isPassed = verdict === null || (verdict === 'inconclusive' && onInconclusive === 'pass')
  return { verdict, exitCode: exitCodes[isPassed ? 'pass' : verdict] }
}

/** @returns null: nothing was required */
export function worst(found: (Verdict | null)[]): Verdict | null {
  return verdicts.find((verdict) => found.includes(verdict)) ?? null
}

/** What is left of a scenario that was ended before its time: its figures, without any verdict, unless it had been decided, or had its last round. */
export function preliminary(result: ScenarioResult): ScenarioResult {
  const { rounds, roundsAllowed, decided } = result
  if (rounds >= roundsAllowed.max || (decided && rounds >= roundsAllowed.min)) return result
  const none = { selfCheck: null, againstEarlier: null, verdict: null }
  const candidates = result.candidates.map((candidate) => ({
    ...candidate,
    ...none,
    estimates: candidate.estimates.map((estimate) => ({ ...estimate, verdict: null, regression: false })),
    limits: candidate.limits.map((limit) => ({ ...limit, verdict: null }))
  }))
  return { ...result, preliminary: true, verdict: null, leaders: null, candidates }
}
