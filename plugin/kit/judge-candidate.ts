import { SpeedupError } from '../concepts/errors.ts'
import { metricFacts, type Metric } from '../concepts/metrics.ts'
import { reasonAgainst } from '../comparison/reason-against.ts'
import { counted } from '../concepts/wording.ts'
import { beside, interval, times } from '../report/words/numbers.ts'
import { unmetSentence } from '../report/words/scenario-sentences.ts'
import { claimSentence, hidesOnlyIdle, placeOf, verdictSentence } from '../report/words/sentences.ts'
import { judgeOne, demandLines, earlySentence, figuresLine, whyLine, worstWarningLines, type Judgement } from './judge.ts'
import type { Reason } from '../concepts/warnings.ts'
import type { Verdict } from '../concepts/verdicts.ts'
import type { ComparedCandidate, Subject } from './subject.ts'
import type { Estimate, Limit } from '../concepts/comparison.ts'

/** @returns whether the speedup is above `least`; the contrary: it is below */
export function judgeSpeedup(subject: Subject, demand: { metric: Metric, least: number }): Judgement {
  return judgeOne(subject, (candidate) => {
    const { alone, estimate, verdict } = requireSpeedup(candidate, demand)
    const place = placeOf(demand.metric)
    return {
      verdict,
      head: verdict === 'pass' ? `FAIL  ${claimSentence(alone, alone)}` : headOf(alone),
      lines: [...demandLines(alone, estimate), figuresLine(alone, estimate), whyLine(candidate), ...worstWarningLines([candidate])],
      found: `${times(estimate.speedup)} ${interval(estimate.interval)} ${place}`,
      claim: `at least ${demand.least}x ${place}`,
      contrary: `below ${demand.least}x ${place}`
    }
  })
}

/** @returns whether that many workers answered requests; the contrary: more or fewer did */
export function judgeSpread(subject: Subject, count: number): Judgement {
  return judgeOne(subject, (candidate) => {
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
  })
}

/**
 * @param least above 0, at most 1
 * @returns whether the fairness is at least that; the contrary: it is below
 */
export function judgeEvenness(subject: Subject, least: number): Judgement {
  return judgeOne(subject, (candidate) => {
    const { alone, limit, verdict } = requireFairness(candidate, least)
    const { name } = candidate
    const found = limit.value === null ? 'unknown' : beside(limit.value, least)
    const demand = verdict === 'pass' ? `${name} was to stay below a fairness of ${least}, it has ${found}.` : unmetSentence(alone, limit)
    return {
      verdict,
      head: verdict === 'pass' ? `FAIL  ${name} is spread more evenly than it was to be.` : headOf(alone),
      lines: [demand, figuresLine(candidate, limit), ...worstWarningLines([candidate])],
      found: `fairness ${found}`,
      claim: `fairness at least ${least}`,
      contrary: `fairness below ${least}`
    }
  })
}

function headOf(alone: ComparedCandidate) {
  return alone.preliminary ? earlySentence(alone) : verdictSentence(alone, alone)
}

/**
 * By the rule for thresholds: the interval, which is valid whenever the comparison ended, lies wholly above `least`,
 * wholly below it, or across it.
 *
 * @returns alone: the candidate as it would be judged if nothing else had been required of it
 */
export function requireSpeedup(candidate: ComparedCandidate, { metric, least }: { metric: Metric, least: number }) {
  const measured = candidate.estimates.find((estimate) => estimate.metric === metric) ?? untold(candidate, metric)
  const reason = reasonOf(measured, least, candidate)
  const [low, high] = measured.interval
  const isUnknown = candidate.preliminary || reason !== null
  const verdict: Verdict = isUnknown ? 'inconclusive' : low > least ? 'pass' : high < least ? 'fail' : 'inconclusive'
  // What more rounds would do is known of the thresholds that the comparison itself had.
  const outlook = measured.required === least ? {} : { hopeless: false, roundsThatWouldDecide: null, timesLonger: null }
  const estimate = { ...measured, ...outlook, required: least, reason, verdict }
  return { alone: requiring(candidate, estimate), estimate, verdict }
}

function untold({ name }: ComparedCandidate, metric: Metric): never {
  const fewest = metricFacts[metric].fewestLatencies
  throw new SpeedupError('NO_COMPARISON', `The speedup of ${name} ${metricFacts[metric].place} is not told: each run needs ${fewest} responses for it. Make the load longer, or judge by another metric.`)
}

/** @returns alone: as for a speedup */
export function requireFairness(candidate: ComparedCandidate, least: number) {
  const measured = fairnessOf(candidate)
  const { value } = measured
  const verdict: Verdict = candidate.preliminary || value === null ? 'inconclusive' : value >= least ? 'pass' : 'fail'
  const limit = { ...measured, required: least, verdict }
  return { alone: requiring(candidate, limit), limit, verdict }
}

function fairnessOf({ limits }: ComparedCandidate) {
  return limits.find(({ metric }) => metric === 'fairness') as Limit
}

/** @returns with the verdict on that demand, and without all others */
function requiring(candidate: ComparedCandidate, demand: Estimate | Limit): ComparedCandidate {
  const free = { required: null, verdict: null }
  const estimates = candidate.estimates.map((estimate) => ({ ...estimate, ...free, earlier: null, regression: false }))
  const limits = candidate.limits.map((limit) => ({ ...limit, ...free }))
  const replaced = <T extends { metric: string }>(all: T[]) => all.map((result) => (result.metric === demand.metric ? demand as unknown as T : result))
  const { verdict } = demand
  return { ...candidate, estimates: replaced(estimates), limits: replaced(limits), selfCheck: null, againstEarlier: null, verdict }
}

/** @returns why it carries no verdict on this demand */
function reasonOf({ metric, reason }: Estimate, least: number, { name, baseline, load }: ComparedCandidate): Reason | null {
  // Whether a fixed rate of users makes a demand unfair depends on the demand; the others hold for any.
  if (reason !== null && reason !== 'throughput-fixed') return reason
  return reasonAgainst({ runs: [], baseline, candidate: name, tooManyErrors: false, load, answers: undefined }, { metric, required: least })
}
