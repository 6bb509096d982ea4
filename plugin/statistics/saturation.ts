import { sum } from './descriptive.ts'
import { isOverloaded, type SeenStep } from '../questions/capacity/statistics/seen-step.ts'

/** One load of a variant at one level. */
export type Step = Pick<SeenStep, 'level' | 'room' | 'busy' | 'answered' | 'seconds' | 'leastQueue'>

const passes = 5 // until hardly anything changes

/**
 * What is answered each second at most, over the time of all loads beyond it. A load that is answered though it is more
 * than what seemed to be the most counts, too.
 *
 * @returns Infinity: no load was beyond it
 */
export function saturationOf(steps: readonly Step[]): number {
  let beyond = steps.filter(isOverloaded)
  if (beyond.length === 0) return Infinity
  let most = perSecond(beyond, ({ answered }) => answered ?? 0)
  for (let pass = 0; pass < passes; pass++) {
    beyond = steps.filter((step) => isOverloaded(step) || step.level > most)
    most = perSecond(beyond, ({ answered }) => answered ?? 0)
  }
  return most
}

const mostRoom = 10 // with more, an app is so far from its limit that it says little of how that is approached
const surelyBelow = 0.97 // of saturation

/**
 * By how much a level must stay below saturation so that its queue keeps the limit, as the stable loads tell. Near
 * saturation, the latencies of a queue at any percentile are as 1 / (saturation - level): exactly so for one server
 * with exponential times, nearly so for others (Kingman 1961). It is the mean over latencies: that over their inverses
 * would be too high.
 */
export function queueOf(steps: readonly Step[], saturation: number): number {
  const stable = steps.filter((step) => !isOverloaded(step) && step.level < surelyBelow * saturation && step.room > 0)
  const close = stable.filter(({ room }) => room < mostRoom)
  const told = close.length > 0 ? close : stable.toSorted((a, b) => b.level - a.level).slice(0, 3)
  const least = Math.max(0, ...steps.map(({ leastQueue }) => leastQueue))
  return told.length === 0
    ? least
    : Math.max(
        least,
        perSecond(told, (step) => (saturation - step.level) / lastingRoom(step, saturation))
      )
}

// of latencies, in a load that lasts as long as its queue takes to settle: between that of fixed and exponential times
const unseen = 0.45
const mostUnseen = 1.3

/**
 * The room in a load that goes on: one that lasts n times as long as a queue takes to settle sees latencies that are
 * about 0.45 / n too low, by simulation. That takes 4 / (saturation (1 - share)^2) seconds, where share is level /
 * saturation (Abate and Whitt 1987).
 */
export function lastingRoom({ level, room, seconds }: Step, saturation: number): number {
  if (saturation === Infinity || level >= saturation) return room
  return room / Math.min(mostUnseen, 1 + (unseen * 4 * saturation) / ((saturation - level) ** 2 * seconds))
}

/** A mean in which each load counts for as long as it lasted. */
const perSecond = (steps: readonly Step[], valueOf: (step: Step) => number) =>
  sum(steps.map((step) => step.seconds * valueOf(step))) / sum(steps.map(({ seconds }) => seconds))
