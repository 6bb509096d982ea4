import { reasonAgainst } from '../comparison/what-it-carries.ts'
import type { Estimate, Limit, Metric, Reason, Verdict } from '../vocabulary.ts'
import type { ComparedCandidate } from './subject.ts'

/**
 * The candidate as it would be judged if nothing but that speedup had been required of it. By the rule for thresholds:
 * the interval, which is valid whenever the comparison ended, lies wholly above it, wholly below it, or across it.
 *
 * @returns estimate: that of the metric, in `alone`
 */
export function requireSpeedup(candidate: ComparedCandidate, { metric, least }: { metric: Metric, least: number }): { alone: ComparedCandidate, estimate: Estimate, verdict: Verdict } {
  const measured = candidate.estimates.find((one) => one.metric === metric) as Estimate
  const reason = reasonOf(measured, least, candidate)
  const verdict = candidate.preliminary || reason !== null ? 'inconclusive' : decide(measured.interval, least)
  // What more rounds would do is known of the thresholds that the comparison itself had.
  const outlook = measured.required === least ? {} : { hopeless: false, roundsThatWouldDecide: null, timesLonger: null }
  const estimate = { ...measured, ...outlook, required: least, reason, verdict }
  const free = withoutDemands(candidate)
  const estimates = free.estimates.map((one) => (one.metric === metric ? estimate : one))
  return { alone: { ...free, estimates, verdict }, estimate, verdict }
}

/** The candidate as it would be judged if nothing but that fairness had been required of it. */
export function requireFairness(candidate: ComparedCandidate, least: number) {
  const measured = fairnessOf(candidate)
  const { value } = measured
  const verdict: Verdict = candidate.preliminary || value === null ? 'inconclusive' : value >= least ? 'pass' : 'fail'
  const limit = { ...measured, required: least, verdict }
  const free = withoutDemands(candidate)
  const limits = free.limits.map((one) => (one.metric === 'fairness' ? limit : one))
  return { alone: { ...free, limits, verdict }, limit, verdict }
}

export function fairnessOf({ limits }: ComparedCandidate) {
  return limits.find(({ metric }) => metric === 'fairness') as Limit
}

function withoutDemands(candidate: ComparedCandidate): ComparedCandidate {
  return {
    ...candidate,
    estimates: candidate.estimates.map((one) => ({ ...one, required: null, verdict: null, earlier: null, regression: false })),
    limits: candidate.limits.map((one) => ({ ...one, required: null, verdict: null })),
    selfCheck: null,
    againstEarlier: null,
    verdict: null
  }
}

/** @returns why it carries no verdict on this demand */
function reasonOf({ metric, reason }: Estimate, least: number, { name, baseline, load }: ComparedCandidate): Reason | null {
  // Whether a fixed rate of users makes a demand unfair depends on the demand; the others hold for any.
  if (reason !== null && reason !== 'throughput-fixed') return reason
  return reasonAgainst({ runs: [], baseline, candidate: name, tooManyErrors: false, load, answers: undefined }, { metric, required: least })
}

function decide([low, high]: [number, number], least: number): Verdict {
  if (low > least) return 'pass'
  return high < least ? 'fail' : 'inconclusive'
}
