import { beside, interval, times } from '../report/words/numbers.ts'
import { unmetSentence } from '../report/words/scenario-sentences.ts'
import { claimSentence, hidesOnlyIdle, placeOf, verdictSentence } from '../report/words/sentences.ts'
import { counted } from '../concepts/wording.ts'
import { judgeOne, demandLines, earlySentence, figuresLine, whyLine, worstWarningLines, type Judgement } from './judge.ts'
import type { Metric } from '../concepts/codes.ts'
import type { Reason } from '../concepts/warnings.ts'
import type { Verdict } from '../concepts/verdicts.ts'
import type { ComparedCandidate, Subject } from './subject.ts'
import { reasonAgainst } from '../comparison/what-it-carries.ts'
import type { Estimate, Limit } from '../concepts/comparison.ts'

/** @returns whether the speedup is above `least`; the contrary: it is below */
export function judgeSpeedup(subject: Subject, { metric, least }: { metric: Metric, least: number }): Judgement {
  return judgeOne(subject, (candidate) => {
    const { alone, estimate, verdict } = requireSpeedup(candidate, { metric, least })
    return {
      verdict,
      head: verdict === 'pass' ? `FAIL  ${claimSentence(alone, alone)}` : headOf(alone),
      lines: [...demandLines(alone, estimate), figuresLine(alone, estimate), whyLine(candidate), ...worstWarningLines([candidate])],
      found: `${times(estimate.speedup)} ${interval(estimate.interval)} ${placeOf(metric)}`,
      claim: `at least ${least}x ${placeOf(metric)}`,
      contrary: `below ${least}x ${placeOf(metric)}`
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
    const heads = {
      pass: `FAIL  ${name} is ${found}, and was not to be.`,
      fail: `FAIL  ${name} is ${found}, not over ${count}.`,
      inconclusive: preliminary ? earlySentence(candidate) : `INCONCLUSIVE  Nobody can tell how many workers served ${name}: too many responses carried no PID header.`
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

/** @returns the verdict on what is required of it */
function headOf(alone: ComparedCandidate): string {
  return alone.preliminary ? earlySentence(alone) : verdictSentence(alone, alone)
}

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

function fairnessOf({ limits }: ComparedCandidate) {
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
