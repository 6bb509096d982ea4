import { highest, lowest, mean, meanBy, sumBy } from '../../../statistics/descriptive.ts'
import { isKept, isOverloaded, type Step } from './seen-step.ts'

const passes = 6 // until hardly anything changes

/**
 * What is answered each second at most, over the time of all loads beyond it. A load that is answered though it is more
 * than what seemed to be the most counts, too.
 *
 * @returns Infinity: no load was beyond it
 */
export function saturationOf(steps: readonly Step[]) {
  let most = Infinity
  for (let pass = 0; pass < passes; pass++) {
    const beyond = steps.filter((step) => isOverloaded(step) || step.level > most)
    if (beyond.length === 0) return Infinity
    most = perSecond(beyond, ({ answered }) => answered ?? 0)
  }
  return most
}

const mostRoom = 10 // with more, an app is so far from its limit that it says little of how that is approached

/**
 * By how much a level must stay below saturation so that its queue keeps the limit, as the stable loads tell. Near
 * saturation, the latencies of a queue at any percentile are as 1 / (saturation - level): exactly so for one server
 * with exponential times, nearly so for others (Kingman 1961). It is the mean over latencies: that over their inverses
 * would be too high.
 */
export function queueOf(steps: readonly Step[], saturation: number) {
  const stable = steps.filter((step) => !isOverloaded(step) && step.level < nearlyFull * saturation && step.room > 0)
  const close = stable.filter(({ room }) => room < mostRoom)
  const told = close.length > 0 ? close : stable.toSorted((a, b) => b.level - a.level).slice(0, 3)
  const least = highest(steps, ({ leastQueue }) => leastQueue)
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
export function lastingRoom({ level, room, seconds }: Step, saturation: number) {
  if (saturation === Infinity || level >= saturation) return room
  return room / Math.min(mostUnseen, 1 + (unseen * 4 * saturation) / ((saturation - level) ** 2 * seconds))
}

/** A mean in which each load counts for as long as it lasted. */
const perSecond = (steps: readonly Step[], valueOf: (step: Step) => number) =>
  sumBy(steps, (step) => step.seconds * valueOf(step)) / sumBy(steps, ({ seconds }) => seconds)

const generous = 0.08 // of the capacity: a limit whose queue leaves less than this to saturation
const leastRoom = 0.01 // of a load of which nothing was answered
const nearlyFull = 0.97 // of saturation: below it or beyond, without a doubt

/**
 * Whether the limit is so long, for what the app answers, that its queue takes longer to grow than a load lasts. It
 * takes some 4 / (saturation (1 - share)^2) seconds to settle (Abate and Whitt 1987, for one server), where share is
 * level / saturation. Then loads near the limit say too much, and those beyond saturation say what saturation is.
 *
 * @param steps of the first part, so that it is the same in all rounds
 */
export function isGenerous(steps: readonly Step[]) {
  const saturation = saturationOf(steps)
  return saturation < Infinity && queueOf(steps, saturation) < (generous / (1 + generous)) * saturation
}

/** The level at which a queue settles within about a second, and is long enough to tell how it grows. */
export function settledLevel(steps: readonly Step[]) {
  const saturation = saturationOf(steps)
  return saturation * Math.min(0.9, Math.max(0.6, 1 - 2 / Math.sqrt(saturation)))
}

/**
 * What each load of the second part says of the level that just keeps the limit.
 *
 * Of a generous limit it is what the load answered, which was more than the app can do, less what the limit's queue
 * needs. Else the load was near the limit, and is moved to it: the room falls in a straight line, from 1 at the limit
 * to 0 at saturation. Its logarithm has the same slope there, and lets loads with too much room by chance, and with too
 * little, weigh the same.
 *
 * @param before steps of the first part
 * @param during steps of the second part
 */
export function readings(before: readonly Step[], during: readonly Step[]) {
  const saturation = saturationOf([...before, ...during])
  const queue = queueNear(before, during)
  const beyond = isGenerous(before) ? 0 : nearlyFull * saturation
  return during.map((step) => {
    const { level, room, answered } = step
    const isBeyond = answered !== null && (isOverloaded(step) || level > beyond)
    const reading = isBeyond
      ? answered - queue
      : level + queue * Math.log(Math.max(leastRoom, lastingRoom(step, saturation)))
    return Math.max(level / 2, Math.min(reading, answered === null || room >= 1 ? Infinity : Math.max(level, answered)))
  })
}

// Of the limit's queue.
const ofGenerous = 0.25
const ofOthers = 0.1
const ofSaturation = 0.7

/**
 * What more rounds don't tell: how long the limit's queue is and, but for a generous limit, what saturation is, they
 * all take from the same loads. So an interval of the capacity itself is wider by this, to each side, which covers what
 * is left of bias in simulations of queues. A ratio is not: it cancels.
 */
export function leftOver(before: readonly Step[], during: readonly Step[]) {
  const beyond = [...before, ...during].filter(isOverloaded)
  if (beyond.length === 0) return 0
  const centre = centreOf(before, during)
  const queue = Math.min(centre, queueNear(before, during)) / centre
  if (isGenerous(before)) return ofGenerous * queue
  const answers = sumBy(beyond, ({ answered, seconds }) => (answered ?? 0) * seconds)
  return ofOthers * queue + ofSaturation / Math.sqrt(Math.max(1, answers))
}

const leastAside = 0.01
const mostAside = 0.1
const asideInRoom = 0.25

/**
 * A level that can be told from saturation in a load of the rounds: a fifth above it, and more where that is few users.
 */
export function levelBeyond(steps: readonly Step[]) {
  const saturation = saturationOf(steps)
  const users = Math.min(usualUsers, 13 * saturation)
  return saturation * (1 + Math.max(leastBeyond, 5 / Math.sqrt(users)))
}

const usualUsers = 600 // of a load of the rounds
const leastBeyond = 0.2 // of saturation

/**
 * The level of the next load of the second part: beside the limit, in turn below and above it, as far as the noise of
 * one load reaches.
 */
export function nextLevel(before: readonly Step[], during: readonly Step[], most: number) {
  if (isGenerous(before)) return Math.min(most, levelBeyond([...before, ...during]))
  const centre = centreOf(before, during)
  const aside = Math.min(mostAside, Math.max(leastAside, (queueNear(before, during) / centre) * asideInRoom))
  return Math.min(most, centre * (1 + (during.length % 2 === 0 ? -aside : aside)))
}

const centreOf = (before: readonly Step[], during: readonly Step[]) =>
  during.length > 0 ? mean(readings(before, during)) : middleOf(before)

/** Between the highest level that was kept and the lowest that was missed. */
function middleOf(before: readonly Step[]) {
  const low = highest(before.filter(isKept), ({ level }) => level)
  const high = lowest(
    before.filter((step) => !isKept(step)),
    (step) => (isOverloaded(step) ? (step.answered ?? 0) : step.level)
  )
  return Math.sqrt(low * Math.max(low, high))
}

// Of a change of the level, as a share of it, that takes one room.
const steepest = 0.002
const flattest = 2
const nearby = 2 // times, or a part

/**
 * How far the level moves for one room: to saturation or, where that is unknown, by a line through the loads near the
 * limit.
 */
function queueNear(before: readonly Step[], during: readonly Step[]) {
  const all = [...before, ...during]
  const middle = middleOf(before)
  const within = (queue: number) => Math.min(middle * flattest, Math.max(middle * steepest, queue))
  const saturation = saturationOf(all)
  if (saturation < Infinity) return within(queueOf(all, saturation))
  const near = all
    .filter(({ level }) => level < nearby * middle && level > middle / nearby)
    .map(({ level, room }) => ({ level, room: Math.min(room, 3) }))
  const meanLevel = meanBy(near, ({ level }) => level)
  const meanRoom = meanBy(near, ({ room }) => room)
  const together = sumBy(near, ({ level, room }) => (level - meanLevel) * (room - meanRoom))
  const spread = sumBy(near, ({ level }) => (level - meanLevel) ** 2)
  return within(together < 0 ? -spread / together : Infinity)
}
