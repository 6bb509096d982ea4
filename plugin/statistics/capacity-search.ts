import { mean, median, sum } from './descriptive.ts'
import type { SeenStep } from '../concepts/capacity.ts'

/** One load of a variant at one level. */
export type Step = Omit<SeenStep, 'isVoid'>

/** Within which levels a search stays. */
export interface Bounds {
  start: number
  least: number
  most: number
  isWhole: boolean // levels are users
}

/** next: the level to try; found: the limit lies within narrow bounds; else one of the bounds is in the way. */
export type Bracket = { next: number } | { found: true } | { end: 'not reached' | 'not exhausted' }

const narrow = 1.35 // between a level that keeps the limit and one that misses it, so that a straight line describes what is between
const [leastGrowth, usualGrowth, mostGrowth] = [1.5, 2, 8]
const fullyBusy = 0.9 // to be aimed at
const atBound = 1.1 // Poisson arrivals are not exactly as many as asked for
const mostRoom = 10 // with more, an app is so far from its limit that it says little of how that is approached

/** The first part of a search: where about the limit lies. Steps are in the order in which they were made. */
export function bracket(steps: readonly Step[], bounds: Bounds): Bracket {
  const { start, least, most } = bounds
  const next = (level: number) => ({ next: roundedTo(Math.min(most, Math.max(least, level)), bounds) })
  // Whoever lowers the highest level to the least has no load that says anything.
  if (steps.length === 0) return most <= least ? { end: 'not exhausted' } : next(start)
  const [kept, missed] = [steps.filter(({ room }) => room >= 1), steps.filter(({ room }) => room < 1)]
  if (missed.length === 0) {
    const { level, busy } = highest(kept)
    if (level * atBound >= most) return { end: 'not exhausted' }
    const growth = busy === null || busy <= 0 ? usualGrowth : fullyBusy / busy
    return next(level * Math.min(mostGrowth, Math.max(leastGrowth, growth)))
  }
  const { level: high, answered } = lowest(missed)
  if (kept.length === 0) {
    if (high <= least * atBound) return { end: 'not reached' }
    return next(Math.max(high / mostGrowth, Math.min(high / usualGrowth, (answered ?? Infinity) * fullyBusy)))
  }
  const { level: low } = highest(kept)
  // What looks like a contradiction is noise: the limit is near.
  if (high / low <= narrow || (bounds.isWhole && high - low <= 1)) return { found: true }
  return next(Math.max(Math.sqrt(low * high), Math.min(answered === null ? 0 : answered * fullyBusy, high / narrow)))
}

const highest = (steps: readonly Step[]) => steps.reduce((a, b) => (b.level > a.level ? b : a))
const lowest = (steps: readonly Step[]) => steps.reduce((a, b) => (b.level < a.level ? b : a))

const roundedTo = (level: number, { isWhole }: Pick<Bounds, 'isWhole'>) => (isWhole ? Math.max(1, Math.round(level)) : Number(level.toPrecision(4)))

/**
 * What each load of the second part says of the level that just keeps the limit.
 *
 * Near saturation, the latencies of a queue at any percentile are as 1 / (saturation - level): exactly so for one server with exponential
 * times, nearly so for others (Kingman 1961). So the room falls in a straight line, from 1 at the limit to 0 at saturation, and a load that
 * was near the limit is moved along it. Above saturation a queue grows for as long as the load goes on, and only what was answered tells.
 *
 * @param bracketing steps of the first part
 * @param refining steps of the second part
 */
export function readings(bracketing: readonly Step[], refining: readonly Step[]): number[] {
  const perRoom = levelsPerRoom(bracketing, refining)
  return refining.map((step) => {
    const reading = isOverloaded(step) ? Number(step.answered) - perRoom : step.level + (Math.min(step.room, mostRoom) - 1) * perRoom
    return Math.max(step.level / 2, reading)
  })
}

/**
 * The level of the next load of the second part: beside the limit, in turn below and above it, as far as the noise of one load reaches.
 *
 * Near saturation, a queue takes some 4 / (saturation (1 - share)^2) seconds to settle (Abate and Whitt 1987, for one server), where share
 * is level / saturation: a shorter load ends before it shows how long the queue gets, and says too much. So loads stay where it settles
 * within a second; and where the limit is so generous that it lies close to saturation, every other load shows what saturation is.
 */
export function nextLevel(bracketing: readonly Step[], refining: readonly Step[], bounds: Bounds): number {
  const centre = centreOf(bracketing, refining)
  const perRoom = levelsPerRoom(bracketing, refining)
  const saturation = saturationOf([...bracketing, ...refining])
  const isBelow = refining.length % 2 === 0
  const aside = Math.min(mostAside, Math.max(leastAside, (perRoom / centre) * asideInRoom))
  const beside = centre * (1 + (isBelow ? -aside : aside))
  const settled = saturation * (1 - 2 / Math.sqrt(saturation * settleSeconds))
  const isGenerous = saturation < Infinity && perRoom < generous * centre
  const level = isGenerous && !isBelow ? saturation * overloaded : Math.min(beside, Math.max(leastOfCentre * centre, settled))
  return roundedTo(Math.min(bounds.most, Math.max(bounds.least, level)), bounds)
}

const asideInRoom = 0.25
const [leastAside, mostAside] = [0.01, 0.1]
const settleSeconds = 1
const leastOfCentre = 0.8 // farther away, the line may no longer be straight
const generous = 0.12
const overloaded = 1.1 // of saturation: enough to be told from it in a few seconds
const overload = 0.04 // of the requests of a load that are still waiting, from which on it is more than an app can do

const isOverloaded = ({ level, room, answered }: Step) => room < 1 && answered !== null && answered < level * (1 - overload)

function centreOf(bracketing: readonly Step[], refining: readonly Step[]): number {
  return refining.length > 0 ? mean(readings(bracketing, refining)) : middleOf(bracketing)
}

function middleOf(bracketing: readonly Step[]) {
  const [low, high] = [highest(bracketing.filter(({ room }) => room >= 1)), lowest(bracketing.filter(({ room }) => room < 1))]
  return Math.sqrt(low.level * Math.max(low.level, isOverloaded(high) ? Number(high.answered) : high.level))
}

/** @returns Infinity: no load was beyond it */
function saturationOf(steps: readonly Step[]): number {
  const beyond = steps.filter(isOverloaded)
  return beyond.length === 0 ? Infinity : median(beyond.map(({ answered }) => Number(answered)))
}

const [steepest, flattest] = [0.01, 2] // of a change of the level, as a share of it, that takes one room

/** How far the level moves for one room: by the loads below saturation or, where none reached it, by a line through the loads near the limit. */
function levelsPerRoom(bracketing: readonly Step[], refining: readonly Step[]): number {
  const all = [...bracketing, ...refining]
  const middle = middleOf(bracketing)
  const within = (perRoom: number) => Math.min(middle * flattest, Math.max(middle * steepest, perRoom))
  const saturation = saturationOf(all)
  const below = all.filter(({ level }) => level < 0.95 * saturation)
  if (saturation < Infinity && below.length > 0) {
    const close = below.filter(({ room }) => room < mostRoom)
    return within(median((close.length > 0 ? close : [highest(below)]).map(({ level, room }) => (saturation - level) / room)))
  }
  const near = all.filter(({ level }) => Math.abs(Math.log(level / middle)) < Math.log(2)).map(({ level, room }) => ({ level, room: Math.min(room, 3) }))
  const [meanLevel, meanRoom] = [mean(near.map(({ level }) => level)), mean(near.map(({ room }) => room))]
  const together = sum(near.map(({ level, room }) => (level - meanLevel) * (room - meanRoom)))
  const spread = sum(near.map(({ level }) => (level - meanLevel) ** 2))
  return within(together < 0 ? -spread / together : Infinity)
}
