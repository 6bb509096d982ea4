import { nextLevel, leftOver, readings } from '../../plugin/questions/capacity/statistics/readings.ts'
import { roundedTo, type Bounds } from '../../plugin/questions/capacity/statistics/replay-search.ts'
import { logInterval, tailAtLook } from '../../plugin/statistics/sequential-rule.ts'
import { replaySearch, type Replay } from '../../plugin/questions/capacity/statistics/replay-search.ts'
import { secondsOfLoad } from '../../plugin/questions/capacity/experiment/search-capacity.ts'
import { simulateLoad, type Queue } from './queues.ts'
import { seededNormal, seededUniform } from './random.ts'
import { leastQueueOf, type SeenStep } from '../../plugin/questions/capacity/statistics/seen-step.ts'

export const looks = { min: 3, max: 10, confidence: 0.95 } as const
const betweenLoadsSeconds = 1 // to exchange the app
const speedNoise = 0.03 // of one start of the app to the next, on the log scale

/** A load at a level: what it said. */
export type Load = (
  level: number,
  wholeSeconds: number
) => Omit<SeenStep, 'round' | 'asked' | 'void' | 'insideMs'> & Partial<SeenStep>
/** After a round: in logarithms, an absolute interval. */
export type Look = { centre: number; halfWidth: number }
export type Searched = { looks: Look[]; seconds: number; steps: SeenStep[]; replay: Replay }

/** A whole search, as the plugin makes it, with the most rounds. looks: from the third round on. */
export function simulateSearch(load: Load, start: Bounds, rounds: number = looks.max): Searched {
  const steps: SeenStep[] = []
  const found: Look[] = []
  let seconds = 0
  const add = (level: number, round: number, isLong: boolean) => {
    const lasting = replay.timesLonger * secondsOfLoad(level, isLong, { p95: 1, errorRate: 0 })
    steps.push({ round, asked: level, insideMs: null, void: null, ...load(level, lasting) })
    seconds += lasting + betweenLoadsSeconds
    replay = replaySearch(steps, start)
  }
  let replay = replaySearch(steps, start)
  while ('next' in replay.state) add(replay.state.next, 0, replay.state.isLong)
  for (let round = 1; 'found' in replay.state && replay.during.length < rounds && round <= 2 * rounds; round++) {
    const { before, during, bounds } = replay
    add(roundedTo(Math.max(bounds.least, nextLevel(before, during, bounds.most)), bounds), round, true)
    if (replay.during.length < looks.min || replay.during.length - looks.min < found.length) continue
    const { centre, halfWidth } = logInterval(
      readings(before, replay.during).map(Math.log),
      tailAtLook(looks, replay.during.length)
    )
    found.push({ centre, halfWidth: halfWidth + leftOver(before, replay.during) })
  }
  return { looks: found, seconds, steps, replay }
}

/** Of a queue whose p95 is limited; lateMs: of 95 in 100 users, who then come in bursts. The same for the same seed. */
export function loadOfQueue(
  queue: Queue,
  limitMs: number,
  { seed = 1, lateMs = 0 }: { seed?: number; lateMs?: number } = {}
): Load {
  const [uniform, normal] = [seededUniform(seed), seededNormal(seed + 16)]
  return (level, wholeSeconds) => {
    const serviceMs = queue.serviceMs * Math.exp(speedNoise * normal())
    const warmUpSeconds = Math.min(1.5, wholeSeconds / 3)
    const seconds = wholeSeconds - warmUpSeconds
    const { p95, came, answered } = simulateLoad(
      { ...queue, serviceMs },
      { perSecond: level, warmUpSeconds, seconds },
      uniform
    )
    const isLate = p95 > limitMs && p95 - (lateMs < 0.1 * limitMs ? lateMs : 8 * lateMs) <= limitMs
    const busy = Math.min(1, (level * serviceMs) / 1000 / queue.servers)
    return {
      level: came / seconds,
      seconds,
      room: limitMs / p95,
      busy,
      answered: answered / seconds,
      leastQueue: leastQueueOf({ p95: limitMs, errorRate: 0 }),
      void: came === 0 ? 'empty' : isLate ? 'late' : null
    }
  }
}
