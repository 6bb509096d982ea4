import { isGenerous, levelBeyond, settledLevel } from './readings.ts'
import { saturationOf, type Step } from '../../../statistics/saturation.ts'
import { isKept } from './seen-step.ts'
import { largestBy } from '../../../statistics/descriptive.ts'

/** Within which levels a search stays. */
export interface Bounds {
  start: number
  least: number
  most: number
  isWhole: boolean // levels are users
}

/**
 * next: the level to try, isLong: in a load as long as those of the rounds; found: the limit lies within narrow bounds;
 * else one of the bounds is in the way. void: no load said anything.
 */
export type Bracket =
  | { next: number; isLong: boolean }
  | { found: true }
  | { end: 'not reached' | 'not exhausted' | 'void' }

// between a level that keeps the limit and one that misses it, so that a straight line describes what is between
const narrow = 1.35
const leastGrowth = 1.5
const usualGrowth = 2
const mostGrowth = 8
const fullyBusy = 0.9 // to be aimed at
const atBound = 1.1 // Poisson arrivals are not exactly as many as asked for
const higher = 1.25 // above a level that misses the limit, to find saturation
const saturatedLoads = 2
const settledLoads = 3

/**
 * The first part of a search: where about the limit lies, what saturation is, and how a queue grows on the way to it.
 * Each turn either ends it, or halves what is left between a level that is kept and one that is missed, or goes on
 * towards a bound, in steps that have a least size. A bound may have been lowered below a level that was missed: it is
 * the higher end then.
 *
 * @param steps in the order in which they were made
 */
export function bracket(steps: readonly Step[], bounds: Bounds): Bracket {
  const { start, least, most } = bounds
  const next = (level: number) => ({ next: roundedTo(level, bounds), isLong: false })
  const low = highestKept(steps)
  const missed = lowestMissed(steps)
  if (low === null) {
    if (most <= least) return { end: 'void' }
    if (missed === null) return next(within(start, least, most))
    if (missed.level <= least * atBound) return { end: 'not reached' }
    const { level, answered } = missed
    const lower = Math.min(level / usualGrowth, (answered ?? Infinity) * fullyBusy)
    return next(within(Math.max(level / mostGrowth, lower), least, most))
  }
  const high = Math.min(missed?.level ?? Infinity, most)
  if (isNear(steps, bounds)) return refine(steps, bounds)
  if (low.level * atBound >= most) return { end: 'not exhausted' }
  if (missed === null || missed.level > most) {
    const growth = low.busy === null || low.busy <= 0 ? usualGrowth : fullyBusy / low.busy
    const grown = low.level * within(growth, leastGrowth, mostGrowth)
    return next(missed === null ? Math.min(most, grown) : Math.sqrt(low.level * high))
  }
  const answered = missed.answered === null ? 0 : missed.answered * fullyBusy
  return next(Math.max(Math.sqrt(low.level * high), Math.min(answered, high / narrow)))
}

/**
 * Whether the limit lies within narrow bounds; once it does, no further load changes that. What looks like a
 * contradiction is noise.
 */
function isNear(steps: readonly Step[], { isWhole }: Bounds) {
  const low = highestKept(steps)?.level
  const high = lowestMissed(steps)?.level
  return low !== undefined && high !== undefined && (high / low <= narrow || (isWhole && high - low <= 1))
}

/** Once the limit lies within narrow bounds: where users come at a rate, what else the readings need. */
function refine(steps: readonly Step[], bounds: Bounds): Bracket {
  if (steps.some(({ answered }) => answered === null)) return { found: true }
  const { least, most } = bounds
  const next = (level: number) => ({ next: roundedTo(within(level, least, most), bounds), isLong: true })
  if (saturationOf(steps) === Infinity) {
    const highest = Math.max(...steps.map(({ level }) => level))
    return highest * atBound < most ? next(highest * higher) : { found: true }
  }
  // The loads since then are as long as those of the rounds.
  const long = steps.slice(1 + steps.findIndex((_, i) => isNear(steps.slice(0, i + 1), bounds)))
  const beyond = Math.min(most, levelBeyond(steps))
  if (long.filter(({ level }) => level * atBound > beyond).length < saturatedLoads) return next(beyond)
  const settled = settledLevel(steps)
  const isMade =
    steps.filter(({ level }) => level > settled / higher && level < settled * atBound).length >= settledLoads
  return !isGenerous(steps) || isMade || settled > most || settled < least ? { found: true } : next(settled)
}

const highestKept = (steps: readonly Step[]) => first(steps.filter(isKept), ({ level }) => level)

export const lowestMissed = (steps: readonly Step[]): Step | null =>
  first(
    steps.filter((step) => !isKept(step)),
    ({ level }) => -level
  )

const first = (steps: readonly Step[], rankOf: (step: Step) => number) =>
  steps.length === 0 ? null : largestBy(steps, rankOf)

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

export const roundedTo = (level: number, { isWhole }: Bounds): number =>
  isWhole ? Math.max(1, Math.round(level)) : Number(level.toPrecision(4))
