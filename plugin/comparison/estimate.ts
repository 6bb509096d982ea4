import { decide, judge } from '../statistics/decide.ts'
import { geometricMean } from '../statistics/descriptive.ts'
import {
  fromLog,
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
import { pairsOf, varianceByPairs, type Pairs } from '../statistics/pairs-rule.ts'
import { isOfSearch, metricFacts, searchedMetrics, speedupOf, valueOf, type Metric } from '../concepts/metrics.ts'
import { noticeable, type Reach } from './bound.ts'
import { leapOfKinds } from './plausible.ts'
import { responsesPerRun } from './variant-use.ts'
import type { Estimate } from '../concepts/comparison.ts'
import type { Run } from '../concepts/run.ts'
import type { Settings } from '../concepts/settings.ts'
import { hidesGains, type Reason } from '../concepts/warnings.ts'
import type { Verdict } from '../concepts/verdicts.ts'

/** An interval that reaches beyond this does not show that nothing is to be gained. */
export const muchBetter = 1.25

/** The runs: one a round, the same rounds in the same order. */
export type Evidence = Pick<Estimate, 'metric' | 'required' | 'reason'> & { ofBaseline: Run[]; ofCandidate: Run[] }

/** What the rule for all intervals needs. generator: what made the load decides how exact the percentiles are */
export type Rule = Pick<Settings, 'rounds' | 'confidence' | 'generator'> & Pick<Looks, 'comparisons'>

/** The speedup of one metric over all rounds: the geometric mean of the rounds' ratios, and its interval. */
export function estimate({ metric, ofBaseline, ofCandidate, required, reason: flaw }: Evidence, rule: Rule): Estimate {
  const [baseline, candidate] = [ofBaseline, ofCandidate].map((runs) => runs.map((run) => valueOf(run, metric)))
  const ratios = baseline.map((value, i) => speedupOf(metric, value, candidate[i]))
  const pairs = pairsOf(ofCandidate, ofBaseline, metric)
  const found = logIntervalOf(logGains(ofCandidate, ofBaseline, metric), metric, rule, pairs)
  const runs = [...ofBaseline, ...ofCandidate]
  const betweenKinds = flaw === 'two-kinds' ? leapOfKinds(runs, metric) : 0
  const { value, interval } = fromLog(widened(found, betweenKinds))
  const responses = responsesPerRun(runs)
  const before = geometricMean(baseline)
  const isHigher = metricFacts[metric].better === 'higher'
  // What is found in a search is told beside, as it is here; else the quotient of both is the speedup, outliers or not.
  const levels = isOfSearch(metric)
    ? [baseline, candidate].map((values) => overRounds(values.map(Math.log), metric, rule).value)
    : [before, isHigher ? before * value : before / value]
  const { verdict, reason } =
    required === null
      ? { verdict: null, reason: flaw }
      : judge(interval, required, (shown) => reasonBeside(shown, interval[0], flaw))
  return {
    metric,
    baseline: levels[0],
    candidate: levels[1],
    speedup: value,
    interval,
    side: null,
    above: null,
    spread: found.spread,
    ofPairs: found.ofPairs,
    pairs: pairs.map((own) => own?.logs.map(Math.exp) ?? []),
    ratios,
    outliers: ratios.flatMap((ratio, i) =>
      Math.abs(Math.log(ratio) - found.clipped[i]) > 1e-9
        ? { round: ofCandidate[i].round, ratio, pulledTo: Math.exp(found.clipped[i]) }
        : []
    ),
    required,
    verdict,
    reason,
    responsesPerRun: responses < metricFacts[metric].enoughLatencies ? Math.floor(responses) : null,
    ...outlook(found, { verdict, required, reason }, rule),
    earlier: null,
    regression: false
  }
}

/**
 * @param low end of the interval, which holds both kinds of responses where they meet at a percentile
 * @returns what stands against a verdict: not what only hides gains, where one was shown all the same
 */
export function reasonBeside(shown: Verdict, low: number, flaw: Reason | null) {
  if (flaw === 'two-kinds' && shown !== 'inconclusive') return null
  const isGain = shown === 'pass' && low >= 1
  return isGain && flaw !== null && hidesGains(flaw) ? null : flaw
}

// how far a bound may be off: of cores, as CPU is counted in ticks; what so few users ask for is better known
const boundIsRough = { cores: 1.15, users: 1 / 1.05 }

/**
 * What is not reached by a candidate may be out of its reach here: beyond the bound, though not beyond what its workers
 * could ever do, or within what it could do with the machine to itself. What is reached stands, as all of this hides
 * gains and makes none.
 *
 * @param least below which it lies, by its whole interval
 * @returns null: it can be told here
 */
export function hiddenBy(
  least: number,
  { metric, interval: [, high] }: Pick<Estimate, 'metric' | 'interval'>,
  { alone: { most }, bound, ever }: Reach
) {
  const isLatency = metricFacts[metric].better === 'lower'
  const rough = boundIsRough[bound?.loop == null ? 'cores' : 'users']
  const isBeyond = metric === 'throughput' && bound !== null && rough * bound.atMost < least && least <= ever
  if (isBeyond && bound.loop !== null) return 'out-of-reach'
  // The tail of the latencies grows faster than the throughput falls.
  if (most >= noticeable && least <= high * (isLatency ? most ** 2 : most)) return 'cores-taken'
  return isBeyond ? 'out-of-reach' : null
}

/** A candidate that misses what is required, fell below an earlier result, or gains nothing, may only lack cores. */
export function allowForTaken<T extends Estimate>(estimate: T, reach: Reach) {
  const { required, reason, earlier, regression } = estimate
  const demands = [required, regression && earlier ? earlier.interval[0] : null].filter((least) => least !== null)
  // No gain at all is told from one only where one could be seen.
  const isNothing = demands.length === 0 && earlier === null && estimate.interval[0] <= 1
  const missed = isNothing ? [1] : demands.filter((least) => decide(estimate.interval, least) === 'fail')
  const hidden = missed.map((least) => hiddenBy(least, estimate, reach))
  const [because = null] = hidden
  return reason !== null || because === null || hidden.includes(null)
    ? estimate
    : { ...withheld(estimate, because), regression: false }
}

/** @returns with that reason in place of its verdict, which more rounds can't change */
export const withheld = <T extends Estimate>(estimate: T, reason: Reason) => ({
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
export const isHopelessAgainst = (threshold: number, estimate: Estimate, rule: Rule) =>
  isHopeless(seenOf(estimate), threshold, looksOf(rule))

/** @returns what a later look is guessed from */
export const seenOf = ({ ratios, speedup, spread, ofPairs }: Estimate) => ({
  rounds: ratios.length,
  centre: Math.log(speedup),
  spread,
  ofPairs
})

/**
 * What was searched for stands for every other metric; where a run has no latency, throughput does.
 */
export const tellingEstimate = (estimates: Estimate[], metric: Metric) =>
  [metric, ...searchedMetrics, 'throughput'].flatMap(
    (name) => estimates.find((estimate) => estimate.metric === name) ?? []
  )[0]

/**
 * The smallest spread between rounds that is believed, on the log scale: percentiles from Artillery's metrics are less
 * exact.
 */
export const leastSpread = (metric: Metric, generator: Settings['generator']) =>
  generator !== null && metric !== 'throughput' ? sketchSpreadFloor : spreadFloor

export const logsOf = (runs: Run[], metric: Metric) => runs.map((run) => Math.log(valueOf(run, metric)))

/** By how much one variant is better than another in each round, in logarithms; below 0 where it is worse. */
export function logGains(runs: Run[], others: Run[], metric: Metric) {
  const sign = metricFacts[metric].better === 'lower' ? -1 : 1
  const logs = logsOf(others, metric)
  return logsOf(runs, metric).map((log, i) => sign * (log - logs[i]))
}

/**
 * By how much one variant is better than another, by the rule for speedups.
 *
 * @param runs one a round, as others, in the same order; at least three
 */
export const gainInterval = (runs: Run[], others: Run[], metric: Metric, rule: Rule) =>
  logIntervalOf(logGains(runs, others, metric), metric, rule, pairsOf(runs, others, metric))

/** @param logs logarithm of the value in each round, at least three. @param pairs of each round; empty: unknown */
export function logIntervalOf(logs: number[], metric: Metric, rule: Rule, pairs: (Pairs | null)[] = []) {
  const least = leastSpread(metric, rule.generator)
  return logInterval(logs, tailOf(rule, logs.length), least, varianceByPairs(pairs, least))
}

/** A value over all rounds, by the rule for speedups. @param leftOver on the log scale, that more rounds don't tell */
export const overRounds = (logs: number[], metric: Metric, rule: Rule, leftOver = 0) =>
  fromLog(widened(logIntervalOf(logs, metric, rule), leftOver))

export const widened = (found: LogInterval, by: number) => ({ ...found, halfWidth: found.halfWidth + by })

export const looksOf = ({ rounds, confidence, comparisons }: Rule) => ({ ...rounds, confidence, comparisons })

/** @returns how often a value may lie above its interval after so many rounds, and how often below */
export const tailOf = (rule: Rule, rounds: number) => tailAtLook(looksOf(rule), rounds)
