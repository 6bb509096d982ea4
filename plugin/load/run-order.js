/** @import { ClientUse, Settings, Target } from '../vocabulary.js' */

/**
 * What a child `artillery run` is told by the outer process, in its environment.
 *
 * @typedef {object} RunOrder
 * @property {string} artillery the script that is the `artillery` command
 * @property {string} samplesFile absolute path; exists, with its header line
 * @property {string} telemetryFile absolute path; the load threads append to it what they say of themselves
 * @property {string | null} answersFile absolute path; where it is given, answers are noted there, to be compared
 * @property {number} originMs milliseconds since 1970 that `start_ms` counts from
 * @property {Pick<Target, 'hostname' | 'port' | 'url'>[]} targets the first one is Artillery's; users are sent to them in turn;
 *   requests to elsewhere are not recorded
 * @property {string} pidHeader lower case
 * @property {Settings['client']} client
 */

/**
 * What a child tells back, over IPC.
 *
 * @typedef {object} LoadOutcome what Artillery says when its last user has finished
 * @property {Record<string, number>} errors what it counted as such, by its own names
 * @property {number} users that came
 * @property {number} skippedUsers that it left out, for maxVusers
 * @property {number | null} shortestSessionMs of a user who got through
 * @property {number} beganMs when the first phase began, milliseconds since 1970
 * @property {number} lastArrivalMs when the last phase was over, milliseconds since 1970
 *
 * @typedef {{ event: 'loading', cpuMs: number } | { event: 'finished', cpuMs: number } & LoadOutcome} GeneratorEvent
 *   cpuMs: CPU time of all its threads, since it began
 */

/**
 * What a load thread says of each scenario of the script, also of those that it does not run: a line of the telemetry file.
 *
 * @typedef {{ source: 'client', scenario: string | null } & ClientUse} ClientReport scenario: its name; null: it has none
 */

const variable = 'ARTILLERY_SPEEDUP_RUN'

/** First line of a samples file. */
export const samplesHeader = 'start_ms,latency_ms,status,worker_pid,first_on_connection\n'

/**
 * @param {RunOrder} order
 * @returns {Record<string, string>} for the child's environment
 */
export function orderAsEnvironment(order) {
  return { [variable]: JSON.stringify(order) }
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {RunOrder | null} null: this is not a child of ours
 */
export function readOrder(env) {
  const written = env[variable]
  return written === undefined ? null : JSON.parse(written)
}
