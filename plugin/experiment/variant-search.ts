import { limitedPercentiles, seenStep, type SeenStep } from '../concepts/capacity.ts'
import { metricFacts, withSpare } from '../concepts/metrics.ts'
import { usualWarmUpSeconds, type Run } from '../concepts/run.ts'
import { nextLevel } from '../statistics/capacity-readings.ts'
import { roundedTo, type Bounds } from '../statistics/capacity-search.ts'
import { replaySearch, type Replay } from '../statistics/replay-search.ts'
import type { ServiceLevel } from '../concepts/settings.ts'

/** Of each load, with the part that does not count: a bracket need not be exact. */
const bracketSeconds = { least: 3, most: 12, responses: 30 }
const roundSeconds = { least: 7.5, most: 15, responses: 600 }

/**
 * @param limits of the service level. @returns seconds of a load with so many responses a second, about; its warm-up is
 * a part of them
 */
export function secondsOfLoad(perSecond: number, isLong: boolean, limits: ServiceLevel['limits']): number {
  const { least, most, responses } = isLong ? roundSeconds : bracketSeconds
  const needed = limitedPercentiles(limits).map((percentile) => withSpare(metricFacts[percentile].fewestLatencies))
  const seconds = isLong ? usualWarmUpSeconds + Math.max(responses, ...needed) / perSecond : responses / perSecond
  return Math.min(most, Math.max(least, seconds))
}

interface Lengths {
  seconds: number | null // of long loads, that were asked for
  longerSeconds: number // of a warm-up that is longer than usual
}

/** What is known of one variant during a search, and what its next load is. */
export class VariantSearch {
  #steps: SeenStep[] = []
  #perSecond: number | null = null // responses of the last load
  #start
  #limits
  #lengths

  constructor(start: Bounds, limits: ServiceLevel['limits'], lengths: Lengths) {
    this.#start = start
    this.#limits = limits
    this.#lengths = lengths
  }

  add(run: Run) {
    this.#steps.push(seenStep(run, this.#limits))
    this.#perSecond = run.throughputPerSecond
  }

  get #replay(): Replay {
    return replaySearch(this.#steps, this.#start)
  }

  get state(): Replay['state'] {
    return this.#replay.state
  }

  isWhole(round: number): boolean {
    return this.#replay.during.some((step) => step.round === round)
  }

  /**
   * @returns the next load of the first part, until the limit lies between narrow bounds, or a bound is in the way:
   * null
   */
  get next(): { level: number; seconds: number } | null {
    const { state } = this.#replay
    return 'next' in state ? { level: state.next, seconds: this.#secondsAt(state.next, state.isLong) } : null
  }

  /** The next load of the second part. */
  get besideLimit(): { level: number; seconds: number } {
    const { before, during, bounds } = this.#replay
    const level = roundedTo(Math.max(bounds.least, nextLevel(before, during, bounds.most)), bounds)
    return { level, seconds: this.#secondsAt(level, true) }
  }

  #secondsAt(level: number, isLong: boolean) {
    const { seconds, longerSeconds } = this.#lengths
    if (isLong && seconds !== null) return seconds
    const perSecond = this.#start.isWhole ? this.#perSecond || level : level
    return longerSeconds + this.#replay.timesLonger * secondsOfLoad(perSecond, isLong, this.#limits)
  }
}
