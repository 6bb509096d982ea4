import { setTimeout as delay } from 'node:timers/promises'
import { lastLines } from '../processes/last-lines.ts'
import { howItEnded, type OwnedProcess } from '../processes/owned-process.ts'
import { generatorFailed, runGenerator, startChild, untilCut, type Generation } from './run-generator.ts'
import { asMessage, eventIn, seriesAsEnvironment, type GeneratorCommand, type GeneratorEvent, type LoadOutcome } from './run-order.ts'

type EventOf<Name> = Extract<GeneratorEvent, { event: Name }>

/** A child `artillery run` that makes one load after the other. */
interface Series {
  send: (command: GeneratorCommand) => void
  /** resolves with the first event of these names that comes; rejects when the child has ended */
  next: <Name extends GeneratorEvent['event']>(...names: Name[]) => Promise<EventOf<Name>>
}

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
    const giveUp = () => void this.kill()
    signal.addEventListener('abort', giveUp, { once: true })
    this.#series ??= this.#start(generation)
    const prepared = this.#series.then((series) => {
      series?.send({ command: 'load', order, phases })
      return series
    })
    // Whoever makes the load hears of it.
    prepared.catch(() => {})
    return async () => {
      try {
        const series = await prepared
        return await (series === null ? runGenerator(generation, signal) : run(series, generation))
      } finally {
        signal.removeEventListener('abort', giveUp)
        signal.throwIfAborted()
      }
    }
  }

  async #start(generation: Generation): Promise<Series | null> {
    this.#process = startChild(generation, generation.commandLine, seriesAsEnvironment(generation.order.artillery))
    const series = seriesOf(this.#process, generation.logFile)
    const { event } = await series.next('waiting', 'alone')
    if (event === 'waiting') return series
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

const endSeconds = 5

function seriesOf({ child, exited }: OwnedProcess, logFile: string): Series {
  const awaited = new Map<string, (event: any) => void>()
  child.on('message', (message) => {
    const event = eventIn(message)
    if (event !== null) awaited.get(event.event)?.(event)
  })
  const ended = exited.then((exit) => {
    throw generatorFailed('a child artillery run', `${howItEnded(exit)} before its last user had finished`, lastLines(logFile))
  })
  ended.catch(() => {})
  return {
    send: (command) => void child.send(asMessage(command), () => {}),
    next: (...names) => Promise.race([ended, new Promise<any>((resolve) => names.forEach((name) => awaited.set(name, resolve)))])
  }
}

async function run({ send, next }: Series, { order, heard, atMostSeconds }: Generation): Promise<LoadOutcome | null> {
  const [loading, finished] = [next('loading'), next('finished')]
  finished.catch(() => {})
  send({ command: 'go' })
  heard(await loading)
  void next('warm').then(heard, () => {})
  const cut = new AbortController()
  const isCut = atMostSeconds === undefined ? [] : [untilCut(order.samplesFile, atMostSeconds, cut.signal).then(() => null)]
  const outcome = await Promise.race([finished, ...isCut]).finally(() => cut.abort())
  if (outcome !== null) {
    heard(outcome)
    return outcome
  }
  const stopped = next('stopped')
  send({ command: 'stop' })
  await stopped
  return null
}
