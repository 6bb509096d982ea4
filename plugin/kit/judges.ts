import { worst } from '../comparison/conclude.ts'
import { reasonAgainst } from '../comparison/reason-against.ts'
import { refuse, SpeedupError } from '../concepts/errors.ts'
import { mostRounds } from '../concepts/run.ts'
import { metricFacts, type Metric } from '../concepts/metrics.ts'
import { counted, list, percent } from '../concepts/wording.ts'
import { beside, interval, times } from '../report/words/numbers.ts'
import { lossVerdictSentence, unmetLimits } from '../report/words/loss-sentences.ts'
import { change, unmetSentence } from '../report/words/scenario-sentences.ts'
import {
  apart, claimSentence, estimateOf, evidenceClause, hidesOnlyIdle, inconclusiveSentence, placeOf, requiringOnly, verdictSentence
} from '../report/words/sentences.ts'
import { onlyCandidate, type ComparedCandidate, type Subject } from './subject.ts'
import type { Verdict } from '../concepts/verdicts.ts'
import type { Severity } from '../concepts/warnings.ts'
import type { Judge } from './judge.ts'
import type { Estimate, Limit } from '../concepts/comparison.ts'

type Demand = { metric: Metric, least: number }

/** Judges whether the speedup is above `least`; the contrary: it is below. */
export const judgeSpeedup = (demand: Demand): Judge => (subject) => {
  const candidate = onlyCandidate(subject)
  const { alone, required: estimate } = requireSpeedup(candidate, demand)
  const { place } = metricFacts[demand.metric]
  return {
    verdict: estimate.verdict,
    head: estimate.verdict === 'pass' ? `FAIL  ${claimSentence(alone, alone)}` : headOf(alone),
    lines: [...demandLines(alone, estimate), figuresLine(alone, estimate), `why: ${candidate.diagnosis.message}`, ...worstWarningLines([candidate])],
    found: `${times(estimate.speedup)} ${interval(estimate.interval)} ${place}`,
    claim: `at least ${demand.least}x ${place}`,
    contrary: `below ${demand.least}x ${place}`
  }
}

/** Judges whether that many workers answered requests; the contrary: more or fewer did. */
export const judgeSpread = (count: number): Judge => (subject) => {
  const candidate = onlyCandidate(subject)
  const { name, shares, preliminary } = candidate
  const busy = shares.filter((share) => share > 0).length
  const [found, claim] = [busy, count].map((workers) => `spread over ${counted(workers, 'worker')}`)
  const fairness = fairnessOf(candidate)
  const isUnknown = fairness.value === null && !hidesOnlyIdle(candidate, candidate)
  const verdict = isUnknown || preliminary ? 'inconclusive' : busy === count ? 'pass' : 'fail'
  const unknown = `INCONCLUSIVE  Nobody can tell how many workers served ${name}: too many responses carried no PID header.`
  const heads = {
    pass: `FAIL  ${name} is ${found}, and was not to be.`,
    fail: `FAIL  ${name} is ${found}, not over ${count}.`,
    inconclusive: preliminary ? earlySentence(candidate) : unknown
  }
  // Only chai can deny a spread.
  const hint = verdict === 'pass' ? [`If it was to be uneven, write to.spreadOver(${count}).workers.not.evenly(0.8).`] : []
  const lines = [figuresLine(candidate, fairness), ...hint, ...worstWarningLines([candidate])]
  return { verdict, head: heads[verdict], lines, found, claim, contrary: `not ${claim}` }
}

/** Judges whether the fairness is at least `least`; the contrary: it is below. */
export const judgeEvenness = (least: number): Judge => (subject) => {
  const candidate = onlyCandidate(subject)
  const { alone, required: limit } = requireFairness(candidate, least)
  const found = limit.value === null ? 'unknown' : beside(limit.value, least)
  const isPassed = limit.verdict === 'pass'
  const demand = isPassed ? `${candidate.name} was to stay below a fairness of ${least}, it has ${found}.` : unmetSentence(alone, limit)
  return {
    verdict: limit.verdict,
    head: isPassed ? `FAIL  ${candidate.name} is spread more evenly than it was to be.` : headOf(alone),
    lines: [demand, figuresLine(candidate, limit), ...worstWarningLines([candidate])],
    found: `fairness ${found}`,
    claim: `fairness at least ${least}`,
    contrary: `fairness below ${least}`
  }
}

const headOf = (alone: ComparedCandidate) => (alone.preliminary ? earlySentence(alone) : verdictSentence(alone, alone))

/** What was required of a speedup; where it is inconclusive, what would help. */
function demandLines(candidate: ComparedCandidate, estimate: Estimate): string[] {
  const { name, preliminary } = candidate
  const { metric, interval: range, required, verdict, reason, timesLonger } = estimate
  if (verdict === 'pass') return [`${name} was to stay below ${required}x ${metricFacts[metric].place}, its interval is ${interval(range)}.`]
  if (verdict === 'fail') return [unmetSentence(candidate, estimate)]
  const found = `${evidenceClause(estimate, candidate)}.`
  if (preliminary || reason !== null) return [found]
  // Known where the comparison had that very threshold.
  if (timesLonger !== null) return [inconclusiveSentence(estimate, candidate)]
  return [found, adviceOn(`${metric}: ${required}`, candidate)]
}

/** How to decide what is required, such as "p95: 1.3". */
export function adviceOn(threshold: string, { rounds, roundsAllowed: { max } }: ComparedCandidate): string {
  if (rounds < max) return `Give compare the same threshold, thresholds: { ${threshold} }: rounds then go on until it is decided, up to rounds.max (${max}).`
  const more = rounds < mostRounds ? `raise rounds.max, up to ${mostRounds}, or give more time, or ` : ''
  return `No more than ${counted(max, 'round')} were allowed: ${more}make each run longer.`
}

/** Judges whether all is reached that is required, and nothing fell since an earlier result, as `artillery run` does; the contrary: something is missed, or fell. */
export const judgeThresholds: Judge = (subject) => ({ claim: 'pass', contrary: 'fail', lines: [], ...(early(subject) ?? thresholdVerdict(subject)) })

/** Judges whether no warning says that the result may be wrong; the contrary: one does. */
export const judgeProblems: Judge = (subject) => {
  const ofLosses = subject.candidates.flatMap(({ name, losses }) => (losses ?? []).flatMap(({ problems }) => problems.map((problem) => `problem: ${name}: ${problem}.`)))
  const lines = [...warningLines(subject.candidates, 'problem'), ...new Set(ofLosses)]
  const found = counted(lines.length, 'problem')
  const verdict = lines.length === 0 ? 'pass' : 'fail'
  const head = lines.length === 0 ? 'has no problem, and was to have one.' : `has ${found}, so its result may be wrong.`
  return { claim: 'no problem', contrary: 'a problem', lines, verdict, head: `FAIL  The measurement ${head}`, found, ...early(subject) }
}

/** @returns null: all were measured to the end */
function early({ candidates }: Subject) {
  const candidate = candidates.find(({ preliminary }) => preliminary)
  return candidate === undefined ? null : { verdict: 'inconclusive' as const, head: earlySentence(candidate), found: 'ended early' }
}

function thresholdVerdict({ assertion, candidates }: Subject) {
  const verdict = worst(candidates.map((candidate) => candidate.verdict))
  if (verdict === null) {
    const names = list([...new Set(candidates.map(({ name }) => name))])
    refuse(`${assertion} can't fail: nothing is required of ${names}. Give compare thresholds, such as thresholds: { ${candidates[0].losses ? 'lost: 0' : 'p95: 1.3'} }.`)
  }
  const judgedAs = (word: Verdict) => candidates.filter((candidate) => candidate.verdict === word)
  if (verdict === 'pass') {
    const lines = judgedAs('pass').map((candidate) => `${candidate.scenario}: ${apart(sentenceOf(candidate))[1]}`)
    return { verdict, head: 'FAIL  Every threshold is met, and one was to be missed.', lines, found: verdict }
  }
  const missing = [...judgedAs('fail'), ...judgedAs('inconclusive')]
  const [head, ...lines] = missing.flatMap((candidate) => {
    if (candidate.losses) return [sentenceOf(candidate), ...unmetLimits(candidate.name, candidate.losses, candidate.verdict).why]
    const unmet = [...candidate.estimates, ...candidate.limits].filter((demand) => demand.verdict === candidate.verdict)
    const behind = unmet.flatMap((demand) => [unmetSentence(candidate, demand), figuresLine(candidate, demand)])
    return [verdictSentence(candidate, candidate), ...behind, `why: ${candidate.diagnosis.message}`]
  })
  return { verdict, head, lines: [...lines, ...worstWarningLines(missing)], found: verdict }
}

const sentenceOf = ({ losses, ...candidate }: ComparedCandidate): string => losses
  ? lossVerdictSentence({ ...candidate, losses: [{ variant: candidate.name, losses }] })
  : verdictSentence(candidate, candidate)

/** By the rule for thresholds: the interval, which is valid whenever the comparison ended, lies wholly above `least`, below it, or across it. */
export function requireSpeedup(candidate: ComparedCandidate, { metric, least }: Demand) {
  const { name, baseline, load, preliminary } = candidate
  const measured = estimateOf(candidate, metric)
  if (measured === undefined) {
    const { place, fewestLatencies } = metricFacts[metric]
    const advice = 'Make the load longer, or judge by another metric.'
    throw new SpeedupError('NO_COMPARISON', `The speedup of ${name} ${place} is not told: each run needs ${fewestLatencies} responses for it. ${advice}`)
  }
  // Whether a fixed rate of users makes a demand unfair depends on the demand; the other reasons hold for any.
  const reasonForAny = measured.reason === 'throughput-fixed' ? null : measured.reason
  const comparison = { runs: [], baseline, candidate: name, tooManyErrors: false, load, answers: undefined }
  const reason = reasonForAny ?? reasonAgainst(comparison, { metric, required: least })
  const [low, high] = measured.interval
  const shown: Verdict = low > least ? 'pass' : high < least ? 'fail' : 'inconclusive'
  const verdict = preliminary || reason !== null ? 'inconclusive' : shown
  // What more rounds would do is known of the thresholds that the comparison itself had.
  const outlook = measured.required === least ? {} : { hopeless: false, roundsThatWouldDecide: null, timesLonger: null }
  const required = { ...measured, ...outlook, required: least, reason, verdict } as const
  return { alone: requiringOnly(candidate, required), required }
}

/** @param least above 0, at most 1 */
export function requireFairness(candidate: ComparedCandidate, least: number) {
  const measured = fairnessOf(candidate)
  const { value } = measured
  const verdict: Verdict = candidate.preliminary || value === null ? 'inconclusive' : value >= least ? 'pass' : 'fail'
  const required = { ...measured, required: least, verdict }
  return { alone: requiringOnly(candidate, required), required }
}

const fairnessOf = ({ limits }: ComparedCandidate) => limits.find(({ metric }) => metric === 'fairness') as Limit

export const earlySentence = ({ name, baseline, rounds }: ComparedCandidate) =>
  `INCONCLUSIVE  The comparison of ${name} with ${baseline} was ended after ${counted(rounds, 'round')}, too early for a verdict.`

/** As many as are read at a glance. */
const [warningsShown, sharesShown] = [3, 4]

function figuresLine({ scenario, workers, shares, rounds }: ComparedCandidate, measured: Estimate | Limit): string {
  const over = `over ${counted(rounds, 'interleaved round')}.`
  if ('speedup' in measured) return `${scenario}: ${change(measured)} ${placeOf(measured.metric)}, ${times(measured.speedup)}, ${over}`
  if (measured.metric === 'errorRate' || measured.value === null) return `${scenario}, ${over}`
  const shown = shares.map(percent)
  const each = shares.length <= sharesShown ? list(shown) : `${shown[0]} (the busiest) to ${shown[shares.length - 1]} (the idlest)`
  return `${scenario}: ${counted(workers, 'worker')} with ${each} of the requests, ${over}`
}

/** @returns each warning once, as the console writes it; with the scenario where there are several */
function warningLines(candidates: ComparedCandidate[], severity: Severity): string[] {
  const isOneScenario = new Set(candidates.map(({ scenario }) => scenario)).size === 1
  // Each candidate has the same warnings of the baseline.
  const scenarios = new Map(candidates.flatMap(({ scenario, warnings }) => warnings.map((warning) => [warning, scenario])))
  return [...scenarios]
    .filter(([warning]) => warning.severity === severity)
    .map(([{ message, code }, scenario]) => `${severity}: ${isOneScenario ? '' : `${scenario}: `}${message} [${code}]`)
}

/** @returns the worst, and how many there are besides */
function worstWarningLines(candidates: ComparedCandidate[]): string[] {
  const lines = [...warningLines(candidates, 'problem'), ...warningLines(candidates, 'warning')]
  const rest = lines.length - warningsShown
  return rest <= 0 ? lines : [...lines.slice(0, warningsShown), `and ${counted(rest, 'more warning')}.`]
}
