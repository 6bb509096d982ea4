/** @import { StartRequest } from './start-variant.js' */

/**
 * What each of our primaries needs to know.
 *
 * @typedef {object} WorkerOptions
 * @property {string} script
 * @property {string[]} args
 * @property {string[]} nodeArgs
 * @property {string} pidHeader
 * @property {number} workers
 */

/**
 * @param {Pick<StartRequest, 'app' | 'variant' | 'pidHeader'>} request
 * @returns {WorkerOptions}
 */
export function workerOptions({ app, variant, pidHeader }) {
  return { script: String(app.script), args: [...app.args, ...variant.args], nodeArgs: app.nodeArgs, pidHeader, workers: Number(variant.workers) }
}
