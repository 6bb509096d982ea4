import { SpeedupError } from '../errors.js'
import { startOwned } from '../processes/owned-process.js'
import { asAppEvent } from './messages.js'
import { modes } from './modes.js'
import { checkPortIsFree } from './port.js'
import { explainDeath } from './explain.js'
import { waitUntilReady } from './readiness.js'
/**
 * @import { App, Target, Variant } from '../vocabulary.js'
 * @import { Guard } from '../processes/guard.js'
 * @import { OwnedProcess } from '../processes/owned-process.js'
 * @import { UsageReport } from './messages.js'
 */

/**
 * @typedef {object} StartRequest
 * @property {App} app
 * @property {Variant} variant
 * @property {Target} target
 * @property {string} pidHeader
 * @property {string} logFile of the app's output
 * @property {Guard} guard
 */

/**
 * @typedef {object} Listener
 * @property {number} pid
 * @property {number} port
 * @property {string} address
 */

/**
 * @typedef {object} AppState what the app's processes have told so far
 * @property {Listener[]} listeners one for each server of each living process
 * @property {number} restarts workers that died and were forked again
 * @property {string | null} lastDeath how the last worker died
 * @property {number | null} gaveUpAfter deaths, when the primary forks no more
 * @property {UsageReport[]} usage
 */

/**
 * @typedef {object} RunningVariant
 * @property {number} readySeconds
 * @property {() => string[]} workerPids that listen on the target's port
 * @property {() => number} restarts
 * @property {() => UsageReport[]} usage told by its processes so far
 * @property {number} processGroup
 * @property {Promise<SpeedupError>} died resolves when the app leaves without having been asked to
 * @property {() => Promise<boolean>} stop true if it had to be killed
 */

/**
 * Starts the app as the variant says and waits until it is ready: it answers on the target's port and, when
 * clustered, every worker listens.
 *
 * @param {StartRequest} request
 * @param {AbortSignal} signal kills the app at once
 * @returns {Promise<RunningVariant>} its owner has to stop it
 * @throws {SpeedupError} PORT_TAKEN, APP_NOT_READY
 */
export async function startVariant(request, signal) {
  const { app, variant, target, pidHeader, logFile, guard } = request
  signal.throwIfAborted()
  await checkPortIsFree(target)
  signal.throwIfAborted()
  const startedAt = performance.now()
  const env = { ...process.env, ...app.env, ...variant.env, PORT: String(target.port) }
  const process_ = startOwned({ argv: modes[variant.mode](app, variant, pidHeader), env, cwd: app.cwd, logFile }, guard)
  const kill = () => void process_.kill()
  signal.addEventListener('abort', kill, { once: true })
  const state = followState(process_)
  let asked = false
  const stop = async () => {
    asked = true
    // Whoever interrupts us while the app takes its time does not wait for it.
    const killed = await process_.stop(app.stopTimeoutSeconds)
    signal.removeEventListener('abort', kill)
    return killed
  }
  try {
    await waitUntilReady({ ...request, process: process_, state }, signal)
  } catch (error) {
    await process_.kill()
    signal.removeEventListener('abort', kill)
    throw error
  }
  return {
    readySeconds: (performance.now() - startedAt) / 1000,
    workerPids: () => [...new Set(state.listeners.filter(({ port }) => port === target.port).map(({ pid }) => String(pid)))],
    restarts: () => state.restarts,
    usage: () => [...state.usage],
    processGroup: Number(process_.child.pid),
    died: new Promise((resolve) => {
      void process_.exited.then((exit) => {
        if (asked || signal.aborted) return
        resolve(new SpeedupError('APP_DIED', explainDeath({ variant, app, exit, state, logFile, when: 'while it was measured' })))
      })
    }),
    stop
  }
}

/**
 * @param {OwnedProcess} process_
 * @returns {AppState} kept up to date
 */
function followState({ child }) {
  /** @type {AppState} */
  const state = { listeners: [], restarts: 0, lastDeath: null, gaveUpAfter: null, usage: [] }
  child.on('message', (message) => {
    const event = asAppEvent(message)
    if (event?.event === 'listening') state.listeners.push(event)
    if (event?.event === 'usage') state.usage.push(event.report)
    if (event?.event === 'gave-up') state.gaveUpAfter = event.deaths
    if (event?.event === 'worker-exited') {
      state.listeners = state.listeners.filter(({ pid }) => pid !== event.pid)
      state.restarts++
      state.lastDeath = event.signal === null ? `exit code ${event.code}` : `signal ${event.signal}`
    }
  })
  return state
}
