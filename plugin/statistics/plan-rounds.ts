import { fewestRounds, mostRounds } from '../concepts/run.ts'
import { highest, largestBy, meanBy, standardDeviation } from './descriptive.ts'
import { expectedHalf, spreadFloor, tailAtLook, type Looks } from './sequential-rule.ts'

/**
 * Where the variance of a round's log ratio arises: between + within / seconds, where seconds are those of a run that
 * count (Kalibera and Jones, "Rigorous Benchmarking in Reasonable Time", 2013, with runs and the time within them as
 * the two levels).
 */
export interface Variance {
  between: number
  within: number // seconds
  isPaired: boolean // the second is known by pairs of turns
}

/**
 * @param logRatios of the rounds, at least three
 * @param within as measured within the runs of both variants, added up, or by pairs of their turns
 * @param seconds of each round's runs that count
 */
export function varianceOf(
  logRatios: readonly number[],
  { within, isPaired }: Omit<Variance, 'between'>,
  seconds: readonly number[]
): Variance {
  const total = Math.max(spreadFloor, standardDeviation(logRatios)) ** 2
  const ofRuns = within * meanBy(seconds, (each) => 1 / each)
  // Three rounds tell little of their variance: what the runs show within is believed only as far as the rounds vary as
  // much.
  const believed = isPaired ? 1 : Math.min(1, total / ofRuns)
  return { between: Math.max(0, total - ofRuns), within: believed * within, isPaired }
}

export interface Budget {
  seconds: number // of wall time that are left
  runsPerRound: number
  overheadSeconds: number // of a run, in which nothing counts
  least: number // seconds of a run that must count
  most: number // seconds of a run that may count; as least: the length is fixed
}

/**
 * The number of rounds, and the length of the runs to come, with which the widest interval at the end is expected to be
 * the narrowest: more rounds are cheaper in Student's t, longer runs in what is not counted. The effect itself is not
 * looked at, so that error rates hold.
 *
 * @param done seconds of each round that is over, at least three
 * @returns so many, with those that are over
 */
export function planRounds(
  done: readonly number[],
  variances: readonly Variance[],
  budget: Budget,
  looks: Pick<Looks, 'confidence'>
) {
  const plans = Array.from({ length: mostRounds - done.length + 1 }, (_, more) => {
    const seconds = more === 0 ? budget.least : secondsEach(more, budget)
    const lengths = [...done, ...Array<number>(more).fill(seconds)]
    return {
      rounds: lengths.length,
      seconds,
      width: highest(variances, (variance) => expectedHalfWidth(lengths, variance, looks))
    }
  })
  const possible = plans.filter((plan) => plan.seconds >= budget.least)
  return largestBy(possible, ({ width }) => -width).rounds
}

/**
 * @returns seconds of each run that count, if so many rounds share the time; below `least`, there is not enough of it
 */
export const secondsEach = (rounds: number, { seconds, runsPerRound, overheadSeconds, most }: Budget) =>
  Math.min(most, seconds / (rounds * runsPerRound) - overheadSeconds)

/** Of the interval at the last look, in logarithms. lengths: seconds of each round's runs that count. */
export function expectedHalfWidth(
  lengths: readonly number[],
  { between, within, isPaired }: Variance,
  { confidence }: Pick<Looks, 'confidence'>
) {
  const rounds = lengths.length
  const ofRuns = within * meanBy(lengths, (each) => 1 / each)
  const spread = Math.max(spreadFloor, Math.sqrt(between + ofRuns))
  const tail = tailAtLook({ min: fewestRounds, max: rounds, confidence })
  return expectedHalf(rounds, { spread, ofPairs: isPaired ? Math.max(spreadFloor, Math.sqrt(ofRuns)) : null }, tail)
}

/**
 * The variance of a value's logarithm within a run, times seconds: what a run of so many seconds varies by is this,
 * divided by them.
 *
 * @param values of the equal parts of a run, at least two, above 0
 */
export const varianceWithin = (values: readonly number[], partSeconds: number) =>
  standardDeviation(values.map(Math.log)) ** 2 * partSeconds
