import { geometricMean } from '../statistics/descriptive.ts'
import {
  decide,
  isHopeless,
  logInterval,
  roundsThatWouldDecide,
  sketchSpreadFloor,
  spreadFloor,
  tailAtLook,
  timesLonger,
  type LogInterval,
  type Looks
} from '../statistics/sequential-rule.ts'
import { metricFacts, speedupOf, valueOf, type Metric } from '../concepts/metrics.ts'
import { noticeable } from './bound.ts'
import { responsesPerRun } from './variant-use.ts'
import type { Estimate } from '../concepts/comparison.ts'
import type { Ranged } from '../concepts/load-results.ts'
import type { Run } from '../concepts/run.ts'
import type { Settings } from '../concepts/settings.ts'
import type { Reason } from '../concepts/warnings.ts'

/** The runs: one a round, the same rounds in the same order. */
export type Evidence = Pick<Estimate, 'metric' | 'required' | 'reason'> & { ofBaseline: Run[]; ofCandidate: Run[] }

/** What the rule for all intervals needs. generator: what made the load decides how exact the percentiles are */
export type Rule = Pick<Settings, 'rounds' | 'confidence' | 'generator'> & Pick<Looks, 'comparisons'>

/** The speedup of one metric over all rounds: the geometric mean of the rounds' ratios, and its interval. */
export function estimate(
  { metric, ofBaseline, ofCandidate, required, reason }: Evidence,
  rule: Rule
): Omit<Estimate, 'earlier' | 'regression'> {
  const [baseline, candidate] = [ofBaseline, ofCandidate].map((runs) => runs.map((run) => valueOf(run, metric)))
  const ratios = baseline.map((value, i) => speedupOf(metric, value, candidate[i]))
  const found = logIntervalOf(ratios.map(Math.log), metric, rule)
  const { value, interval } = fromLog(found)
  const responses = responsesPerRun([...ofBaseline, ...ofCandidate])
  const verdict = required === null ? null : reason !== null ? 'inconclusive' : decide(found, required)
  return {
    metric,
    baseline: geometricMean(baseline),
    candidate: geometricMean(candidate),
    speedup: value,
    interval,
    side: null,
    above: null,
    spread: found.spread,
    ratios,
    outliers: ratios.flatMap((ratio, i) =>
      Math.abs(Math.log(ratio) - found.clipped[i]) > 1e-9
        ? [{ round: ofCandidate[i].round, ratio, pulledTo: Math.exp(found.clipped[i]) }]
        : []
    ),
    required,
    verdict,
    reason,
    responsesPerRun: responses < metricFacts[metric].enoughLatencies ? Math.floor(responses) : null,
    ...outlook(found, { verdict, required, reason }, rule)
  }
}

/**
 * A candidate that misses what is required, fell below an earlier result, or gains nothing, may only lack the cores
 * that others took.
 *
 * @param alone how many times as much it could do without them, as withMachineToItself returns it
 */
export function allowForTaken<T extends Estimate>(estimate: T, alone: number) {
  const { metric, required, reason, earlier, regression } = estimate
  const [low, high] = estimate.interval
  const demands = [required, regression && earlier ? earlier.interval[0] : null].filter((least) => least !== null)
  const missed = demands.filter((least) => high < least)
  if (demands.length === 0 && earlier === null && low <= 1) missed.push(1)
  // The tail of the latencies grows faster than the throughput falls.
  const most = high * (metricFacts[metric].better === 'lower' ? alone ** 2 : alone)
  const isLacking = alone >= noticeable && missed.length > 0 && missed.every((least) => least <= most)
  return isLacking && reason === null ? { ...withheld(estimate, 'cores-taken'), regression: false } : estimate
}

/** @returns with that reason in place of its verdict, which more rounds can't change */
export const withheld = <T extends Pick<Estimate, 'required'>>(estimate: T, reason: Reason) => ({
  ...estimate,
  verdict: estimate.required === null ? null : ('inconclusive' as const),
  reason,
  ...noOutlook(estimate.required !== null)
})

/** Of what more rounds don't decide. @param hopeless false: it is decided, or nothing is required */
export const noOutlook = (hopeless: boolean) => ({ hopeless, roundsThatWouldDecide: null, timesLonger: null })

export function outlook(
  found: LogInterval,
  { verdict, required, reason }: Pick<Estimate, 'verdict' | 'required' | 'reason'>,
  rule: Rule
) {
  const isOpen = verdict === 'inconclusive'
  if (required === null || !isOpen || reason !== null) return noOutlook(isOpen)
  const looks = looksOf(rule)
  return {
    hopeless: isHopeless(found, required, looks),
    roundsThatWouldDecide: roundsThatWouldDecide(found, required, looks),
    // JSON knows no infinity.
    timesLonger: Math.min(1e6, timesLonger(found, required, looks))
  }
}

/** @returns whether more rounds would hardly tell the speedup from that threshold */
export const isHopelessAgainst = (threshold: number, { ratios, speedup, spread }: Estimate, rule: Rule): boolean =>
  isHopeless({ rounds: ratios.length, centre: Math.log(speedup), spread }, threshold, looksOf(rule))

/**
 * Where the capacity was searched for, it stands for every other metric; where a run has no latency, throughput does.
 */
export const estimateOf = (estimates: Estimate[], metric: Metric): Estimate =>
  [metric, 'capacity', 'throughput'].flatMap((name) => estimates.find((estimate) => estimate.metric === name) ?? [])[0]

/**
 * The smallest spread between rounds that is believed, on the log scale: percentiles from Artillery's metrics are less
 * exact.
 */
export const leastSpread = (metric: Metric, generator: Settings['generator']): number =>
  generator !== null && metric !== 'throughput' ? sketchSpreadFloor : spreadFloor

export const logsOf = (runs: Run[], metric: Metric): number[] => runs.map((run) => Math.log(valueOf(run, metric)))

/** By how much one variant is better than another in each round, in logarithms; below 0 where it is worse. */
export function logGains(runs: Run[], others: Run[], metric: Metric): number[] {
  const sign = metricFacts[metric].better === 'lower' ? -1 : 1
  const logs = logsOf(others, metric)
  return logsOf(runs, metric).map((log, i) => sign * (log - logs[i]))
}

/** @param logs logarithm of the value in each round, at least three */
export const logIntervalOf = (logs: number[], metric: Metric, rule: Rule): LogInterval =>
  logInterval(logs, tailAtLook(looksOf(rule), logs.length), leastSpread(metric, rule.generator))

/** A value over all rounds, by the rule for speedups. @param leftOver on the log scale, that more rounds don't tell */
export const overRounds = (logs: number[], metric: Metric, rule: Rule, leftOver = 0): Ranged =>
  fromLog(widened(logIntervalOf(logs, metric, rule), leftOver))

export const widened = (found: LogInterval, by: number): LogInterval => ({ ...found, halfWidth: found.halfWidth + by })

export const fromLog = ({ centre, halfWidth }: LogInterval): Ranged => ({
  value: Math.exp(centre),
  interval: [Math.exp(centre - halfWidth), Math.exp(centre + halfWidth)]
})

export const looksOf = ({ rounds, confidence, comparisons }: Rule): Looks => ({ ...rounds, confidence, comparisons })
