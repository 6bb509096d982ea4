import { isKnown, type CandidateResult, type Estimate } from '../concepts/comparison.ts'
import { allowForTaken, isHopelessAgainst, type Rule } from './estimate.ts'
import type { EarlierResult } from '../concepts/settings.ts'

/** workers: of the candidate, today; alone: as in allowForTaken, 1 if left out */
type Compared = { scenario: string; candidate: string; workers: number; alone?: number }

/**
 * What became of each speedup since an earlier result. Both intervals are at their own confidence:
 *
 *      regression               may have fallen          no regression
 *   |--x--|  [--o--]           |---x-[--|--o---]        |----[-x--|-o----]
 *
 * Both intervals hold at every look, so the rule may be asked after every round. How often it claims a fall where
 * nothing changed (40,000 pairs of comparisons a case, 95 %): at one metric in 0.05 to 0.2 % of them with 3 to 10
 * rounds, whatever ended the earlier one, in 0.3 % with a fixed number of rounds, in up to 0.9 % when today's rounds
 * are three times as noisy, in up to 3 % when the machine's speed drifts over several rounds (correlated by 0.4). A
 * fall by three times the spread between rounds is found in 98 % when the earlier result has ten rounds, in 8 % when it
 * has three.
 *
 * @returns againstEarlier: the verdict by the earlier result alone
 */
export function compareWithEarlier(
  estimates: Omit<Estimate, 'earlier' | 'regression'>[],
  compared: Compared,
  compareWith: EarlierResult | null
): Pick<CandidateResult, 'estimates' | 'againstEarlier'> {
  const { alone = 1 } = compared
  const before = compareWith === null ? [] : earlierEstimates(compareWith, compared)
  const isComparable = compareWith !== null && hasSameCores(compareWith) && before[0]?.workers === compared.workers
  const found = estimates.map((estimate) => {
    const same = before.find(({ metric }) => metric === estimate.metric)
    if (same === undefined) return allowForTaken({ ...estimate, earlier: null, regression: false }, alone)
    const { speedup, interval } = same
    const regression = isComparable && isKnown(estimate) && estimate.interval[1] < interval[0]
    return allowForTaken({ ...estimate, earlier: { speedup, interval }, regression }, alone)
  })
  const known = found.filter(({ earlier }) => earlier !== null)
  if (known.length === 0) return { estimates: found, againstEarlier: null }
  const carriesVerdict = isComparable && known.some(isKnown)
  return {
    estimates: found,
    againstEarlier: known.some(({ regression }) => regression) ? 'fail' : carriesVerdict ? 'pass' : 'inconclusive'
  }
}

/**
 * Whether more rounds could still show a fall: the speedup lies below the earlier interval, its own interval does not
 * yet. Where the speedup itself is no lower, further rounds find a fall so seldom that they do not pay: by the
 * simulation above, ending there finds as many falls as going on to the last round, and takes 3.1 rounds instead of 10
 * where nothing changed.
 */
export const mayHaveFallen = (
  { estimates, againstEarlier }: Pick<CandidateResult, 'estimates' | 'againstEarlier'>,
  rule: Rule
): boolean =>
  againstEarlier === 'pass' &&
  estimates.some((estimate) => {
    const { earlier, speedup } = estimate
    return (
      earlier !== null &&
      isKnown(estimate) &&
      speedup < earlier.interval[0] &&
      !isHopelessAgainst(earlier.interval[0], estimate, rule)
    )
  })

/** Speedups depend on the cores: with others, an earlier one says nothing. */
export const hasSameCores = ({ cores, here }: EarlierResult) => cores === here.cores

export const earlierEstimates = ({ estimates }: EarlierResult, place: Pick<Compared, 'scenario' | 'candidate'>) =>
  estimates.filter(({ scenario, candidate }) => scenario === place.scenario && candidate === place.candidate)
