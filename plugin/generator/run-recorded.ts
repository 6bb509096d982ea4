import { statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { howItEnded } from '../processes/owned-process.ts'
import { lastLines } from '../processes/last-lines.ts'
import { generatorArguments, generatorFailed, withGenerator } from './start-generator.ts'
import { orderAsEnvironment, samplesHeader, type LoadOutcome } from './run-order.ts'
import type { OwnedProcess } from '../processes/owned-process.ts'
import type { Generation } from './generators.ts'

/** Runs a child `artillery run` whose load threads record every request, to its end. */
export async function runRecorded(generation: Generation, signal: AbortSignal): Promise<LoadOutcome | null> {
  const child = { argv: generatorArguments(generation.commandLine), env: orderAsEnvironment(generation.order) }
  const outcome = await withGenerator(generation, child, signal, (generator) => follow(generator, generation))
  if (typeof outcome !== 'string') return outcome
  throw generatorFailed('a child artillery run', `${outcome} before its last user had finished`, lastLines(generation.logFile))
}

const pollMs = 50

/** @returns null: ended by us; or how it ended instead, in words */
async function follow({ child, exited, stop }: OwnedProcess, { order, heard, atMostSeconds }: Generation) {
  let outcome = null as LoadOutcome | null
  const loading = new Promise<void>((resolve) => {
    child.on('message', (message: any) => {
      const event = message?.['artillery-plugin-speedup']
      if (event === undefined) return
      if (event.event === 'finished') outcome = event
      heard(event)
      resolve()
    })
  })
  if (atMostSeconds !== undefined) {
    const ended = new AbortController()
    void exited.then(() => ended.abort())
    const wait = (ms: number) => delay(ms, undefined, { signal: ended.signal }).catch(() => {})
    await Promise.race([loading, exited])
    await wait(atMostSeconds * 1000)
    // It is not ended before the app has answered, or a request has failed.
    while (!ended.signal.aborted && statSync(order.samplesFile).size <= samplesHeader.length) await wait(pollMs)
    if (!ended.signal.aborted) {
      await stop(2)
      return outcome
    }
  }
  const exit = await exited
  return outcome ?? howItEnded(exit)
}
