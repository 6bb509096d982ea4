import { reasonAgainst } from '../comparison/what-it-carries.js'
/**
 * @import { Estimate, Limit, Metric, Reason, Verdict } from '../vocabulary.js'
 * @import { ComparedCandidate } from './subject.js'
 */

/**
 * The candidate as it would be judged if nothing but that speedup had been required of it. By the rule for thresholds:
 * the interval, which is valid whenever the comparison ended, lies wholly above it, wholly below it, or across it.
 *
 * @param {ComparedCandidate} candidate
 * @param {{ metric: Metric, least: number }} demand
 * @returns {{ alone: ComparedCandidate, estimate: Estimate, verdict: Verdict }} estimate: that of the metric, in `alone`
 */
export function requireSpeedup(candidate, { metric, least }) {
  const measured = /** @type {Estimate} */ (candidate.estimates.find((one) => one.metric === metric))
  const reason = reasonOf(measured, least, candidate)
  const verdict = candidate.preliminary || reason !== null ? 'inconclusive' : decide(measured.interval, least)
  // What more rounds would do is known of the thresholds that the comparison itself had.
  const outlook = measured.required === least ? {} : { hopeless: false, roundsThatWouldDecide: null, timesLonger: null }
  const estimate = { ...measured, ...outlook, required: least, reason, verdict }
  const free = withoutDemands(candidate)
  const estimates = free.estimates.map((one) => (one.metric === metric ? estimate : one))
  return { alone: { ...free, estimates, verdict }, estimate, verdict }
}

/**
 * The candidate as it would be judged if nothing but that fairness had been required of it.
 *
 * @param {ComparedCandidate} candidate
 * @param {number} least
 */
export function requireFairness(candidate, least) {
  const measured = fairnessOf(candidate)
  const { value } = measured
  /** @type {Verdict} */
  const verdict = candidate.preliminary || value === null ? 'inconclusive' : value >= least ? 'pass' : 'fail'
  const limit = { ...measured, required: least, verdict }
  const free = withoutDemands(candidate)
  const limits = free.limits.map((one) => (one.metric === 'fairness' ? limit : one))
  return { alone: { ...free, limits, verdict }, limit, verdict }
}

/** @param {ComparedCandidate} candidate */
export function fairnessOf({ limits }) {
  return /** @type {Limit} */ (limits.find(({ metric }) => metric === 'fairness'))
}

/**
 * @param {ComparedCandidate} candidate
 * @returns {ComparedCandidate}
 */
function withoutDemands(candidate) {
  return {
    ...candidate,
    estimates: candidate.estimates.map((one) => ({ ...one, required: null, verdict: null, earlier: null, regression: false })),
    limits: candidate.limits.map((one) => ({ ...one, required: null, verdict: null })),
    selfCheck: null,
    againstEarlier: null,
    verdict: null
  }
}

/**
 * @param {Estimate} estimate
 * @param {number} least
 * @param {ComparedCandidate} candidate
 * @returns {Reason | null} why it carries no verdict on this demand
 */
function reasonOf({ metric, reason }, least, { name, baseline, load }) {
  // Whether a fixed rate of users makes a demand unfair depends on the demand; the others hold for any.
  if (reason !== null && reason !== 'throughput-fixed') return reason
  return reasonAgainst({ runs: [], baseline, candidate: name, tooManyErrors: false, load, answers: undefined }, { metric, required: least })
}

/**
 * @param {[number, number]} interval
 * @param {number} least
 * @returns {Verdict}
 */
function decide([low, high], least) {
  if (low > least) return 'pass'
  return high < least ? 'fail' : 'inconclusive'
}
