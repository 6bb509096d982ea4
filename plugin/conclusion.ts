import { conclude, timeSpent } from './comparison/conclude.ts'
import { crossovers } from './comparison/crossover.ts'
import { withFaults } from './comparison/warnings/figures.ts'
import { leaveOutOfComparison, leaveOutOfRun } from './record/leave-out.ts'
import { flawIn } from './record/parse-comparison.ts'
import type { Findings } from './comparison/findings.ts'
import type { Comparison, LeftOut } from './concepts/comparison.ts'
import type { Run } from './concepts/run.ts'
import type { ScenarioPlan, Settings } from './concepts/settings.ts'

/** @returns what could not be taken of it */
export function addRun(findings: Findings, run: Run, scenario: ScenarioPlan): LeftOut[] {
  const { kept, leftOut } = leaveOutOfRun(run)
  if (kept !== null) findings.addRun(kept, scenario)
  return leftOut
}

type Measured = Pick<Comparison, 'schemaVersion' | 'file' | 'environment' | 'settings' | 'startedAt' | 'finishedAt' | 'error'>
  & { leftOut: LeftOut[] } // of the runs

/** What comes of all that was measured: without figures that can't be kept, and with what is wrong with the others. */
export function concluded(findings: Findings, { leftOut: ofRuns, ...measured }: Measured, settings: Settings): Comparison {
  const { startedAt, finishedAt, error } = measured
  const results = findings.results()
  const { kept, leftOut } = leaveOutOfComparison({
    timeSpent: timeSpent(findings.runs, startedAt, finishedAt),
    scenarios: results,
    crossovers: crossovers(results, findings.runs, settings)
  })
  // With a whole scenario, its verdict is gone, too.
  const lacking = leftOut.some(({ isDemanded }) => isDemanded) ? [{ verdict: 'inconclusive' as const }] : []
  const comparison = { ...measured, ...kept, ...conclude([...kept.scenarios, ...lacking], error, settings) }
  return withFaults(comparison, [...ofRuns, ...leftOut], flawIn(comparison))
}
