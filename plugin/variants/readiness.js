import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import { SpeedupError } from '../errors.js'
import { explainDeath, explainDelay } from './explain.js'
import { isListening } from './port.js'
/**
 * @import { Target } from '../vocabulary.js'
 * @import { OwnedProcess } from '../processes/owned-process.js'
 * @import { AppState, StartRequest } from './start-variant.js'
 */

const pollMilliseconds = 50

/**
 * @param {StartRequest & { process: OwnedProcess, state: AppState }} request
 * @param {AbortSignal} signal
 * @throws {SpeedupError} APP_NOT_READY: the app left, or took longer than allowed
 */
export async function waitUntilReady({ app, variant, target, logFile, process, state }, signal) {
  const deadline = performance.now() + app.readyTimeoutSeconds * 1000
  /** @type {string | null} */
  let readyAnswer = null
  while (performance.now() < deadline) {
    signal.throwIfAborted()
    const exit = process.exit()
    if (exit !== null) {
      throw new SpeedupError('APP_NOT_READY', explainDeath({ variant, app, exit, state, logFile, when: 'before it was ready' }))
    }
    if (isEveryWorkerListening(state, variant.workers, target.port) || (variant.mode === 'single' && state.listeners.length === 0)) {
      if (await isListening(target)) {
        readyAnswer = app.ready === null ? null : await ask(target, app.ready)
        if (readyAnswer === null) return
      }
    }
    await news(process, signal)
  }
  throw new SpeedupError('APP_NOT_READY', explainDelay({ variant, app, target, state, logFile, readyAnswer }))
}

/**
 * @param {AppState} state
 * @param {number} workers
 * @param {number} port
 */
function isEveryWorkerListening({ listeners }, workers, port) {
  return new Set(listeners.filter((one) => one.port === port).map(({ pid }) => pid)).size >= workers
}

/**
 * Waits for the next message or the end of the app, but not for long: a server in a process that can't tell us
 * is found by trying.
 *
 * @param {OwnedProcess} process
 * @param {AbortSignal} signal
 */
async function news({ child, exited }, signal) {
  const enough = new AbortController()
  const until = { signal: AbortSignal.any([signal, enough.signal]) }
  const told = once(child, 'message', until).catch(() => {})
  const waited = delay(pollMilliseconds, undefined, until).catch(() => {})
  await Promise.race([told, exited, waited])
  enough.abort()
}

/**
 * @param {Target} target
 * @param {string} path
 * @returns {Promise<string | null>} null: ready; else what it did instead, in words
 */
function ask(target, path) {
  const request = target.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve) => {
    const options = { host: target.hostname, port: target.port, path, timeout: 2000, agent: false, rejectUnauthorized: false }
    const asked = request(options, (response) => {
      response.resume()
      resolve(Number(response.statusCode) < 500 ? null : `answered ${response.statusCode}`)
    })
    asked.once('timeout', () => asked.destroy(new Error('no answer')))
    asked.once('error', (error) => resolve(`failed (${error.message})`))
    asked.end()
  })
}
