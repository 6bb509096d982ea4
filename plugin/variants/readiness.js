import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { SpeedupError } from '../errors.js'
import { listeningPorts } from '../processes/listening-ports.js'
import { listenersOn } from './app-state.js'
import { ask } from './ask.js'
import { explainDelay } from './explain-delay.js'
import { isListening } from './port.js'
/**
 * @import { Target, Variant } from '../vocabulary.js'
 * @import { OwnedProcess } from '../processes/owned-process.js'
 * @import { AppState } from './app-state.js'
 * @import { StartRequest } from './start-variant.js'
 */

const pollMilliseconds = 50

/**
 * @param {StartRequest & { process: OwnedProcess, state: AppState }} request
 * @param {AbortSignal} signal
 * @returns {Promise<boolean>} false: the app has left
 * @throws {SpeedupError} APP_NOT_READY: it took longer than allowed
 */
export async function waitUntilReady({ app, variant, target, logFile, process, state }, signal) {
  const deadline = performance.now() + app.readyTimeoutSeconds * 1000
  /** @type {string | null} */
  let readyAnswer = null
  while (performance.now() < deadline) {
    signal.throwIfAborted()
    if (process.exit() !== null) return false
    if (state.gaveUpAfter !== null) {
      // Those of its workers that drain their connections first would go on.
      await process.kill()
      return false
    }
    const listens = mayListen(state, variant, target.port) && (await isListening(target))
    readyAnswer = listens && app.ready !== null ? await askIfReady(target, app.ready) : null
    if (listens && readyAnswer === null) return true
    await news(process, signal)
  }
  const seenPorts = tellsNothing(state, variant) ? listeningPorts(process.kin) : []
  throw new SpeedupError('APP_NOT_READY', explainDelay({ variant, app, target, state, seenPorts, logFile, readyAnswer }))
}

/**
 * Whether it is worth asking: every worker that can tell us listens; what tells nothing may do so at any time.
 *
 * @param {AppState} state
 * @param {Variant} variant
 * @param {number} port
 */
function mayListen(state, variant, port) {
  if (tellsNothing(state, variant)) return true
  const workers = variant.workers ?? state.expected
  return workers !== null && listenersOn(state, port).length >= workers
}

/**
 * @param {AppState} state
 * @param {Variant} variant
 */
function tellsNothing({ listeners }, { mode }) {
  return mode === 'command' || (mode === 'single' && listeners.length === 0)
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
async function askIfReady(target, path) {
  const { status, error } = await ask(new URL(path, target.url), { anyCertificate: true, patienceMs: 2000 })
  if (status === null) return `failed (${error?.message})`
  return status < 500 ? null : `answered ${status}`
}
