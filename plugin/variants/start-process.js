import { SpeedupError } from '../errors.js'
import { startOwned } from '../processes/owned-process.js'
import { followState, listenersOn } from './app-state.js'
import { explainDeath } from './explain-death.js'
import { nameApp } from './name-app.js'
import { checkPortIsFree, isListening } from './port.js'
import { waitUntilReady } from './readiness.js'
/**
 * @import { Launch, OwnedProcess } from '../processes/owned-process.js'
 * @import { AppState } from './app-state.js'
 * @import { RunningVariant, StartRequest } from './start-variant.js'
 */

/**
 * @typedef {Pick<Launch, 'file' | 'argv' | 'isStranger'> & { env?: Record<string, string> }} How env: beyond the app's
 *
 * @typedef {object} Started
 * @property {OwnedProcess} process
 * @property {AppState} state
 * @property {() => Promise<boolean>} stop true if it had to be killed
 * @property {() => Promise<void>} kill
 */

/**
 * What all modes have in common that start something here: a process of ours, with all that it starts.
 *
 * @param {StartRequest} request
 * @param {How} how
 * @param {AbortSignal} signal kills it at once, but a stranger after a second
 * @returns {Promise<RunningVariant>}
 * @throws {SpeedupError} PORT_TAKEN, APP_NOT_READY
 */
export async function startProcess(request, how, signal) {
  signal.throwIfAborted()
  await checkPortIsFree(request.target)
  signal.throwIfAborted()
  const startedAt = performance.now()
  const started = launch(request, how, signal)
  try {
    const isReady = await waitUntilReady({ ...request, ...started }, signal)
    if (!isReady) throw await death({ ...request, ...started }, 'APP_NOT_READY')
  } catch (error) {
    await started.kill()
    throw error
  }
  const readySeconds = (performance.now() - startedAt) / 1000
  return { readySeconds, ...running({ ...request, ...started }, signal) }
}

/**
 * @param {StartRequest} request
 * @param {How} how
 * @param {AbortSignal} signal
 * @returns {Started}
 */
function launch({ app, variant, target, logFile, guard }, { env: own, ...how }, signal) {
  const env = { ...process.env, ...app.env, ...variant.env, ...own, PORT: String(target.port) }
  const owned = startOrExplain({ ...how, env, cwd: app.cwd, logFile }, guard, nameApp(variant, app))
  const isStranger = how.isStranger === true
  /** @type {Promise<boolean> | null} */
  let leaving = null
  const stopWithin = (/** @type {number} */ seconds) => (leaving ??= owned.stop(seconds))
  // Whoever interrupts us while the app takes its time does not wait for it.
  const endSoon = () => void (isStranger && leaving === null ? stopWithin(passOnSeconds) : owned.kill())
  signal.addEventListener('abort', endSoon, { once: true })
  const release = () => signal.removeEventListener('abort', endSoon)
  return {
    process: owned,
    state: followState(owned),
    stop: () => stopWithin(app.stopTimeoutSeconds).finally(release),
    async kill() {
      await (isStranger && signal.aborted ? stopWithin(passOnSeconds) : owned.kill())
      release()
    }
  }
}

/** For a command that has others do the work, as a client of docker has: only it can tell them to end. */
const passOnSeconds = 1

/**
 * @param {Launch} given
 * @param {StartRequest['guard']} guard
 * @param {string} who
 */
function startOrExplain(given, guard, who) {
  try {
    return startOwned(given, guard)
  } catch (error) {
    throw new SpeedupError('APP_NOT_READY', `${who} could not be started (${/** @type {Error} */ (error).message}).`)
  }
}

/**
 * @param {StartRequest & Started} started
 * @param {AbortSignal} signal
 * @returns {Omit<RunningVariant, 'readySeconds'>}
 */
function running(started, signal) {
  const { process: owned, state, target } = started
  let asked = false
  const died = owned.exited.then(() => {
    if (asked || signal.aborted) return new Promise(() => {})
    return death(started, 'APP_DIED')
  })
  return {
    workerPids: () => listenersOn(state, target.port).map(String),
    restarts: () => state.restarts,
    usage: () => [...state.usage],
    kin: owned.kin,
    died,
    stop() {
      asked = true
      return started.stop()
    }
  }
}

/**
 * @param {StartRequest & Started} started
 * @param {'APP_NOT_READY' | 'APP_DIED'} code
 */
async function death({ app, variant, target, state, logFile, process: owned }, code) {
  const exit = await owned.exited
  const stillListens = await isListening(target)
  const when = code === 'APP_DIED' ? 'while it was measured' : 'before it was ready'
  return new SpeedupError(code, explainDeath({ variant, app, target, exit, stillListens, state, logFile, when }))
}
