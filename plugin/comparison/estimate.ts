import { geometricMean } from '../statistics/descriptive.ts'
import { decide, isHopeless, judge, roundsThatWouldDecide, timesLonger, sketchSpreadFloor, spreadFloor, type Judgement, type Looks } from '../statistics/sequential-rule.ts'
import type { Estimate } from '../concepts/comparison.ts'
import type { Metric } from '../concepts/codes.ts'
import type { Reason } from '../concepts/warnings.ts'
import type { Verdict } from '../concepts/verdicts.ts'
import type { Run } from '../concepts/run.ts'
import type { Generator } from '../concepts/settings.ts'
import type { Ranged } from '../concepts/load-results.ts'

export interface Evidence {
  metric: Metric
  ofBaseline: Run[] // one a round
  ofCandidate: Run[] // one a round, the same rounds in the same order
  required: number | null // least speedup
  reason: Reason | null // why the measurement does not carry a verdict
  leastSpread?: number // between rounds that is believed; the usual one when left out
}

/** The speedup of one metric over all rounds: the geometric mean of the rounds' ratios, and its interval. */
export function estimate({ metric, ofBaseline, ofCandidate, required, reason, leastSpread }: Evidence, looks: Looks): Omit<Estimate, 'earlier' | 'regression'> {
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

function outlook(judgement: Judgement, { verdict, required, reason }: { verdict: Verdict | null, required: number | null, reason: Reason | null }, looks: Looks): Pick<Estimate, 'hopeless' | 'roundsThatWouldDecide' | 'timesLonger'> {
  if (verdict !== 'inconclusive' || required === null) return { hopeless: false, roundsThatWouldDecide: null, timesLonger: null }
  if (reason !== null) return { hopeless: true, roundsThatWouldDecide: null, timesLonger: null }
  return {
    hopeless: isHopeless(judgement, required, looks),
    roundsThatWouldDecide: roundsThatWouldDecide(judgement, required, looks) ?? null,
    // JSON knows no infinity.
    timesLonger: Math.min(1e6, timesLonger(judgement, required, looks))
  }
}

function outliers(ratios: number[], runs: Run[], { clipped }: Judgement) {
  return ratios.flatMap((ratio, i) => {
    const pulledTo = Math.exp(clipped[i])
    return Math.abs(Math.log(ratio) - clipped[i]) > 1e-9 ? [{ round: runs[i].round, ratio, pulledTo }] : []
  })
}

/**
 * @param run one with responses: others end the comparison
 * @returns in ms or responses/s
 */
export function valueOf({ latencyMs, throughputPerSecond }: Run, metric: Metric): number {
  if (metric === 'throughput') return throughputPerSecond
  return (latencyMs as NonNullable<Run['latencyMs']>)[metric]
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
 * @param metric that they are of
 */
export function ranged(logs: number[], metric: 'throughput' | 'p95', { looks, generator }: Precision): Ranged {
  const { centre, halfWidth } = judge(logs, looks, leastSpread(metric, generator))
  return { value: Math.exp(centre), interval: [Math.exp(centre - halfWidth), Math.exp(centre + halfWidth)] }
}
