import { beside, interval, times } from '../report/numbers.ts'
import { unmetSentence } from '../report/scenario-sentences.ts'
import { claimSentence, hidesOnlyIdle, placeOf, verdictSentence } from '../report/sentences.ts'
import { counted } from '../wording.ts'
import { judgeOne, type Judgement } from './judge.ts'
import { fairnessOf, requireFairness, requireSpeedup } from './judge-alone.ts'
import { demandLines, earlySentence, figuresLine, whyLine, worstWarningLines } from './judge-lines.ts'
import type { Metric } from '../vocabulary.ts'
import type { ComparedCandidate, Subject } from './subject.ts'

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
