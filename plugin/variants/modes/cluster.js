import { clusterPrimary } from '../scripts.js'
import { startProcess } from '../start-process.js'
import { workerOptions } from '../worker-options.js'
/**
 * @import { PrimaryOptions } from '../cluster-primary.js'
 * @import { Way } from '../modes.js'
 * @import { StartRequest } from '../start-variant.js'
 */

/**
 * Several workers on one port, by Node's cluster module; the primary is ours.
 *
 * @type {Way}
 */
export const cluster = {
  start: (request, signal) => startProcess(request, { argv: clusterArguments(request) }, signal)
}

/**
 * @param {Pick<StartRequest, 'app' | 'variant' | 'pidHeader'>} request
 * @returns {string[]} arguments for Node
 */
export function clusterArguments(request) {
  /** @type {PrimaryOptions} */
  const options = { ...workerOptions(request), scheduling: request.variant.scheduling }
  return [clusterPrimary, JSON.stringify(options)]
}
