import { isHopeless, judge } from '../statistics/sequential-rule.js'
import { leastSpread } from './least-spread.js'
/** @import { CandidateResult, Estimate, Metric, ScenarioResult, Settings } from '../vocabulary.js' */

/**
 * Where a candidate stands beside the baseline at one load. As good: no difference could be measured; unknown: the
 * measurement carries no verdict.
 *
 * @typedef {'better' | 'as good' | 'worse' | 'unknown'} Standing
 *
 * @typedef {object} Footing
 * @property {Standing} standing
 * @property {'p95' | 'throughput' | 'keeping up'} by what tells. Only who keeps up with the users has latencies that mean
 *   anything: if one of the two does, that alone tells; if neither does, throughput
 * @property {number} speedup of p95, or of throughput where that tells
 */

/**
 * @param {CandidateResult} candidate
 * @param {Pick<ScenarioResult, 'baseline' | 'load'>} result of which it is a part
 * @returns {Footing}
 */
export function footing({ name, estimates }, { baseline, load: { saturated } }) {
  const [p95, throughput] = [estimateOf(estimates, 'p95'), estimateOf(estimates, 'throughput')]
  if (p95.reason !== null && p95.reason !== 'baseline-saturated') return { standing: 'unknown', by: 'p95', speedup: p95.speedup }
  const [isBaselineLate, isLate] = [saturated.includes(baseline), saturated.includes(name)]
  if (isBaselineLate !== isLate) return { standing: isLate ? 'worse' : 'better', by: 'keeping up', speedup: p95.speedup }
  const [by, { speedup, interval: [low, high] }] = isLate ? [/** @type {const} */ ('throughput'), throughput] : [/** @type {const} */ ('p95'), p95]
  return { standing: low > 1 ? 'better' : high < 1 ? 'worse' : 'as good', by, speedup }
}

/**
 * Whether more rounds would hardly change how anyone stands. A load often has no threshold that would ask for more than
 * the fewest rounds, after which "as good" may only mean that nobody can tell yet.
 *
 * @param {Pick<ScenarioResult, 'baseline' | 'candidates' | 'load'>} result of one of several loads
 * @param {Pick<Settings, 'rounds' | 'confidence' | 'generator'>} settings
 * @returns {boolean}
 */
export function isSettled(result, { rounds, confidence, generator }) {
  const looks = { ...rounds, confidence }
  return result.candidates.every((candidate) => {
    const { standing, by } = footing(candidate, result)
    if (standing !== 'as good') return true
    const metric = by === 'throughput' ? 'throughput' : 'p95'
    const { ratios } = estimateOf(candidate.estimates, metric)
    return isHopeless(judge(ratios.map(Math.log), looks, leastSpread(metric, generator)), 1, looks)
  })
}

/**
 * @param {Estimate[]} estimates one for each metric
 * @param {Metric} metric
 */
function estimateOf(estimates, metric) {
  return /** @type {Estimate} */ (estimates.find((one) => one.metric === metric))
}
