import { expected, noticeable, othersOf, usesThreads, withMachineToItself } from '../bound.ts'
import { othersTook, othersTooMuch } from '../warnings/generator.ts'
import { whoKeepsUp } from '../overload.ts'
import { tellingEstimate, muchBetter } from '../estimate.ts'
import { isOutside } from '../variant-use.ts'
import { coresWords, counted, generatorTook, percent, roughMs } from '../../concepts/wording.ts'
import { isOfSearch } from '../../concepts/metrics.ts'
import type { OwnWorkers } from '../warnings/app.ts'
import {
  effectOf,
  type Bound,
  type CandidateResult,
  type Explanation,
  type VariantUse,
  type ClosedLoop,
  type LoadShape
} from '../../concepts/comparison.ts'
import type { Mode } from '../../concepts/modes.ts'
import type { DiagnosisCode } from '../../concepts/warnings.ts'

/** A candidate, the baseline, and all that may explain the difference. */
export interface Facts {
  result: Omit<CandidateResult, 'diagnosis'>
  loop: ClosedLoop | null
  baseline: VariantUse
  candidate: VariantUse
  modes: { baseline: Mode; candidate: Mode }
  load: LoadShape
  // the candidate is another version of the app, or of Node, or has another environment; in all else it is as the
  // baseline
  isVersion: boolean
  isItself: boolean // the candidate is run in the same way as the baseline
  forked: OwnWorkers | null // of the baseline; null: it does not cluster itself
}

/** By the metric that is fair under this load. above: the speedup from which it counts as faster */
export function gain(facts: Facts, above = 1) {
  const { result, load, baseline, candidate } = facts
  const alone = whoKeepsUp(baseline.name, candidate.name, load)
  if (alone !== null) return alone === 'candidate' ? 'faster' : 'slower'
  return effectOf(tellingEstimate(result.estimates, keepsUp(facts) ? 'p95' : 'throughput'), [1, above])
}

/** @returns of the throughput, or of what stands for it */
export const throughputOf = ({ result: { estimates } }: Facts) => tellingEstimate(estimates, 'throughput')

/** @returns whether the interval is so wide that there may be a large gain, though none is shown */
export const mayGain = (facts: Facts) => throughputOf(facts).interval[1] > muchBetter

/** @returns whether each was loaded as much as it carries */
export const isSearched = ({ result: { estimates } }: Facts) => estimates.some(({ metric }) => isOfSearch(metric))

/** @returns whether users come whatever the app does, and the candidate has time for all of them */
export const keepsUp = (facts: Facts) =>
  !isSearched(facts) && facts.load.model === 'open' && !facts.load.saturated.includes(facts.candidate.name)

/** @returns whether more workers than the baseline's are all that we know the candidate to have */
export const addsWorkers = ({ baseline, candidate, modes }: Facts) =>
  candidate.workers > baseline.workers && !isOutside(modes.candidate)

/** @returns whether the candidate can't use more than a core */
export const isOneProcess = ({ candidate, modes }: Facts) =>
  candidate.workers === 1 && !usesThreads(candidate) && !isOutside(modes.candidate)

/** @returns what makes the candidate another than the baseline, as the subject of a sentence; always singular */
export function remedy(facts: Facts) {
  if (!addsWorkers(facts)) return facts.candidate.name
  return facts.modes.baseline === facts.modes.candidate ? 'adding workers' : 'clustering'
}

/** @param same what is said where it gains nothing */
export const effectOfRemedy = (facts: Facts, same: string) =>
  ({ faster: `so ${remedy(facts)} helps`, same, slower: `and yet ${remedy(facts)} makes it slower` })[gain(facts)]

export const told = (code: DiagnosisCode, message: string): Explanation => ({ code, message })

/**
 * @returns such as "other programs used 0.78 of 2 cores", where that is so much that all else waits for a core; null:
 * it is not
 */
export function takenByOthers({ baseline, candidate }: Facts) {
  const [most] = [baseline, candidate].flatMap(({ machine }) => machine ?? []).sort((a, b) => othersOf(b) - othersOf(a))
  if (most === undefined || othersOf(most) < othersTooMuch * most.cores) return null
  return `other programs used ${othersOf(most).toFixed(2)} of ${coresWords(most)}`
}

export const loopOf = ({ name, busiest }: VariantUse) => `event loop of ${name} was ${percent(busiest ?? 0)} busy`

/** The most that cores, users or workers allow, and where more was measured, why. */
export function ofThroughput(atMost: number, facts: Facts) {
  const { speedup, interval } = throughputOf(facts)
  const most = `at most about ${atMost.toFixed(2)}x throughput here`
  // As it is printed.
  if (speedup < atMost + 0.005) return most
  const why =
    interval[0] <= atMost
      ? ', with an interval that includes that'
      : `: a request cost less with ${facts.candidate.name}`
  return `${most} (${speedup.toFixed(2)}x was measured${why})`
}

export function fewUsersAllow({ limitedBy, users, generatorMs, cycleMs, enough, atMost }: ClosedLoop, facts: Facts) {
  const more = enough === null ? ', and the load generator is at its limit' : `; about ${enough} users would be enough`
  const cycle = `${roughMs(cycleMs)} ms`
  const part =
    limitedBy === 'generator'
      ? ` the load generator’s own ${roughMs(generatorMs)} ms are part of every cycle of ${cycle}`
      : `, who need ${cycle} from one request to the next even if none waits for another, there is no more work to do`
  return `with ${counted(users, 'user')}${part}: ${ofThroughput(atMost, facts)}${more}`
}

/** A speedup above the bound shows that the requests needed less CPU, so the bound does not hold. */
export function atMost(facts: Facts) {
  const { bound } = facts.result
  const {
    speedup,
    interval: [low, high]
  } = throughputOf(facts)
  const alone = withMachineToItself(facts.baseline, facts.candidate, facts.load)
  // Of one that gained nothing, a warning says so.
  const isMore = alone.most >= noticeable && gain(facts) === 'faster'
  const more = isMore ? `; with the machine to itself, expect about ${expected(speedup, alone)}` : ''
  if (bound === null) return more
  const part = speedup / bound.atMost
  // A gain within the noise may still be all there was to gain.
  const isNear = (part > 0.85 && part < 1.1) || (low <= 1 && mayReach(high, bound))
  return `${isNear ? `; ${limit(bound, facts)}` : ''}${more}`
}

export const mayReach = (speedup: number, bound: Bound) => speedup > 0.9 * bound.atMost

export function limit({ cores, generator, others, atMost: most, loop }: Bound, facts: Facts) {
  if (loop !== null) return fewUsersAllow(loop, facts)
  const took = `of which the load generator used ${generatorTook(generator)}${othersTook(others, ' and')}`
  return `${coresWords({ ...facts.candidate.machine, cores })}, ${took}: ${ofThroughput(most, facts)}`
}
