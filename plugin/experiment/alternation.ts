import { largestBy } from '../statistics/descriptive.ts'
import { NotInTurns, type Workplace } from './load-apps.ts'
import { SpeedupError } from '../concepts/errors.ts'
import { failuresOf, failureWords, mayFail } from '../concepts/failures.ts'
import { leaveOut, measureRound, measureRun } from './measure-round.ts'
import type { Run } from '../concepts/run.ts'
import type { ScenarioPlan, Settings } from '../concepts/settings.ts'
import type { Slice } from '../messages/load.ts'
import type { Pace } from './warm-up.ts'
import type { Turn } from './run-of.ts'

/** Of a core, from which on a variant that rests is no longer out of the way; many workers have more cores. */
const mostAtRest = ({ workers }: Run) => Math.max(0.1, 0.03 * workers.length)

/**
 * How the variants of a scenario alternate: in turns within each round, or one run after the other. It is decided in
 * the first round.
 */
export class Alternation {
  #settings
  #scenario
  #latencySeconds // of the slowest request to its last byte, at the slowest variant
  #apart?: string // why they are loaded one after the other, in words; undefined: they are not, or nobody asked
  #failing?: string // the variant that failed while they were together

  /** @param pace when variants warmed up */
  constructor(settings: Settings, scenario: ScenarioPlan, { slowestSeconds }: Pace) {
    this.#settings = settings
    this.#scenario = scenario
    this.#latencySeconds = slowestSeconds
  }

  /**
   * Measures a round.
   *
   * @param turns creates those of all variants, in their order, with empty files
   * @returns what begins, before it does, and a run of each variant
   */
  async *measure(turns: (() => Turn)[], workplace: Workplace): AsyncGenerator<{ begins: Turn[] } | { run: Run }> {
    if (this.#settings.alternate === 'slices' && this.#apart === undefined) {
      const all = turns.map((create) => create())
      yield { begins: all }
      const runs = await this.#inSlices(all, workplace)
      if (runs !== null) {
        for (const run of runs) yield { run }
        return
      }
    }
    for (const create of turns) {
      const turn = create()
      yield { begins: [turn] }
      const run = await measureRun(turn, workplace)
      if (run.variant === this.#failing && this.#fails(run))
        this.#apart = `requests fail, in turns as alone: of ${run.variant}, ${failureWords([run])}`
      yield { run: { ...run, apart: this.#apart } }
    }
  }

  /** @returns null: it can't be; only the first round finds that */
  async #inSlices(turns: Turn[], workplace: Workplace) {
    const told = turns[0].spreadSeconds ? spreadTold : warmUpTold
    if (this.#latencySeconds > told * mostLatency(turns.length))
      return this.#giveUp(`requests take too long for turns (${Math.round(1000 * this.#latencySeconds)} ms)`)
    const slices = this.#plan(turns)
    if (slices === null) return this.#giveUp('too many of them would rest for too long')
    try {
      const runs = await measureRound(turns, slices, workplace)
      return turns[0].round > 1 ? runs : this.#look(runs, slices)
    } catch (error) {
      if (error instanceof NotInTurns) return this.#giveUp(error.message)
      // Whether it is since they are together shows when each is measured by itself.
      if (turns[0].round > 1 || workplace.signal.aborted || !(error instanceof SpeedupError)) throw error
      return this.#giveUp(`together they did not work: ${inALine(error.message)}`)
    }
  }

  /** @param runs of the first round. @returns null: they can't be loaded in turns */
  #look(runs: Run[], slices: Slice[]) {
    const failing = runs.find((run) => this.#fails(run))
    // What is more than an app can do fails whoever is there.
    if (failing !== undefined && this.#scenario.level?.isLeast !== false) {
      this.#failing = failing.variant
      return this.#giveUp(`together they failed: of ${failing.variant}, ${failureWords([failing])}`)
    }
    const { seconds } = slices[slices.length - 1]
    const slowest = largestBy(runs, ({ counted }) => counted.slowestMs ?? NaN)
    this.#latencySeconds = (slowest.counted.slowestMs ?? NaN) / 1000
    const busy = runs.find((run) => (run.restCores ?? NaN) > mostAtRest(run))
    if (this.#latencySeconds > mostLatency(runs.length)) {
      const ms = Math.round(1000 * this.#latencySeconds)
      return this.#giveUp(
        `requests of ${slowest.variant} take too long for turns of ${seconds.toFixed(1)} s (${ms} ms)`
      )
    }
    return busy === undefined
      ? runs
      : this.#giveUp(`${busy.variant} used ${busy.restCores?.toFixed(2)} cores while it rested`)
  }

  #fails(run: Run) {
    const { count, all } = failuresOf(run)
    return count > Math.max(mayFail, this.#scenario.limits[run.variant]?.errorRate ?? 0) * all
  }

  #giveUp(why: string) {
    this.#apart = why
    return null
  }

  #plan(turns: Turn[]) {
    const loads = turns.length
    const loadSeconds = turns[0].loadSeconds ?? 0
    const warmUpSeconds = leaveOut(loadSeconds, this.#settings, turns[0].spreadSeconds) ?? 0
    // What the warm-up tells may be too much. The first round knows.
    const latencySeconds = Math.min(this.#latencySeconds, mostLatency(loads))
    return planSlices({ loads, seconds: loadSeconds - warmUpSeconds, warmUpSeconds, latencySeconds })
  }
}

/**
 * What happened, and of what an app printed last, only what names an error. Advice is left out, so that both are one
 * sentence.
 */
export function inALine(message: string) {
  const [first, ...printed] = message.split('\n')
  const named = printed.find((line) => /Error\b|\bE[A-Z]{4,}\b|\b[A-Z]+_[A-Z]+\b/.test(line))
  return named === undefined
    ? first.replace(/ Its last lines:$/, '').replace(/\.$/, '')
    : `${first.replace(/\. (?=\p{Lu}).*/u, '')}: ${named.trim().replace(/,$/, '')}`
}

/**
 * Users' connections are closed after a rest of four seconds, by Artillery's client and ours: an app is slower for a
 * second or two after users have connected anew.
 */
export const longestRest = 3.5
/** Shorter ones would see an app that has just rested. */
const leastSeconds = 0.5
/** From one slice to the next, beside what is under way. */
const changeSeconds = 0.05
/** What is under way at either end of a slice takes so many latencies: it does not count. */
const endsEach = 3
/** While users come and code is compiled, requests take longer, but not so many times. */
const warmUpTold = 2
/** Those who come while the others log in wait for them all: later, users are spread over the flow. */
const spreadTold = 4

/**
 * How loads take turns. rests: slices between two of the same load at most; latencies: in a slice, at least; each:
 * slices that a load usually has; isMirrored: A B B A, which a drift does not favour; else A B A B
 */
type Rhythm = ReturnType<typeof rhythmsOf>[number]

/**
 * The first that fits is taken. Of few latencies, a slice is mostly its ends; but runs apart meet different machines.
 */
const rhythmsOf = (loads: number) => [
  { rests: loads === 2 ? 2 : loads - 1, latencies: 10, each: 4, isMirrored: loads === 2 },
  { rests: loads - 1, latencies: 3, each: 3, isMirrored: false }
]

const longestSlice = ({ rests }: Rhythm) => longestRest / rests - changeSeconds

/** @returns seconds that requests may take where so many loads take turns */
const mostLatency = (loads: number) =>
  Math.max(
    0,
    ...rhythmsOf(loads).map((rhythm) => {
      const longest = longestSlice(rhythm)
      return Math.min(longest / (rhythm.latencies + endsEach), (longest - leastSeconds) / endsEach)
    })
  )

/**
 * The slices of a round: each load warms up, then they take turns, so that none rests for long.
 *
 * @param loads how many; seconds: of each that count; latencySeconds: the mean of the slowest request
 * @returns null: requests take too long, or there are too many loads
 */
export function planSlices({
  loads,
  seconds,
  warmUpSeconds,
  latencySeconds
}: Record<'loads' | 'seconds' | 'warmUpSeconds' | 'latencySeconds', number>) {
  const shortestOf = ({ latencies }: Rhythm) => Math.max(leastSeconds, latencies * latencySeconds)
  const longestOf = (rhythm: Rhythm) => longestSlice(rhythm) - endsEach * latencySeconds
  const rhythm = rhythmsOf(loads).find((one) => shortestOf(one) <= longestOf(one))
  if (rhythm === undefined) return null
  const shortest = shortestOf(rhythm)
  const longest = longestOf(rhythm)
  const wanted = Math.min(longest, Math.max(shortest, seconds / rhythm.each))
  const count = Math.max(2, Math.round(seconds / wanted))
  const order = Array.from({ length: loads }, (_, load) => load)
  const inTurns = (times: number, each: number, counts: boolean) =>
    Array.from({ length: times }, (_, i) =>
      (rhythm.isMirrored && counts && i % 2 === 1 ? order.toReversed() : order).map((load) => ({
        load,
        seconds: each,
        counts
      }))
    ).flat()
  const warmUps = Math.ceil(warmUpSeconds / longest)
  return [
    ...inTurns(warmUps, warmUpSeconds / warmUps, false),
    ...inTurns(count, Math.max(shortest, seconds / count), true)
  ]
}
