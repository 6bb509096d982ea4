import { geometricMean } from '../statistics/descriptive.ts'
import {
  decide, isHopeless, judge, roundsThatWouldDecide, timesLonger, sketchSpreadFloor, spreadFloor, type Judgement, type Looks
} from '../statistics/sequential-rule.ts'
import { speedupOf, valueOf, type Metric } from '../concepts/metrics.ts'
import type { Estimate } from '../concepts/comparison.ts'
import type { Ranged } from '../concepts/load-results.ts'
import type { Run } from '../concepts/run.ts'
import type { Generator } from '../concepts/settings.ts'
import type { Reason } from '../concepts/warnings.ts'

export interface Evidence {
  metric: Metric
  ofBaseline: Run[] // one a round
  ofCandidate: Run[] // one a round, the same rounds in the same order
  required: number | null // least speedup
  reason: Reason | null // why the measurement does not carry a verdict
  leastSpread?: number // between rounds that is believed; the usual one when left out
}

/** The speedup of one metric over all rounds: the geometric mean of the rounds' ratios, and its interval. */
export function estimate(evidence: Evidence, looks: Looks): Omit<Estimate, 'earlier' | 'regression'> {
  const { metric, ofCandidate, required, reason } = evidence
  const baseline = evidence.ofBaseline.map((run) => valueOf(run, metric))
  const candidate = ofCandidate.map((run) => valueOf(run, metric))
  const ratios = baseline.map((value, i) => speedupOf(metric, value, candidate[i]))
  const judgement = judge(ratios.map(Math.log), looks, evidence.leastSpread)
  const { value, interval } = rangedOf(judgement)
  const verdict = required === null ? null : reason !== null ? 'inconclusive' : decide(judgement, required)
  return {
    metric,
    baseline: geometricMean(baseline),
    candidate: geometricMean(candidate),
    speedup: value,
    interval,
    spread: judgement.spread,
    ratios,
    outliers: outliers(ratios, ofCandidate, judgement),
    required,
    verdict,
    reason,
    ...outlook(judgement, { verdict, required, reason }, looks)
  }
}

function outlook(judgement: Judgement, { verdict, required, reason }: Pick<Estimate, 'verdict' | 'required' | 'reason'>, looks: Looks) {
  const isOpen = verdict === 'inconclusive' && required !== null
  if (!isOpen || reason !== null) return { hopeless: isOpen, roundsThatWouldDecide: null, timesLonger: null }
  return {
    hopeless: isHopeless(judgement, required, looks),
    roundsThatWouldDecide: roundsThatWouldDecide(judgement, required, looks) ?? null,
    // JSON knows no infinity.
    timesLonger: Math.min(1e6, timesLonger(judgement, required, looks))
  }
}

function outliers(ratios: number[], runs: Run[], { clipped }: Judgement) {
  return ratios.flatMap((ratio, i) =>
    Math.abs(Math.log(ratio) - clipped[i]) > 1e-9 ? [{ round: runs[i].round, ratio, pulledTo: Math.exp(clipped[i]) }] : [])
}

export function estimateOf(estimates: Estimate[], metric: Metric): Estimate {
  return estimates.find((estimate) => estimate.metric === metric) as Estimate
}

/**
 * @returns the smallest spread between rounds that is believed, on the log scale: percentiles that are taken from
 *   Artillery's metrics are less exact, counts and times are not
 */
export function leastSpread(metric: Metric, generator: Generator | null): number {
  return generator !== null && metric !== 'throughput' ? sketchSpreadFloor : spreadFloor
}

/** generator: who made the load decides how exact it is */
export type Precision = { looks: Looks, generator: Generator | null }

/**
 * A value over all rounds, by the rule that judges speedups.
 *
 * @param logs logarithm of the value in each round, at least three
 */
export function ranged(logs: number[], metric: Metric, { looks, generator }: Precision): Ranged {
  return rangedOf(judge(logs, looks, leastSpread(metric, generator)))
}

function rangedOf({ centre, halfWidth }: Judgement): Ranged {
  return { value: Math.exp(centre), interval: [Math.exp(centre - halfWidth), Math.exp(centre + halfWidth)] }
}
