import { runMetered } from './run-metered.js'
import { runRecorded } from './run-recorded.js'
/**
 * @import { Guard } from '../processes/guard.js'
 * @import { GeneratorOrder } from './generator-arguments.js'
 * @import { GeneratorEvent, LoadOutcome, RunOrder } from './run-order.js'
 */

/**
 * @typedef {object} Generation
 * @property {RunOrder} order
 * @property {GeneratorOrder} commandLine
 * @property {string} logFile
 * @property {Guard} guard
 * @property {(event: GeneratorEvent) => void} heard called with what it tells, at once; one that is known by its metrics
 *   alone tells nothing
 * @property {number} [atMostSeconds] of load; then it is ended, and that is no error. One that is known by its metrics alone
 *   has to end by itself: give it short phases
 */

/**
 * Runs a load generator to its end.
 *
 * @param {Generation} generation
 * @param {AbortSignal} signal ends it at once
 * @returns {Promise<LoadOutcome | null>} null: it was ended by us before its last user had finished
 * @throws {SpeedupError} GENERATOR_FAILED, with what it said last
 */
export async function runGenerator(generation, signal) {
  signal.throwIfAborted()
  return generation.commandLine.metered == null ? runRecorded(generation, signal) : runMetered(generation, signal)
}
