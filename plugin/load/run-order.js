/**
 * What a child `artillery run` is told by the outer process, in its environment.
 *
 * @typedef {object} RunOrder
 * @property {string} samplesFile absolute path; exists, with its header line
 * @property {number} originMs milliseconds since 1970 that `start_ms` counts from
 * @property {string} hostname of the target; requests to elsewhere are not recorded
 * @property {number} port
 * @property {string} pidHeader lower case
 */

/**
 * What a child tells back, over IPC.
 *
 * @typedef {{ event: 'loading' } | { event: 'finished', errors: Record<string, number> }} GeneratorEvent errors: what
 *   Artillery counted as such, by its own names
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
