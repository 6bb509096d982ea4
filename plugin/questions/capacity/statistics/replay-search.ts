import { mostUsers } from '../../../concepts/generators.ts'
import { fewestRounds } from '../../../concepts/run.ts'
import { leftOver, readings } from './readings.ts'
import { bracket, lowestMissed, type Bounds, type Bracket } from './bracket.ts'
import { logInterval } from '../../../statistics/sequential-rule.ts'
import { isKept, type SeenStep } from './seen-step.ts'

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
  const inside = before.flatMap(({ insideMs }) => insideMs ?? [])
  return isWhole || inside.length === 0
    ? least
    : Math.min(most, Math.max(least, (1000 * hardlyMeets) / Math.min(...inside)))
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
 * have been kept by luck. So, after rounds, it is the low end of what all of their loads say: the late ones, whose latencies
 * can only be too high, make it lower. Before there are rounds, late loads are why no more was tried, and it is a step
 * below what was kept, below all that was missed.
 */
function atLeast(steps: readonly SeenStep[], before: readonly SeenStep[]) {
  const made = steps.filter((step) => step.void !== 'empty')
  const kept = made.filter((step) => step.void === null && isKept(step))
  const others = made.filter((step) => !kept.includes(step))
  const rounds = made.filter(({ round }) => round > 0)
  const highest = Math.max(0, ...kept.map(lowerLevel))
  if (highest === 0 || others.length === 0) return highest
  if (rounds.length < fewestRounds) return Math.min(highest, ...others.map(lowerLevel)) / lowered
  const { centre, halfWidth } = logInterval(readings(before, rounds).map(Math.log), tail)
  return Math.min(highest, Math.exp(centre - halfWidth - leftOver(before, rounds)))
}

/** Poisson arrivals are not exactly as many as asked for. */
const lowerLevel = ({ asked, level }: SeenStep) => Math.min(asked, level)
