import { compareScenario } from '../../plugin/comparison/compare-scenario.ts'
import { aPlan, someSettings } from './settings.ts'
import { sweepRuns, sweepVariants } from './sweep-runs.ts'
import type { AnswerComparison } from '../../plugin/concepts/comparison.ts'
import type { Settings } from '../../plugin/concepts/settings.ts'
import type { Sweep } from '../../plugin/concepts/load-results.ts'
import type { Thresholds } from '../../plugin/concepts/options.ts'

/**
 * What is concluded of a sweep, through the whole comparison.
 *
 * @param throughputs number of workers -> responses per second
 * @param how thresholds of all candidates
 */
export function sweepOf(throughputs: Record<number, number>, { answers = [], thresholds = {}, settings = {}, ...how }: Parameters<typeof sweepRuns>[1] & { answers?: AnswerComparison[], thresholds?: Thresholds, settings?: Partial<Settings> } = {}): Sweep {
  const variants = sweepVariants(throughputs)
  const [{ name: baseline }, ...candidates] = variants
  const plan = aPlan(thresholds, candidates.map(({ name }) => name))
  const result = compareScenario({ runs: sweepRuns(throughputs, how), answers }, plan, someSettings({ variants, baseline, ...settings }))
  return result.sweeps[0]
}
