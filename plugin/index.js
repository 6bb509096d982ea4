// Artillery's door. Artillery loads this module in four places, and each gets its half of the plugin:
// the outer run's main thread conducts the comparison, its load thread waits for the end of it; a child run's
// main thread tells how far it is, its load threads record every request.
import { isMainThread } from 'node:worker_threads'
import { loadConductor } from './artillery/load-conductor.js'
import { WaitingThread } from './artillery/wait.js'
import { RunInLoadThread, RunInMainThread } from './load/record-run.js'
import { readOrder } from './load/run-order.js'
/** @import { RunOrder } from './load/run-order.js' */

const order = readOrder(process.env)

/**
 * A class that Artillery constructs with (script, events, options).
 *
 * @type {new (script: any, events: any, options: any) => object}
 */
export const Plugin = order === null ? outerHalf() : childHalf(order)

/** Without this, Artillery hands over metrics in an old format. */
export const LEGACY_METRICS_FORMAT = false

function outerHalf() {
  return isMainThread ? loadConductor() : WaitingThread
}

/** @param {RunOrder} order */
function childHalf(order) {
  if (isMainThread) return RunInMainThread
  return class extends RunInLoadThread {
    constructor() {
      super(order)
    }
  }
}
