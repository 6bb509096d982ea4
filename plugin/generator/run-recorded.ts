import { once } from 'node:events'
import { statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { SpeedupError } from '../concepts/errors.ts'
import { howItEnded } from '../processes/spawn-marked.ts'
import { lastLines } from '../processes/last-lines.ts'
import { generatorArguments, startGenerator } from './start-generator.ts'
import { orderAsEnvironment, samplesHeader, type GeneratorEvent, type LoadOutcome } from './run-order.ts'
import type { OwnedProcess } from '../processes/owned-process.ts'
import type { Generation } from './generators.ts'

/**
 * Runs a child `artillery run` whose load threads record every request, to its end.
 *
 * @param signal kills it at once
 * @returns null: it was ended by us before its last user had finished
 * @throws SpeedupError GENERATOR_FAILED, with what it said last
 */
export async function runRecorded({ order, commandLine, logFile, guard, heard, atMostSeconds }: Generation, signal: AbortSignal): Promise<LoadOutcome | null> {
  const argv = generatorArguments(commandLine)
  const generator = startGenerator({ artillery: order.artillery, argv, env: orderAsEnvironment(order), logFile }, guard)
  const kill = () => void generator.kill()
  signal.addEventListener('abort', kill, { once: true })
  try {
    const hasAnswer = () => statSync(order.samplesFile).size > samplesHeader.length
    const outcome = await follow(generator, { heard, atMostSeconds, hasAnswer })
    signal.throwIfAborted()
    if (typeof outcome === 'string') throw new SpeedupError('GENERATOR_FAILED', explain(outcome, logFile))
    return outcome
  } finally {
    signal.removeEventListener('abort', kill)
    await generator.kill()
  }
}

/**
 * @param how hasAnswer: the app has answered, or a request has failed: until then, it is not ended
 * @returns null: ended by us; or how it ended instead, in words
 */
async function follow({ child, exited, stop }: OwnedProcess, { heard, atMostSeconds, hasAnswer }: Pick<Generation, 'heard'> & { atMostSeconds: number | undefined, hasAnswer: () => boolean }): Promise<LoadOutcome | null | string> {
  let outcome: LoadOutcome | null = null
  child.on('message', (message) => {
    const told = asGeneratorEvent(message)
    if (told?.event === 'finished') outcome = told
    if (told !== undefined) heard(told)
  })
  if (atMostSeconds !== undefined) {
    const ended = new AbortController()
    void exited.then(() => ended.abort())
    const started = await loading(child, ended.signal)
    if (started && !(await isOver(atMostSeconds, { hasAnswer, ended: ended.signal }))) {
      await stop(2)
      return outcome
    }
  }
  const exit = await exited
  return outcome ?? howItEnded(exit)
}

/** @returns whether the load has begun */
async function loading(child: OwnedProcess['child'], ended: AbortSignal): Promise<boolean> {
  while (!ended.aborted) {
    const messages = await once(child, 'message', { signal: ended }).catch(() => [])
    if (asGeneratorEvent(messages[0]) !== undefined) return true
  }
  return false
}

const pollMs = 50

/** @returns whether it ended by itself before */
async function isOver(seconds: number, { hasAnswer, ended }: { hasAnswer: () => boolean, ended: AbortSignal }): Promise<boolean> {
  const wait = (ms: number) => delay(ms, false, { signal: ended }).catch(() => true)
  if (await wait(seconds * 1000)) return true
  while (!hasAnswer()) {
    if (await wait(pollMs)) return true
  }
  return false
}

function asGeneratorEvent(message: any): GeneratorEvent | undefined {
  return message?.['artillery-plugin-speedup']
}

/** @param how it ended */
function explain(how: string, logFile: string) {
  const lines = lastLines(logFile)
  return `The load generator (a child artillery run) ${how} before its last user had finished.${lines === '' ? '' : ` Its last lines:\n${lines}`}`
}
