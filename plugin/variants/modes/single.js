import { preloaded } from '../preloaded.js'
import { startProcess } from '../start-process.js'
/**
 * @import { App } from '../../vocabulary.js'
 * @import { Way } from '../modes.js'
 */

/**
 * One process, as it is started by hand.
 *
 * @type {Way}
 */
export const single = {
  start: (request, signal) => startProcess(request, { argv: singleArguments(request.app, request.variant.args, request.pidHeader) }, signal)
}

/**
 * @param {App} app
 * @param {string[]} args after the app's
 * @param {string} pidHeader
 * @returns {string[]} arguments for Node
 */
export function singleArguments({ nodeArgs, script, args: ofApp }, args, pidHeader) {
  return [...preloaded({ nodeArgs, pidHeader }), String(script), ...ofApp, ...args]
}
