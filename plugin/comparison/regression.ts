import { isDeepStrictEqual } from 'node:util'
import { isKnown, isLower, type CandidateResult, type Estimate } from '../concepts/comparison.ts'
import { isOfSearch } from '../concepts/metrics.ts'
import { allowForTaken, isHopelessAgainst, type Rule } from './estimate.ts'
import type { Reach } from './bound.ts'
import type { ClientName } from '../concepts/generators.ts'
import type { DescribedLoad } from '../concepts/load-description.ts'
import type { EarlierEstimate, EarlierResult } from '../concepts/settings.ts'
import type { EarlierDifference } from '../concepts/warnings.ts'

/**
 * workers, client: of today; written: the scenario's name in its file, if it is another one
 */
type Compared = {
  scenario: string
  candidate: string
  workers: number
  client: ClientName
  reach: Reach
  written?: string | undefined
}

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
  estimates: Estimate[],
  compared: Compared,
  compareWith: EarlierResult | null
): Pick<CandidateResult, 'estimates' | 'againstEarlier' | 'earlierDiffers'> {
  const before = earlierEstimates(compareWith, compared)
  const earlierDiffers =
    compareWith === null || before.length === 0 ? [] : differences(compareWith, before[0], compared)
  const found = estimates.map((estimate) => {
    const then = before.find(({ metric }) => metric === estimate.metric)
    const earlier = then === undefined ? null : { speedup: then.speedup, interval: then.interval }
    const regression = earlierDiffers.length === 0 && isKnown(estimate) && isLower({ ...estimate, earlier })
    return allowForTaken({ ...estimate, earlier, regression }, compared.reach)
  })
  const known = found.filter(({ earlier }) => earlier !== null)
  // What is lower may have fallen, also where it may be wrong.
  const isHidden = known.some((estimate) => isLower(estimate) && !estimate.regression)
  const isTold = earlierDiffers.length === 0 && !isHidden && known.some(isKnown)
  const verdict = known.some(({ regression }) => regression) ? 'fail' : isTold ? 'pass' : 'inconclusive'
  return { estimates: found, againstEarlier: known.length === 0 ? null : verdict, earlierDiffers }
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
) =>
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

/** @returns what a speedup depends on that is another one now: then an earlier one says nothing */
function differences(earlier: EarlierResult, before: EarlierEstimate, compared: Compared) {
  const { cpu, cores, leanClient, load, here } = earlier
  const [then, now] = [load, here.load].map((described) => whoComes(described, compared.written ?? compared.scenario))
  const found: Record<EarlierDifference, boolean> = {
    machine: cpu !== here.cpu || cores !== here.cores,
    // A search tries loads of its own.
    load: !isOfSearch(before.metric) && !isDeepStrictEqual(then, now),
    client: before.client !== compared.client || (before.client === 'lean' && leanClient !== here.leanClient),
    variant: before.workers !== compared.workers
  }
  return (Object.keys(found) as EarlierDifference[]).filter((what) => found[what])
}

/** @returns how many users go on until the time is up, or how many come in a second, phase by phase */
function whoComes({ flows, phases }: DescribedLoad, scenario: string) {
  const flow = flows.find((each) => each.scenario === scenario) ?? flows[0]
  const rates = phases.map(({ seconds, arrivalCount, arrivalRate, rampTo, maxVusers }) => [
    arrivalRate ?? (arrivalCount ?? 0) / seconds,
    rampTo,
    maxVusers
  ])
  return flow?.users ?? rates
}

/** @param place scenario and candidate */
export const earlierEstimates = (
  earlier: EarlierResult | null,
  place: Pick<EarlierEstimate, 'scenario' | 'candidate'>
) =>
  (earlier?.estimates ?? []).filter(
    ({ scenario, candidate }) => scenario === place.scenario && candidate === place.candidate
  )
