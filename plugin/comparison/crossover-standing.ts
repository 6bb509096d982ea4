import { estimateOf, isHopelessAgainst, type Rule } from './estimate.ts'
import type { CandidateResult, ScenarioResult } from '../concepts/comparison.ts'
import type { LoadShape } from '../concepts/load-results.ts'

/** A candidate beside the baseline at one load. */
export interface AtLoad {
  /**
   * as good: no difference could be measured; unclear: nor could it be told from the gain at a lesser load; unknown: the measurement
   * carries no verdict
   */
  standing: 'better' | 'as good' | 'worse' | 'unclear' | 'unknown'
  /**
   * what tells: only who keeps up with the users has latencies that mean anything. If one of the two does, that alone tells; if
   * neither does, throughput
   */
  by: 'p95' | 'throughput' | 'keeping up'
  speedup: number // of p95, or of throughput where that tells
  most: number // upper end of its interval
}

export function atLoad({ name, estimates }: CandidateResult, { baseline, load }: Pick<ScenarioResult, 'baseline' | 'load'>): AtLoad {
  const p95 = estimateOf(estimates, 'p95')
  const byP95 = { speedup: p95.speedup, most: p95.interval[1] }
  if (p95.reason !== null && p95.reason !== 'baseline-saturated') return { standing: 'unknown', by: 'p95', ...byP95 }
  const alone = whoKeepsUp(baseline, name, load)
  if (alone !== null) return { standing: alone === 'candidate' ? 'better' : 'worse', by: 'keeping up', ...byP95 }
  const by = load.saturated.includes(name) ? 'throughput' : 'p95'
  const { speedup, interval: [low, high] } = estimateOf(estimates, by)
  return { standing: low > 1 ? 'better' : high < 1 ? 'worse' : 'as good', by, speedup, most: high }
}

/**
 * Near the load that it can just bear, rounds differ much. Above a load at which a candidate is better, "as good" by an interval that
 * reaches as far as the gain there is no finding.
 *
 * @param loads least load first
 */
export function markUnclear<T extends AtLoad>(loads: T[]): T[] {
  return loads.map((one, i) => {
    const lesser = loads.slice(0, i).findLast(({ standing }) => standing === 'better')
    const isUnclear = one.standing === 'as good' && lesser?.by === one.by && one.most >= lesser.speedup
    return isUnclear ? { ...one, standing: 'unclear' } : one
  })
}

/**
 * Whether more rounds would hardly change how any candidate stands. A load often has no threshold that would ask for more than the
 * fewest rounds, after which "as good" may only mean that nobody can tell yet.
 */
export function isSettled(result: Pick<ScenarioResult, 'baseline' | 'candidates' | 'load'>, rule: Rule): boolean {
  return result.candidates.every((candidate) => {
    const { standing, by } = atLoad(candidate, result)
    return standing !== 'as good' || isHopelessAgainst(1, estimateOf(candidate.estimates, by === 'throughput' ? by : 'p95'), rule)
  })
}

/**
 * Users who come whatever the app does tell more than any speedup when only one of two keeps up with them: the other's latencies grow
 * with the length of the test, and its throughput hardly falls behind that of the users.
 *
 * @returns null: both do, or neither
 */
export function whoKeepsUp(baseline: string, candidate: string, { saturated }: Pick<LoadShape, 'saturated'>): 'candidate' | 'baseline' | null {
  const isLate = saturated.includes(candidate)
  if (saturated.includes(baseline) === isLate) return null
  return isLate ? 'baseline' : 'candidate'
}
