import { highest, lowest, mean } from '../../../statistics/descriptive.ts'
import { probabilityOf, resolutionMs, type Percentile } from '../../../concepts/metrics.ts'
import type { Run } from '../../../concepts/run.ts'
import { limitedPercentiles, type ServiceLevel, type Void } from '../concepts/capacity.ts'

/** What one load tells a search; see replay-search.ts. */
export interface SeenStep {
  round: number // 0: before the rounds
  asked: number // the level that was asked for
  level: number // that came; above 0
  seconds: number // that count
  // how many times what was measured fits into the limit: 2 is half of it, 1 just keeps it, below 1 misses it
  room: number
  busy: number | null // of its event loops, from 0 to 1, to guess how much further it goes; null: unknown
  answered: number | null // per second; null: it says nothing about the level
  leastQueue: number // by how much the level must at least stay below saturation; 0: unknown
  insideMs: number | null // in which a user waits for the app, on average; null: unknown
  void: Void | null
}

/** One load of a variant at one level. */
export type Step = Pick<SeenStep, 'level' | 'room' | 'busy' | 'answered' | 'seconds' | 'leastQueue'>

/**
 * By how many times its own lateness a load generator may delay responses: after a pause it sends all that was due at
 * once, and such a burst queues in the app. Measured with json-server at 2,000 to 2,500 users/s, of which it could
 * serve twice as many (wrk): 1 to 9 times.
 */
const bursts = 8
const leastOfLimit = 0.1 // lateness that is less of a limit matters as little as it is

const delayBy = (lateMs: number, limitMs: number) => (lateMs < leastOfLimit * limitMs ? lateMs : bursts * lateMs)

const mostRoom = 1000

/** @param run of a search, with its level */
export function seenStep(run: Run, limits: ServiceLevel['limits']): SeenStep {
  const { latencyMs, counted, loadSeconds, requests, generator, round } = run
  const rooms = roomsOf(run, limits)
  const busy = run.workers.flatMap(({ usage }) => usage?.utilization ?? [])
  // What one user sends, so that requests are users.
  const each = generator.users === 0 ? 1 : requests / generator.users
  const isOpen = generator.lateMs !== undefined
  const isEmpty = isOpen && (counted.began === 0 || loadSeconds === 0)
  return {
    round,
    asked: run.level ?? NaN,
    seconds: loadSeconds,
    room: rooms.seen,
    level: isOpen && !isEmpty ? levelOf(run, each) : (run.level ?? NaN),
    busy: busy.length === 0 ? null : mean(busy),
    answered: isOpen ? run.throughputPerSecond / each : null,
    leastQueue: isOpen ? leastQueueOf(limits) / each : 0,
    insideMs: latencyMs && latencyMs.mean * each,
    void: isEmpty ? 'empty' : rooms.seen < 1 && rooms.ofErrors >= 1 && rooms.onTime >= 1 ? 'late' : null
  }
}

/**
 * @returns by how many users per second who ask once the rate must at least stay below saturation: the time that users
 * wait in a busy queue is exponential, with this rate where all take the same time, and with twice that where their
 * times are exponential (Kingman 1961)
 */
export const leastQueueOf = (limits: ServiceLevel['limits']) =>
  highest(limitedPercentiles(limits), (percentile) => {
    const seconds = (limits[percentile] ?? NaN) / 1000
    return -Math.log(1 - probabilityOf(percentile)) / 2 / seconds
  })

// of the users of a load who still wait at its end, from which on it is more than an app can do
const waitingShare = 0.04
const byChance = 2.5 // standard deviations of independent arrivals and answers, by which a queue grows by chance

/** Whether the queue grew so much that it would have gone on to grow, however long users may wait. */
export const isOverloaded = ({ level, answered, seconds }: Step) =>
  answered !== null && level - answered > Math.max(waitingShare * level, byChance * Math.sqrt((2 * level) / seconds))

/** Whether a load keeps the limit, and would if it had gone on. */
export const isKept = (step: Step) => step.room >= 1 && !isOverloaded(step)

/** Each user who came is one who left, or one more who waits, who asks for less so far than the user came for. */
function levelOf({ counted, loadSeconds }: Run, each: number) {
  const began = counted.began ?? NaN
  const ended = counted.requests
  return Math.max(ended / each + (began - ended), began / each) / loadSeconds
}

/** seen: as it was; onTime: if users had come when they were due. */
function roomsOf({ latencyMs, requests, failures, generator: { lateMs } }: Run, limits: ServiceLevel['limits']) {
  const roomOf = (delayOf: (percentile: Percentile, limitMs: number) => number) =>
    lowest(limitedPercentiles(limits), (percentile) => {
      const limitMs = limits[percentile] ?? NaN
      return latencyMs === null
        ? 0
        : limitMs / Math.max(resolutionMs, latencyMs[percentile] - delayOf(percentile, limitMs))
    })
  const errorRate = requests === 0 ? 0 : failures / requests
  const ofErrors = errorRate === 0 ? mostRoom : limits.errorRate / errorRate
  return {
    seen: Math.min(
      mostRoom,
      ofErrors,
      roomOf(() => 0)
    ),
    onTime: roomOf((percentile, limitMs) => delayBy(lateMs?.[percentile] ?? 0, limitMs)),
    ofErrors
  }
}
