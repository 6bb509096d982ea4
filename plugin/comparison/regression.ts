import { isHopeless, type Looks } from '../statistics/sequential-rule.ts'
import type { CandidateResult, Estimate } from '../concepts/comparison.ts'
import type { EarlierResult } from '../concepts/settings.ts'
import type { Verdict } from '../concepts/verdicts.ts'

interface Compared {
  scenario: string
  candidate: string
  workers: number // of the candidate, today
}

/**
 * What became of a speedup since an earlier result. Both intervals are at their own confidence:
 *
 *      regression               may have fallen          no regression
 *   |--x--|  [--o--]           |---x-[--|--o---]        |----[-x--|-o----]
 *
 * Both intervals hold at every look, so the rule may be asked after every round. How often it claims a fall where
 * nothing changed (40,000 pairs of comparisons a case, 95 %): at one metric in 0.05 to 0.2 % of them with 3 to 10 rounds,
 * whatever ended the earlier one, in 0.3 % with a fixed number of rounds, in up to 0.9 % when today's rounds are three
 * times as noisy, in up to 3 % when the machine's mood lasts over several rounds (correlated by 0.4). A fall by three
 * times the spread between rounds is found in 98 % when the earlier result has ten rounds, in 16 % when it has three.
 */
export function sinceEarlier(
  { metric, interval, reason }: Pick<Estimate, 'metric' | 'interval' | 'reason'>,
  { scenario, candidate, workers }: Compared,
  compareWith: EarlierResult | null
): Pick<Estimate, 'earlier' | 'regression'> {
  const earlier = compareWith?.estimates.find((one) => one.scenario === scenario && one.candidate === candidate && one.metric === metric)
  if (compareWith === null || earlier === undefined) return { earlier: null, regression: false }
  const isComparable = reason === null && hasSameCores(compareWith) && earlier.workers === workers
  return {
    earlier: { speedup: earlier.speedup, interval: earlier.interval },
    regression: isComparable && interval[1] < earlier.interval[0]
  }
}

/** A candidate is judged by the earlier result alone, too, where nothing is required. */
export function judgeAgainstEarlier(
  estimates: Pick<Estimate, 'earlier' | 'regression' | 'reason'>[], compared: Compared, compareWith: EarlierResult | null
): Verdict | null {
  const known = estimates.filter(({ earlier }) => earlier !== null)
  if (compareWith === null || known.length === 0) return null
  if (known.some(({ regression }) => regression)) return 'fail'
  const isSame = hasSameCores(compareWith) && earlierWorkers(compareWith, compared) === compared.workers
  return isSame && known.some(({ reason }) => reason === null) ? 'pass' : 'inconclusive'
}

/**
 * Whether more rounds could still show a fall: the speedup lies below the earlier interval, its own interval does not
 * yet. Where the speedup itself is no lower, further rounds find a fall so seldom that they are not worth their time:
 * by the simulation above, ending there finds as many falls as going on to the last round, and takes 3.1 rounds
 * instead of 10 where nothing changed.
 */
export function mayHaveFallen({ estimates, againstEarlier }: Pick<CandidateResult, 'estimates' | 'againstEarlier'>, looks: Looks): boolean {
  if (againstEarlier !== 'pass') return false
  return estimates.some(({ earlier, reason, speedup, ratios, spread }) => {
    if (earlier === null || reason !== null || speedup >= earlier.interval[0]) return false
    return !isHopeless({ rounds: ratios.length, centre: Math.log(speedup), spread }, earlier.interval[0], looks)
  })
}

/** Speedups depend on the cores: with others, an earlier one says nothing. */
export function hasSameCores({ cores, here }: EarlierResult) {
  return cores === here.cores
}

/** @returns how many workers the candidate had: with others, it is another variant; null: it is not known */
export function earlierWorkers({ estimates }: EarlierResult, { scenario, candidate }: Omit<Compared, 'workers'>): number | null {
  return estimates.find((one) => one.scenario === scenario && one.candidate === candidate)?.workers ?? null
}
