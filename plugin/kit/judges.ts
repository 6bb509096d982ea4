import { inspect } from 'node:util'
import { isBoundAtMost, reasonOfBounds } from '../questions/comparison.ts'
import { metricSearched } from '../questions/concepts.ts'
import { allowForTaken, reasonBeside } from '../comparison/estimate.ts'
import { reasonAgainst } from '../comparison/reason-against.ts'
import { refuse } from '../concepts/errors.ts'
import { mostRounds } from '../concepts/run.ts'
import { metricFacts, type Metric } from '../concepts/metrics.ts'
import { counted, list, percent } from '../concepts/wording.ts'
import { decide, judge } from '../statistics/decide.ts'
import { beside, rangeWords, speedupText, timesWithin } from '../report/words/numbers.ts'
import { whyOf } from '../report/words/answer.ts'
import { change, unmetSentence } from '../report/words/scenario-sentences.ts'
import { claimSentence, placeOf, requiringOnly, verdictSentence } from '../report/words/sentences.ts'
import { evidenceClause, inconclusiveSentence } from '../report/words/undecided.ts'
import { toldInstead } from '../questions/report.ts'
import { measured, ofRequest, onlyCandidate, type CandidateData, type Subject } from './subject.ts'
import { worstFirst } from '../concepts/verdicts.ts'
import { dependsOnDemand, hidesGains, type Reason, type Severity } from '../concepts/warnings.ts'
import type { Judge } from './judge.ts'
import type { Estimate, Limit } from '../concepts/comparison.ts'

/** least: above which the speedup must lie; what is left out, the comparison itself must declare */
type Demand = { metric: Metric; least?: number }

/** of: a request; left out: all */
export type FasterOptions = { at?: Metric; by?: number; of?: string }

/**
 * Judges whether the candidate is faster: as demanded; else by each threshold that the comparison declares, or 1 where
 * that is lower; else at all, at p95, or in what was searched for.
 */
export const judgeFaster =
  ({ at, by, of }: FasterOptions): Judge =>
  (all) => {
    const subject = of === undefined ? all : ofRequest(all, of)
    const candidate = onlyCandidate(subject)
    const declared = candidate.estimates.filter(
      ({ metric, required }) => required !== null && (at ?? metric) === metric
    )
    if (by !== undefined || declared.length === 0)
      return judgeSpeedup({ metric: at ?? metricSearched(candidate) ?? 'p95', least: by ?? 1 })(subject)
    const [worst] = worstFirst(
      declared.map(({ metric, required }) => judgeSpeedup({ metric, least: Math.max(1, required ?? 0) })(subject))
    )
    return worst
  }

/** Judges whether the speedup is above `least`; the contrary: it is below. */
export const judgeSpeedup =
  ({ metric, least: given }: Demand): Judge =>
  (subject) => {
    const candidate = onlyCandidate(subject)
    const least = given ?? declared(measured(candidate, metric).required, subject, { [metric]: 1.3 })
    const estimate = requireSpeedup(candidate, { metric, least })
    const alone = requiringOnly(candidate, estimate)
    const { place } = metricFacts[metric]
    return {
      verdict: estimate.verdict,
      head: estimate.verdict === 'pass' ? `FAIL  ${claimSentence(alone, alone)}` : headOf(alone),
      lines: [
        ...demandLines(alone, estimate),
        figuresLine(alone, estimate),
        ...whyOf(candidate),
        ...worstWarningLines([candidate])
      ],
      found: `${timesWithin(estimate)} ${place}`,
      claim: `at least ${least}x ${place}`,
      contrary: `below ${least}x ${place}`
    }
  }

/**
 * @returns the threshold that the comparison itself declares, for an assertion without a number; example: that
 * threshold, as an option
 */
export function declared(
  threshold: number | null | undefined,
  { assertion }: Subject,
  example: Record<string, number | string>,
  kind: DemandKind = 'threshold'
) {
  const [[name]] = Object.entries(example)
  return (
    threshold ??
    refuse(
      `${assertion} has no number, and the comparison declares no ${kind} for ${name}. Give the number, or give compare ${kind}s: ${inspect(example)}.`
    )
  )
}

type DemandKind = 'threshold' | 'limit'

/** count: of workers; orMore: more are as good */
export type SpreadDemand = { count: number; orMore: boolean }

/** Judges whether that many workers answered requests; the contrary: another number did. */
export const judgeSpread =
  ({ count, orMore }: SpreadDemand): Judge =>
  (subject) => {
    const candidate = onlyCandidate(subject)
    const { name, shares, preliminary, warnings } = candidate
    const busy = shares.filter((share) => share > 0).length
    const claim = `use ${orMore ? 'at least ' : ''}${counted(count, 'worker')}`
    const fairness = fairnessOf(candidate)
    // All who answered are known then, and only idle workers of this candidate can't be seen.
    const hidesIdle = warnings.some(({ code, variant }) => code === 'uneven-distribution' && variant === name)
    const isUnknown = fairness.value === null && !hidesIdle
    const verdict =
      isUnknown || preliminary ? 'inconclusive' : busy === count || (orMore && busy > count) ? 'pass' : 'fail'
    const heads = {
      pass: `FAIL  ${name} was expected not to ${claim}${busy === count ? '' : `, but used ${busy}`}.`,
      fail: `FAIL  ${name} was expected to ${claim}, but used ${busy}.`,
      inconclusive: preliminary
        ? earlySentence(candidate)
        : `INCONCLUSIVE  The number of workers that served ${name} is unknown: too many responses had no PID header.`
    }
    return {
      verdict,
      head: heads[verdict],
      lines: [figuresLine(candidate, fairness), ...worstWarningLines([candidate])],
      found: `used ${counted(busy, 'worker')}`,
      claim,
      contrary: `not ${claim}`
    }
  }

/** Judges whether the fairness is at least `given`, or what the comparison declares; the contrary: it is below. */
export const judgeEvenness =
  (given?: number | true): Judge =>
  (subject) => {
    const candidate = onlyCandidate(subject)
    const least =
      typeof given === 'number' ? given : declared(fairnessOf(candidate).required, subject, { fairness: 0.8 }, 'limit')
    const limit = requireFairness(candidate, least)
    const alone = requiringOnly(candidate, limit)
    const found = limit.value === null ? 'unknown' : beside(limit.value, least)
    const isPassed = limit.verdict === 'pass'
    const demand = isPassed
      ? `${candidate.name} was expected to stay below a fairness of ${least}; it has ${found}.`
      : unmetSentence(alone, limit)
    return {
      verdict: limit.verdict,
      head: isPassed ? `FAIL  ${candidate.name} shares its work more evenly than expected.` : headOf(alone),
      lines: [demand, figuresLine(candidate, limit), ...worstWarningLines([candidate])],
      found: `fairness ${found}`,
      claim: `fairness at least ${least}`,
      contrary: `fairness below ${least}`
    }
  }

const headOf = (alone: CandidateData) => (alone.preliminary ? earlySentence(alone) : verdictSentence(alone, alone))

/** What was required of a speedup; where it is inconclusive, what would help. */
function demandLines(candidate: CandidateData, estimate: Estimate) {
  const { name, preliminary } = candidate
  const { metric, required, verdict, reason, timesLonger } = estimate
  if (verdict === 'pass')
    return [`${name} was expected to stay below ${required}x ${metricFacts[metric].place}; ${rangeWords(estimate)}.`]
  if (verdict === 'fail') return [unmetSentence(candidate, estimate)]
  const found = `${evidenceClause(estimate, candidate)}.`
  if (preliminary || reason !== null) return [found]
  // Known where the comparison had that very threshold.
  if (timesLonger !== null) return [inconclusiveSentence(estimate, candidate)]
  return [found, adviceOn(`${metric}: ${required}`, candidate)]
}

/** How to decide what is required, such as "p95: 1.3". */
export function adviceOn(
  demand: string,
  { rounds, roundsAllowed: { max } }: CandidateData,
  kind: DemandKind = 'threshold'
) {
  if (rounds < max)
    return `Give compare the same ${kind}, ${kind}s: { ${demand} }: rounds then continue until it is decided, up to rounds.max (${max}).`
  const more = rounds < mostRounds ? `Raise rounds.max, up to ${mostRounds}, or time; or make` : 'Make'
  return `The maximum of ${counted(max, 'round')} was reached. ${more} each run longer.`
}

/** Judges whether no warning says that the result may be wrong; the contrary: one does. */
export const judgeProblems: Judge = (subject) => {
  const others = subject.candidates.flatMap((candidate) =>
    (toldInstead(candidate)?.problems ?? []).map((problem) => `problem: ${candidate.name}: ${problem}.`)
  )
  const lines = [...warningLines(subject.candidates, 'problem'), ...new Set(others)]
  const found = counted(lines.length, 'problem')
  const isNone = lines.length === 0
  return {
    claim: 'no problem',
    contrary: 'a problem',
    lines,
    verdict: isNone ? 'pass' : 'fail',
    head: isNone
      ? 'FAIL  The measurement has no problem; expected one.'
      : `FAIL  The measurement has ${found}, so its result may be wrong.`,
    found,
    ...early(subject)
  }
}

/** @returns null: all were measured to the end */
export function early({ candidates }: Subject) {
  const candidate = candidates.find(({ preliminary }) => preliminary)
  return candidate === undefined
    ? null
    : { verdict: 'inconclusive' as const, head: earlySentence(candidate), found: 'stopped early' }
}

/**
 * By the rule for thresholds: the interval, which is valid whenever the comparison ended, lies wholly above `least`,
 * below it, or across it.
 */
export function requireSpeedup(candidate: CandidateData, { metric, least }: Required<Demand>) {
  const { name, baseline, load, preliminary } = candidate
  const estimate = measured(candidate, metric)
  // Whether these, or a bound of a search, make a demand unfair depends on the demand; the other reasons hold for any.
  const isForSome = estimate.reason !== null && dependsOnDemand(estimate.reason)
  const reasonForAny = isForSome || isBoundAtMost(estimate.reason) ? null : estimate.reason
  const comparison = { runs: [], baseline, candidate: name, tooManyErrors: false, load, answers: undefined }
  // What only hides gains is no reason where the comparison saw one.
  const hidden = candidate.warnings.find(({ code }) => hidesGains(code) && !dependsOnDemand(code))?.code as
    | Reason
    | undefined
  const flaw = reasonForAny ?? hidden ?? reasonAgainst(comparison, { metric, required: least })
  const { reason, verdict } = judge(
    estimate.interval,
    least,
    (shown) => reasonBeside(shown, estimate.interval[0], flaw) ?? reasonOfBounds(shown, candidate, comparison)
  )
  // What more rounds would do is known of the thresholds that the comparison itself had.
  const outlook = estimate.required === least ? {} : { hopeless: false, roundsThatWouldDecide: null, timesLonger: null }
  const required = { required: least, reason, verdict: preliminary ? ('inconclusive' as const) : verdict }
  return allowForTaken({ ...estimate, ...outlook, ...required }, candidate.reach)
}

/** @param least above 0, at most 1 */
function requireFairness(candidate: CandidateData, least: number) {
  const limit = fairnessOf(candidate)
  const interval = limit.interval ?? [limit.value ?? 0, limit.value ?? 1]
  const verdict = candidate.preliminary ? 'inconclusive' : decide(interval, least, 'pass')
  return { ...limit, required: least, verdict }
}

const fairnessOf = ({ limits }: CandidateData) => limits.find(({ metric }) => metric === 'fairness') as Limit

export const earlySentence = ({ name, baseline, rounds }: CandidateData) =>
  `INCONCLUSIVE  The comparison of ${name} with ${baseline} was stopped after ${counted(rounds, 'round')}, too early for a verdict.`

/** As many as are read at a glance. */
const warningsShown = 3
const sharesShown = 4

export function figuresLine({ scenario, workers, shares, rounds }: CandidateData, measured: Estimate | Limit) {
  const over = `over ${counted(rounds, 'interleaved round')}.`
  if ('speedup' in measured)
    return `${scenario}: ${change(measured)} ${placeOf(measured.metric)}, ${speedupText(measured)}, ${over}`
  if (measured.metric === 'errorRate' || measured.value === null) return `${scenario}, ${over}`
  const shown = shares.map(percent)
  const each =
    shares.length <= sharesShown ? list(shown) : `${shown[0]} (the busiest) to ${shown[shares.length - 1]} (the idlest)`
  return `${scenario}: ${counted(workers, 'worker')} with ${each} of the requests, ${over}`
}

/** @returns each warning once, as the console writes it; with the scenario where there are several */
function warningLines(candidates: CandidateData[], severity: Severity) {
  const isOneScenario = new Set(candidates.map(({ scenario }) => scenario)).size === 1
  // Each candidate has the same warnings of the baseline.
  const scenarios = new Map(
    candidates.flatMap(({ scenario, warnings }) => warnings.map((warning) => [warning, scenario]))
  )
  return [...scenarios]
    .filter(([warning]) => warning.severity === severity)
    .map(([{ message, code }, scenario]) => `${severity}: ${isOneScenario ? '' : `${scenario}: `}${message} [${code}]`)
}

/** @returns the worst, and how many there are besides */
export function worstWarningLines(candidates: CandidateData[]) {
  const lines = [...warningLines(candidates, 'problem'), ...warningLines(candidates, 'warning')]
  const rest = lines.length - warningsShown
  return rest <= 0 ? lines : [...lines.slice(0, warningsShown), `and ${counted(rest, 'more warning')}.`]
}
