/**
 * How a test suite that starts `artillery run` for a comparison talks with the plugin inside it: by an order in the
 * environment, and by events over IPC.
 *
 * @import { CallErrorCode, Comparison, ErrorCode, Options } from '../vocabulary.js'
 *
 * @typedef {object} Call
 * @property {Options} options each takes the place of the file's
 *
 * @typedef {object} CallPlan what will be run, as far as is known before
 * @property {number} scenarios
 * @property {number} variants
 * @property {{ min: number, max: number }} rounds
 * @property {number} arrivalSeconds in which users come, in a run
 * @property {number} readyTimeoutSeconds
 * @property {number} stopTimeoutSeconds
 *
 * @typedef {object} CallProgress
 * @property {number} scenario the number of the one that runs, from 1
 * @property {[number, number]} secondsLeft of this scenario: if the earliest possible look decides, and if only the
 *   last one does
 *
 * @typedef {object} Concluded
 * @property {Comparison} comparison
 * @property {string} folder absolute path of what is kept
 * @property {string | null} page absolute path; null: it could not be written
 *
 * @typedef {{ event: 'planned', plan: CallPlan }
 *   | { event: 'line', line: string }
 *   | { event: 'run', progress: CallProgress }
 *   | { event: 'concluded' } & Concluded
 *   | { event: 'refused', code: ErrorCode | CallErrorCode, message: string }} CallEvent
 */

const variable = 'ARTILLERY_SPEEDUP_CALL'
const key = 'artillery-plugin-speedup'

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Call | null} null: nobody called, somebody typed `artillery run`
 */
export function takeCall(env) {
  const written = env[variable]
  // No process that we start is called.
  delete env[variable]
  return written === undefined ? null : JSON.parse(written)
}

/**
 * @param {Call} call
 * @returns {Record<string, string>} for the environment of `artillery run`
 */
export function callAsEnvironment(call) {
  return { [variable]: JSON.stringify(call) }
}

/**
 * @param {any} message that came over IPC
 * @returns {CallEvent | undefined}
 */
export function asCallEvent(message) {
  return message?.[key]
}

/**
 * @param {CallEvent} event
 * @returns {object} to be sent over IPC
 */
export function asMessage(event) {
  return { [key]: event }
}
