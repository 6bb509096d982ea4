import { once } from 'node:events'
import { statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { SpeedupError } from '../errors.js'
import { howItEnded } from '../processes/how-it-ended.js'
import { lastLines } from '../processes/last-lines.js'
import { generatorArguments } from './generator-arguments.js'
import { orderAsEnvironment, samplesHeader } from './run-order.js'
import { startGenerator } from './start-generator.js'
/**
 * @import { OwnedProcess } from '../processes/owned-process.js'
 * @import { Generation } from './run-generator.js'
 * @import { GeneratorEvent, LoadOutcome } from './run-order.js'
 */

/**
 * Runs a child `artillery run` whose load threads record every request, to its end.
 *
 * @param {Generation} generation
 * @param {AbortSignal} signal kills it at once
 * @returns {Promise<LoadOutcome | null>} null: it was ended by us before its last user had finished
 * @throws {SpeedupError} GENERATOR_FAILED, with what it said last
 */
export async function runRecorded({ order, commandLine, logFile, guard, heard, atMostSeconds }, signal) {
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
 * @param {OwnedProcess} generator
 * @param {Pick<Generation, 'heard'> & { atMostSeconds: number | undefined, hasAnswer: () => boolean }} how hasAnswer: the
 *   app has answered, or a request has failed: until then, it is not ended
 * @returns {Promise<LoadOutcome | null | string>} null: ended by us; or how it ended instead, in words
 */
async function follow({ child, exited, stop }, { heard, atMostSeconds, hasAnswer }) {
  /** @type {LoadOutcome | null} */
  let outcome = null
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

/**
 * @param {OwnedProcess['child']} child
 * @param {AbortSignal} ended
 * @returns {Promise<boolean>} whether the load has begun
 */
async function loading(child, ended) {
  while (!ended.aborted) {
    const messages = await once(child, 'message', { signal: ended }).catch(() => [])
    if (asGeneratorEvent(messages[0]) !== undefined) return true
  }
  return false
}

const pollMs = 50

/**
 * @param {number} seconds
 * @param {{ hasAnswer: () => boolean, ended: AbortSignal }} load
 * @returns {Promise<boolean>} whether it ended by itself before
 */
async function isOver(seconds, { hasAnswer, ended }) {
  const wait = (/** @type {number} */ ms) => delay(ms, false, { signal: ended }).catch(() => true)
  if (await wait(seconds * 1000)) return true
  while (!hasAnswer()) {
    if (await wait(pollMs)) return true
  }
  return false
}

/**
 * @param {any} message
 * @returns {GeneratorEvent | undefined}
 */
function asGeneratorEvent(message) {
  return message?.['artillery-plugin-speedup']
}

/**
 * @param {string} how it ended
 * @param {string} logFile
 */
function explain(how, logFile) {
  const lines = lastLines(logFile)
  return `The load generator (a child artillery run) ${how} before its last user had finished.${lines === '' ? '' : ` Its last lines:\n${lines}`}`
}
