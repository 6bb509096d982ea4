import { mostUsers } from '../../../concepts/generators.ts'
import { fewestRounds } from '../../../concepts/run.ts'
import { highest, largestBy, lowest } from '../../../statistics/descriptive.ts'
import { logInterval } from '../../../statistics/sequential-rule.ts'
import { isGenerous, leftOver, levelBeyond, readings, saturationOf, settledLevel } from './readings.ts'
import { isKept, type SeenStep, type Step } from './seen-step.ts'

/** What is known of one variant after some loads. */
export interface Replay {
  before: SeenStep[] // the rounds, and during: without loads that are void
  during: SeenStep[]
  bounds: Bounds
  state: Bracket
  atLeast: number // a level that is surely kept; 0: none was kept
  missed: number // the least level that was missed; Infinity: none was
  timesLonger: number // than usual, of the next load
}

const mostTurns = 30 // before the rounds
const leastPerSecond = 0.2
const mostPerSecond = 20_000
const hardlyMeets = 0.05 // users inside the app, of a load in which one hardly ever waits for another
const lowered = 1.25 // times, of the most that is tried, where the load generator can't make it
const tail = 0.0125 // of the bound, whenever it is looked at
const longest = 8 // times the usual, where nobody happens to come

/** @param start the first level; users: null: users come at a rate */
export const boundsOf = (start: number, users: number | null): Bounds =>
  users === null
    ? { start: Math.max(0.5, start), least: leastPerSecond, most: mostPerSecond, isWhole: false }
    : { start: users, least: 1, most: mostUsers, isWhole: true }

/**
 * What all loads of a variant say together. The search asks it what to do next, and the comparison what was found, so
 * that both know the same. Without a next level after so many turns, it ends with what was kept and what was missed.
 *
 * @param steps of one variant, in the order in which they were made
 */
export function replaySearch(steps: readonly SeenStep[], start: Bounds): Replay {
  const told = steps.filter((step) => step.void === null)
  const before = told.filter(({ round }) => round === 0)
  const during = told.filter(({ round }) => round > 0)
  const turns = steps.filter(({ round }) => round === 0)
  const bounds = { ...start, least: leastOf(before, start), most: mostOf(turns, start.most) }
  const found = bracket(before, bounds)
  const last = 'next' in found && turns.length >= mostTurns ? lastResort(before, found.isLong) : found
  const isOutrun = 'found' in last && outrunsGenerator(steps.filter(({ round }) => round > 0))
  const empty = steps.filter((step) => step.void === 'empty').length
  return {
    before,
    during,
    bounds,
    state: isOutrun ? { end: 'not exhausted' } : last,
    atLeast: atLeast(steps, before),
    missed: lowestMissed(before)?.level ?? Infinity,
    timesLonger: Math.min(longest, 2 ** empty)
  }
}

/** @param isNear whether the limit lies within narrow bounds */
function lastResort(before: readonly SeenStep[], isNear: boolean): Bracket {
  if (isNear) return { found: true }
  if (before.length === 0) return { end: 'void' }
  return { end: before.some(isKept) ? 'not exhausted' : 'not reached' }
}

/**
 * By the time that a user spends in the app, of the quickest load: by how long one waits for one quick response of
 * many, nobody would meet.
 */
function leastOf(before: readonly SeenStep[], { isWhole, least, most }: Bounds) {
  const quickest = lowest(before, ({ insideMs }) => insideMs ?? Infinity)
  return isWhole ? least : within((1000 * hardlyMeets) / quickest, least, most)
}

/** Once too late may be a hiccup of the machine, and is tried again. Twice: the generator can make no more. */
function mostOf(turns: readonly SeenStep[], start: number) {
  let most = start
  let last = NaN
  for (const { asked, level } of turns.filter((step) => step.void === 'late')) {
    if (asked === last) most = Math.min(most, Math.min(asked, level) / lowered)
    last = asked
  }
  return most
}

/**
 * @param during loads of one variant's rounds
 * @returns whether so many were late that the load generator makes no loads beside the limit: it lies higher than what
 * was kept
 */
function outrunsGenerator(during: readonly SeenStep[]) {
  const late = during.filter((step) => step.void === 'late').length
  return late >= 3 && late > during.length / 2
}

/**
 * What is told of a variant that carries more than the load generator can generate. The highest level that was kept may
 * have been kept by luck. So, after rounds, it is the low end of what all of their loads say: the late ones, whose
 * latencies can only be too high, make it lower. Before there are rounds, late loads are why no more was tried, and it
 * is a step below what was kept, below all that was missed.
 */
function atLeast(steps: readonly SeenStep[], before: readonly SeenStep[]) {
  const made = steps.filter((step) => step.void !== 'empty')
  const kept = made.filter((step) => step.void === null && isKept(step))
  const others = made.filter((step) => !kept.includes(step))
  const rounds = made.filter(({ round }) => round > 0)
  const most = Math.max(0, highest(kept, lowerLevel))
  if (most === 0 || others.length === 0) return most
  if (rounds.length < fewestRounds) return Math.min(most, lowest(others, lowerLevel)) / lowered
  const { centre, halfWidth } = logInterval(readings(before, rounds).map(Math.log), tail)
  return Math.min(most, Math.exp(centre - halfWidth - leftOver(before, rounds)))
}

/** Poisson arrivals are not exactly as many as asked for. */
const lowerLevel = ({ asked, level }: SeenStep) => Math.min(asked, level)

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
    const tried = highest(steps, ({ level }) => level)
    return tried * atBound < most ? next(tried * higher) : { found: true }
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

export const lowestMissed = (steps: readonly Step[]) =>
  first(
    steps.filter((step) => !isKept(step)),
    ({ level }) => -level
  )

const first = (steps: readonly Step[], rankOf: (step: Step) => number) =>
  steps.length === 0 ? null : largestBy(steps, rankOf)

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

export const roundedTo = (level: number, { isWhole }: Bounds) =>
  isWhole ? Math.max(1, Math.round(level)) : Number(level.toPrecision(4))
