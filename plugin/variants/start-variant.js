import { modes } from './modes.js'
/**
 * @import { App, Generator, Target, Variant } from '../vocabulary.js'
 * @import { Guard } from '../processes/guard.js'
 * @import { Kin } from '../processes/members.js'
 * @import { SpeedupError } from '../errors.js'
 * @import { UsageReport } from './messages.js'
 */

/**
 * @typedef {object} StartRequest
 * @property {App} app
 * @property {Variant} variant
 * @property {Target} target
 * @property {string} pidHeader
 * @property {boolean} insecure in mode url: any certificate will do, as for Artillery
 * @property {Generator | null} generator who makes the load; one elsewhere may reach what nobody reaches from here
 * @property {string} logFile of the app's output
 * @property {Guard} guard
 * @property {string} scriptFile absolute path of the Artillery script: where the project is
 *
 * @typedef {object} RunningVariant
 * @property {number} readySeconds
 * @property {() => string[]} workerPids that listen on the target's port; empty where they can't be known
 * @property {() => number} restarts
 * @property {() => UsageReport[]} usage told by its processes so far
 * @property {Kin | null} kin its processes on this machine; null: it has none that we know
 * @property {Promise<SpeedupError>} died resolves when the app leaves without having been asked to
 * @property {() => Promise<boolean>} stop true if it had to be killed
 */

/**
 * Starts the app as the variant says, but in mode url, and waits until it is ready: it answers on the target's port and
 * every worker that can tell us listens.
 *
 * @param {StartRequest} request
 * @param {AbortSignal} signal kills the app at once
 * @returns {Promise<RunningVariant>} its owner has to stop it
 * @throws {SpeedupError} PORT_TAKEN, APP_NOT_READY
 */
export function startVariant(request, signal) {
  return modes[request.variant.mode].start(request, signal)
}
