import { setTimeout as delay } from 'node:timers/promises'
import { metered } from './metered.ts'
import { followRecorded, listenTo, recorded, type Heard } from './recorded.ts'
import { runGenerator, startChild, type Generation, type HearStep, type Maker } from './run-generator.ts'
import {
  asMessage,
  seriesEnvironment,
  type LoadCommand,
  type Lack,
  type MadeRound,
  type Turns
} from '../messages/load.ts'
import type { Settings } from '../concepts/settings.ts'
import type { OwnedProcess } from '../processes/owned-process.ts'

/** @param generator null: the option is left out */
export const makerOf = (generator: Settings['generator']): Maker => (generator === null ? recorded : metered(generator))

/** A child `artillery run` that makes one round of loads after the other. */
type Series = { send: (command: LoadCommand) => void } & Heard

const endSeconds = 5

/**
 * The load generator of one scenario: a child `artillery run` that lives through all its loads or, where that can't be,
 * one for each load.
 */
export class LoadGenerator {
  #process: OwnedProcess | null = null
  #series: Promise<Series | null> | null
  readonly lacks

  /** @param perRun each load needs a child of its own; lacks: that are known of the scenario */
  constructor({ perRun = false, lacks = [] }: { perRun?: boolean; lacks?: Lack[] } = {}) {
    this.#series = perRun ? Promise.resolve(null) : null
    this.lacks = lacks
  }

  /** @param found by a load. @returns whether any of it is new, so that the next one is made otherwise */
  learn(found: readonly Lack[]) {
    const fresh = found.filter(({ scenario }) => !this.lacks.some((lack) => lack.scenario === scenario))
    this.lacks.push(...fresh)
    return fresh.length > 0
  }

  /**
   * Gets the loads of a round ready, while their apps still start.
   *
   * @param turns null: it is a single load
   * @param signal ends them at once, and with them the generator
   * @returns makes them, as runGenerator does; null where they take turns: this Artillery makes one load at a time
   */
  prepare(
    generations: Generation[],
    turns: Turns | null,
    signal: AbortSignal
  ): (heard: HearStep) => Promise<MadeRound | null> {
    signal.throwIfAborted()
    const [first] = generations
    if (!first.maker.makesSeries) return (heard) => runGenerator(first, heard, signal)
    const giveUp = () => {
      void this.kill()
      // If another load follows, it needs another child.
      if (this.#process !== null) this.#series = null
    }
    signal.addEventListener('abort', giveUp, { once: true })
    this.#series ??= this.#start(first)
    const prepared = this.#series.then((series) => {
      for (const { order, phases } of generations) series?.send({ command: 'load', order, phases })
      return series
    })
    // The one who makes the loads gets the error.
    prepared.catch(() => {})
    return async (heard) => {
      try {
        const series = await prepared
        if (series === null) return turns === null ? await runGenerator(first, heard, signal) : null
        const cutShort = () => {
          // Threads that take turns wait for what does not come.
          if (turns !== null) return this.kill()
          series.send({ command: 'stop' })
          return series.next('stopped')
        }
        const following = followRecorded(series, generations, { heard, cutShort })
        series.send({ command: 'go', turns })
        return await following
      } catch (error) {
        // A child that has ended makes no other load.
        if (this.#process?.exit() !== null) this.#series = null
        throw error
      } finally {
        signal.removeEventListener('abort', giveUp)
        signal.throwIfAborted()
      }
    }
  }

  async #start(generation: Generation): Promise<Series | null> {
    const generator = startChild(generation, seriesEnvironment)
    this.#process = generator
    const heard = listenTo(generator, generation.logFile)
    const { event } = await heard.next('waiting', 'alone')
    if (event === 'waiting')
      return { ...heard, send: (command) => void generator.child.send(asMessage(command), () => {}) }
    await this.kill()
    return null
  }

  /** All loads were made: Artillery ends by itself, so that its plugins do. Resolves when nothing of it is left. */
  async end() {
    const series = await this.#series
    series?.send({ command: 'end' })
    await Promise.race([this.#process?.exited, delay(endSeconds * 1000, undefined, { ref: false })])
    await this.kill()
  }

  /** Resolves when nothing of it is left. */
  async kill() {
    await this.#process?.kill()
  }
}
