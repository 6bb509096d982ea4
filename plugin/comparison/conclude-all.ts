import { conclude, timeSpent } from './conclude.ts'
import { crossovers } from './crossover.ts'
import { leaveOutOfComparison } from '../concepts/leave-out.ts'
import { withFaults } from './warnings/figures.ts'
import type { Findings } from './findings.ts'
import type { Comparison } from '../concepts/comparison.ts'
import type { Settings } from '../concepts/settings.ts'

type Measured = Pick<
  Comparison,
  'schemaVersion' | 'file' | 'environment' | 'settings' | 'startedAt' | 'finishedAt' | 'previous' | 'error'
>
type FlawIn = (comparison: Comparison) => string | null // what its schema forbids

/** What comes of all that was measured: without figures that can't be kept, and with what is wrong with the others. */
export function concludeAll(
  findings: Findings,
  measured: Measured,
  { settings, flawIn }: { settings: Settings; flawIn: FlawIn }
): Comparison {
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
  return withFaults(comparison, [...findings.leftOut, ...leftOut], flawIn(comparison))
}
