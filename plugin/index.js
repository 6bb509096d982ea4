// Artillery's door. Artillery loads this module in four places, and each gets its half of the plugin:
// the outer run's main thread conducts the comparison, its load thread waits for the end of it; a child run's
// main thread tells how far it is, its load threads record every request.
import { isMainThread } from 'node:worker_threads'
import { readOrder } from './load/run-order.js'
/** @import { RunOrder } from './load/run-order.js' */

const order = readOrder(process.env)

/** A class that Artillery constructs with (script, events, options). */
export const Plugin = order === null ? await outerHalf() : await childHalf(order)

/** Without this, Artillery hands over metrics in an old format. */
export const LEGACY_METRICS_FORMAT = false

async function outerHalf() {
  if (isMainThread) return (await import('./artillery/conduct.js')).Conductor
  return (await import('./artillery/wait.js')).WaitingThread
}

/** @param {RunOrder} order */
async function childHalf(order) {
  const { RunInLoadThread, RunInMainThread } = await import('./load/record-run.js')
  if (isMainThread) return RunInMainThread
  return class extends RunInLoadThread {
    constructor() {
      super(order)
    }
  }
}
