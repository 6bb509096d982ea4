import { compareScenario } from '../../plugin/comparison/compare-scenario.js'
import { aPlan, someSettings } from './settings.js'
import { sweepRuns, sweepVariants } from './sweep-runs.js'
/** @import { AnswerComparison, Settings, Sweep, Thresholds } from '../../plugin/vocabulary.js' */

/**
 * What is concluded of a sweep, through the whole comparison.
 *
 * @param {Record<number, number>} throughputs number of workers -> responses per second
 * @param {Parameters<typeof sweepRuns>[1] & { answers?: AnswerComparison[], thresholds?: Thresholds, settings?: Partial<Settings> }} [how]
 *   thresholds of all candidates
 * @returns {Sweep}
 */
export function sweepOf(throughputs, { answers = [], thresholds = {}, settings = {}, ...how } = {}) {
  const variants = sweepVariants(throughputs)
  const [{ name: baseline }, ...candidates] = variants
  const plan = aPlan(thresholds, candidates.map(({ name }) => name))
  const result = compareScenario({ runs: sweepRuns(throughputs, how), answers }, plan, someSettings({ variants, baseline, ...settings }))
  return result.sweeps[0]
}
