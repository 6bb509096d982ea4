import { setTimeout as delay } from 'node:timers/promises'
import {
  followRecorded,
  listenTo,
  mostOpenSeconds,
  runGenerator,
  startChild,
  untilStuck,
  type Generation,
  type Heard
} from './run-generator.ts'
import {
  asMessage,
  seriesEnvironment,
  type LoadCommand,
  type Lack,
  type LoadOutcome,
  type RoundEvent,
  type SeenSlice,
  type Slice
} from '../messages/load.ts'
import type { OwnedProcess } from '../processes/owned-process.ts'

/** A child `artillery run` that makes one load after the other. */
type Series = { send: (command: LoadCommand) => void } & Heard

/** mostSeconds: that a slice waits for what is under way; heard: called with each step of each slice as it comes */
export type RoundPlan = {
  slices: Slice[]
  mostSeconds: number
  heard: (step: Extract<RoundEvent, { event: 'slice' }>) => void
}
/** outcomes: of each load, in their order */
export type SeenRound = { outcomes: LoadOutcome[]; slices: SeenSlice[] }

const endSeconds = 5

/**
 * The load generator of one scenario: a child `artillery run` that lives through all its loads or, where that can't be,
 * one for each load.
 */
export class LoadGenerator {
  #process: OwnedProcess | null = null
  #series: Promise<Series | null> | null
  readonly lacks: Lack[]

  /** @param perRun each load needs a child of its own; lacks: that are known of the scenario */
  constructor({ perRun = false, lacks = [] }: { perRun?: boolean; lacks?: Lack[] } = {}) {
    this.#series = perRun ? Promise.resolve(null) : null
    this.lacks = lacks
  }

  /** @param found by a load. @returns whether any of it is new, so that the next one is made otherwise */
  learn(found: readonly Lack[]): boolean {
    const fresh = found.filter(({ scenario }) => !this.lacks.some((lack) => lack.scenario === scenario))
    this.lacks.push(...fresh)
    return fresh.length > 0
  }

  /**
   * Gets a load ready, while its app still starts.
   *
   * @param signal ends it at once, and with it the generator
   * @returns makes the load, as runGenerator does
   */
  prepare(generation: Generation, signal: AbortSignal): () => Promise<LoadOutcome | null> {
    signal.throwIfAborted()
    if (generation.commandLine.metered !== null) return () => runGenerator(generation, signal)
    return this.#prepare([generation], signal, async (series) => {
      if (series === null) return runGenerator(generation, signal)
      const following = followRecorded(series.next, generation, () => {
        series.send({ command: 'stop' })
        return series.next('stopped')
      })
      series.send({ command: 'go' })
      return following
    })
  }

  /**
   * Gets loads ready whose turns alternate, while their apps still start.
   *
   * @param signal ends them at once, and with them the generator
   * @returns makes them; null: this Artillery makes one load at a time
   */
  prepareRound(generations: Generation[], signal: AbortSignal): (plan: RoundPlan) => Promise<SeenRound | null> {
    signal.throwIfAborted()
    const inTurns = generations.map((generation) => ({ ...generation, order: { ...generation.order, inTurns: true } }))
    return this.#prepare(inTurns, signal, async (series, { heard, ...plan }: RoundPlan) => {
      if (series === null) return null
      series.follow('slice', heard)
      const over = series.next('round')
      over.catch(() => {})
      series.send({ command: 'turns', ...plan })
      const ended = new AbortController()
      const orders = inTurns.map(({ order }) => order)
      const stuck = untilStuck(orders, mostOpenSeconds.inTurns, AbortSignal.any([signal, ended.signal]))
      // Its threads wait for what does not come.
      const given = stuck.catch((error) => this.kill().then(() => Promise.reject(error)))
      const { outcomes, slices: seen } = await Promise.race([over, given]).finally(() => ended.abort())
      return { outcomes, slices: seen }
    })
  }

  /** @param make with a series that has them; null: there is none */
  #prepare<Given extends unknown[], T>(
    generations: Generation[],
    signal: AbortSignal,
    make: (series: Series | null, ...given: Given) => Promise<T>
  ): (...given: Given) => Promise<T> {
    const giveUp = () => {
      void this.kill()
      // If another load follows, it needs another child.
      if (this.#process !== null) this.#series = null
    }
    signal.addEventListener('abort', giveUp, { once: true })
    this.#series ??= this.#start(generations[0])
    const prepared = this.#series.then((series) => {
      for (const { order, phases } of generations) series?.send({ command: 'load', order, phases })
      return series
    })
    // The one who makes the loads gets the error.
    prepared.catch(() => {})
    return async (...given) => {
      try {
        return await make(await prepared, ...given)
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
    const generator = startChild(generation, generation.commandLine, seriesEnvironment)
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
