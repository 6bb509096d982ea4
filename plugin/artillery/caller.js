import { SpeedupError } from '../errors.js'
import { arrivalSeconds } from '../settings/arrival-seconds.js'
import { asMessage, takeCall } from './call.js'
/**
 * @import { Options, Settings } from '../vocabulary.js'
 * @import { Progress } from '../speedup.js'
 * @import { CallEvent, CallPlan } from './call.js'
 */

/**
 * @typedef {object} Caller the test suite that wants this comparison, seen from the plugin
 * @property {Options} options each takes the place of the file's
 * @property {(event: CallEvent) => Promise<void>} tell resolves when it has been sent, or can't be
 */

/**
 * @param {NodeJS.Process} us
 * @returns {Caller | null} null: nobody called, somebody typed `artillery run`
 */
export function findCaller(us) {
  const call = takeCall(us.env)
  if (call === null) return null
  endWithCaller(us)
  return {
    options: call.options,
    tell: (event) => new Promise((resolve) => {
      if (!us.connected || us.send === undefined) return resolve()
      us.send(asMessage(event), undefined, undefined, () => resolve())
    })
  }
}

/**
 * Nobody waits for a comparison whose caller was killed: it ends as after a signal, and keeps what it has measured.
 *
 * @param {NodeJS.Process} us
 */
function endWithCaller(us) {
  // What reads our output has gone with the caller.
  for (const stream of [us.stdout, us.stderr]) stream.on('error', () => {})
  const end = () => us.kill(us.pid, 'SIGTERM')
  if (us.connected) us.once('disconnect', end)
  else end()
}

/**
 * @param {Record<string, any>} script whose options may be empty, see kit/run-artillery.js
 * @param {Options} options
 * @param {string} scriptFile
 * @returns {Record<string, any>} the script with these options
 * @throws {SpeedupError} INVALID_SETTINGS
 */
export function withOptions(script, options, scriptFile) {
  const { plugins } = script.config
  // Variants can do without an app, where it runs already.
  if (Object.keys(plugins.speedup).length === 0 && options.app === undefined && options.variants === undefined) {
    const message = `${scriptFile} has nothing under config.plugins.speedup, so nobody knows which app is to be compared.`
    throw new SpeedupError('INVALID_SETTINGS', `${message} Add \`plugins: { speedup: { app: ../server.js } }\` to its config, or give the option app.`)
  }
  return { ...script, config: { ...script.config, plugins: { ...plugins, speedup: { ...plugins.speedup, ...options } } } }
}

/**
 * @param {Caller} caller
 * @param {Settings} settings
 * @param {Record<string, any>} script
 */
export function tellPlan(caller, { scenarios, variants, rounds, app }, script) {
  const { readyTimeoutSeconds, stopTimeoutSeconds } = app
  /** @type {CallPlan} */
  const plan = { scenarios: scenarios.length, variants: variants.length, rounds, arrivalSeconds: arrivalSeconds(script.config.phases), readyTimeoutSeconds, stopTimeoutSeconds }
  void caller.tell({ event: 'planned', plan })
}

/**
 * @param {Caller} caller
 * @returns {(progress: Progress) => void} tells the caller how far it is
 */
export function forwardProgress(caller) {
  let scenario = 0
  return (progress) => {
    if (progress.event === 'scenario') scenario++
    if (progress.event === 'run') void caller.tell({ event: 'run', progress: { scenario, secondsLeft: progress.secondsLeft } })
  }
}
