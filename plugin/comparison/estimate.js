import { geometricMean } from '../statistics/descriptive.js'
import { decide, isHopeless, judge, roundsThatWouldDecide, timesLonger } from '../statistics/sequential-rule.js'
/**
 * @import { Estimate, Metric, Reason, Run, Verdict } from '../vocabulary.js'
 * @import { Judgement, Looks } from '../statistics/sequential-rule.js'
 */

/**
 * @typedef {object} Evidence
 * @property {Metric} metric
 * @property {Run[]} ofBaseline one a round
 * @property {Run[]} ofCandidate one a round, the same rounds in the same order
 * @property {number | null} required least speedup
 * @property {Reason | null} reason why the measurement does not carry a verdict
 * @property {number} [leastSpread] between rounds that is believed; the usual one when left out
 */

/**
 * The speedup of one metric over all rounds: the geometric mean of the rounds' ratios, and its interval.
 *
 * @param {Evidence} evidence
 * @param {Looks} looks
 * @returns {Omit<Estimate, 'earlier' | 'regression'>}
 */
export function estimate({ metric, ofBaseline, ofCandidate, required, reason, leastSpread }, looks) {
  const baseline = ofBaseline.map((run) => valueOf(run, metric))
  const candidate = ofCandidate.map((run) => valueOf(run, metric))
  const ratios = baseline.map((value, i) => (metric === 'throughput' ? candidate[i] / value : value / candidate[i]))
  const judgement = judge(ratios.map(Math.log), looks, leastSpread)
  const verdict = required === null ? null : reason !== null ? 'inconclusive' : decide(judgement, required)
  return {
    metric,
    baseline: geometricMean(baseline),
    candidate: geometricMean(candidate),
    speedup: Math.exp(judgement.centre),
    interval: [Math.exp(judgement.centre - judgement.halfWidth), Math.exp(judgement.centre + judgement.halfWidth)],
    spread: judgement.spread,
    ratios,
    outliers: outliers(ratios, ofCandidate, judgement),
    required,
    verdict,
    reason,
    ...outlook(judgement, { verdict, required, reason }, looks)
  }
}

/**
 * @param {Judgement} judgement
 * @param {{ verdict: Verdict | null, required: number | null, reason: Reason | null }} result
 * @param {Looks} looks
 * @returns {Pick<Estimate, 'hopeless' | 'roundsThatWouldDecide' | 'timesLonger'>}
 */
function outlook(judgement, { verdict, required, reason }, looks) {
  if (verdict !== 'inconclusive' || required === null) return { hopeless: false, roundsThatWouldDecide: null, timesLonger: null }
  if (reason !== null) return { hopeless: true, roundsThatWouldDecide: null, timesLonger: null }
  return {
    hopeless: isHopeless(judgement, required, looks),
    roundsThatWouldDecide: roundsThatWouldDecide(judgement, required, looks) ?? null,
    // JSON knows no infinity.
    timesLonger: Math.min(1e6, timesLonger(judgement, required, looks))
  }
}

/**
 * @param {number[]} ratios
 * @param {Run[]} runs
 * @param {Judgement} judgement
 */
function outliers(ratios, runs, { clipped }) {
  return ratios.flatMap((ratio, i) => {
    const pulledTo = Math.exp(clipped[i])
    return Math.abs(Math.log(ratio) - clipped[i]) > 1e-9 ? [{ round: runs[i].round, ratio, pulledTo }] : []
  })
}

/**
 * @param {Run} run one with responses: others end the comparison
 * @param {Metric} metric
 * @returns {number} in ms or responses/s
 */
export function valueOf({ latencyMs, throughputPerSecond }, metric) {
  if (metric === 'throughput') return throughputPerSecond
  return /** @type {NonNullable<Run['latencyMs']>} */ (latencyMs)[metric]
}
