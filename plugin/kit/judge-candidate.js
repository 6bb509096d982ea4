import { beside, interval, times } from '../report/numbers.js'
import { unmetSentence } from '../report/scenario-sentences.js'
import { claimSentence, hidesOnlyIdle, placeOf, verdictSentence } from '../report/sentences.js'
import { counted } from '../wording.js'
import { judgeOne } from './judge.js'
import { fairnessOf, requireFairness, requireSpeedup } from './judge-alone.js'
import { demandLines, earlySentence, figuresLine, whyLine, worstWarningLines } from './judge-lines.js'
/**
 * @import { Metric } from '../vocabulary.js'
 * @import { Judgement } from './judge.js'
 * @import { ComparedCandidate, Subject } from './subject.js'
 */

/**
 * @param {Subject} subject
 * @param {{ metric: Metric, least: number }} demand
 * @returns {Judgement} whether the speedup is above `least`; the contrary: it is below
 */
export function judgeSpeedup(subject, { metric, least }) {
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

/**
 * @param {Subject} subject
 * @param {number} count
 * @returns {Judgement} whether that many workers answered requests; the contrary: more or fewer did
 */
export function judgeSpread(subject, count) {
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
 * @param {Subject} subject
 * @param {number} least above 0, at most 1
 * @returns {Judgement} whether the fairness is at least that; the contrary: it is below
 */
export function judgeEvenness(subject, least) {
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

/**
 * @param {ComparedCandidate} alone
 * @returns {string} the verdict on what is required of it
 */
function headOf(alone) {
  return alone.preliminary ? earlySentence(alone) : verdictSentence(alone, alone)
}
