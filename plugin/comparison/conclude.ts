import { worst } from './worst.ts'
import type { Comparison, ScenarioResult, Settings } from '../vocabulary.ts'

/**
 * The end of it all, for CI: 0 pass or nothing required, 1 fail, 2 inconclusive, 3 could not be measured.
 *
 * @returns the exit code of an interrupted one is the signal's, not ours
 */
export function conclude(scenarios: ScenarioResult[], error: Comparison['error'], { onInconclusive }: Pick<Settings, 'onInconclusive'>): Pick<Comparison, 'verdict' | 'exitCode'> {
  if (error !== null) return { verdict: 'not measured', exitCode: 3 }
  const verdict = worst(scenarios.map((scenario) => scenario.verdict))
  const exitCodes = { pass: 0, fail: 1, inconclusive: onInconclusive === 'pass' ? 0 : 2 }
  return { verdict, exitCode: verdict === null ? 0 : exitCodes[verdict] }
}
