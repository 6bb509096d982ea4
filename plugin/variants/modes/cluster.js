import { fileURLToPath } from 'node:url'
import { startProcess } from '../start-process.js'
/**
 * @import { PrimaryOptions } from '../cluster-primary.js'
 * @import { Way } from '../modes.js'
 */

/**
 * Several workers on one port, by Node's cluster module; the primary is ours.
 *
 * @type {Way}
 */
export const cluster = {
  start(request, signal) {
    const { app, variant, pidHeader } = request
    /** @type {PrimaryOptions} */
    const options = {
      script: String(app.script),
      args: [...app.args, ...variant.args],
      nodeArgs: app.nodeArgs,
      pidHeader,
      workers: Number(variant.workers),
      scheduling: variant.scheduling
    }
    const argv = [fileURLToPath(new URL('../cluster-primary.js', import.meta.url)), JSON.stringify(options)]
    return startProcess(request, { argv }, signal)
  }
}
