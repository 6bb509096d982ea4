import { setTimeout as delay } from 'node:timers/promises'
import { followRecorded, listenTo, runGenerator, startChild, type Generation, type Next } from './run-generator.ts'
import { asMessage, seriesEnvironment, type GeneratorCommand, type LoadOutcome } from './run-order.ts'
import type { OwnedProcess } from '../processes/owned-process.ts'

/** A child `artillery run` that makes one load after the other. */
type Series = { send: (command: GeneratorCommand) => void, next: Next }

const endSeconds = 5

/** The load generator of one scenario: a child `artillery run` that lives through all its loads or, where that can't be, one for each load. */
export class LoadGenerator {
  #process: OwnedProcess | null = null
  #series: Promise<Series | null> | null

  /** @param perRun each load needs a child of its own */
  constructor({ perRun }: { perRun: boolean } = { perRun: false }) {
    this.#series = perRun ? Promise.resolve(null) : null
  }

  /**
   * Gets a load ready, while its app still starts.
   *
   * @param signal ends it at once, and with it the generator
   * @returns makes the load, as runGenerator does
   */
  prepare(generation: Generation, signal: AbortSignal): () => Promise<LoadOutcome | null> {
    const { order, commandLine, phases } = generation
    signal.throwIfAborted()
    if (commandLine.metered !== null) return () => runGenerator(generation, signal)
    const giveUp = () => {
      void this.kill()
      // If another load follows, it needs another child.
      if (this.#process !== null) this.#series = null
    }
    signal.addEventListener('abort', giveUp, { once: true })
    this.#series ??= this.#start(generation)
    const prepared = this.#series.then((series) => {
      series?.send({ command: 'load', order, phases })
      return series
    })
    // The one who makes the load gets the error.
    prepared.catch(() => {})
    return async () => {
      try {
        const series = await prepared
        if (series === null) return await runGenerator(generation, signal)
        const following = followRecorded(series.next, generation, () => {
          series.send({ command: 'stop' })
          return series.next('stopped')
        })
        series.send({ command: 'go' })
        return await following
      } finally {
        signal.removeEventListener('abort', giveUp)
        signal.throwIfAborted()
      }
    }
  }

  async #start(generation: Generation): Promise<Series | null> {
    const generator = startChild(generation, generation.commandLine, seriesEnvironment)
    this.#process = generator
    const next = listenTo(generator, generation.logFile)
    const { event } = await next('waiting', 'alone')
    if (event === 'waiting') return { next, send: (command) => void generator.child.send(asMessage(command), () => {}) }
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
