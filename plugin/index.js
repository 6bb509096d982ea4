// Artillery's door. Artillery loads this module in four places, and each gets its half of the plugin:
// the outer run's main thread conducts the comparison, its load thread waits for the end of it; a child run's
// main thread tells how far it is, its load threads record every request. A child that runs elsewhere, or as if it did, is
// told so in its script: it adds to Artillery's own metrics, which is all that comes back from there.
import { isMainThread } from 'node:worker_threads'
import { loadConductor } from './artillery/load-conductor.js'
import { WaitingThread } from './artillery/wait.js'
import { MeteredLoadThread, MeteredMainThread } from './load/meter-run.js'
import { readMetricsOrder } from './load/metrics-order.js'
import { RunInLoadThread, RunInMainThread } from './load/record-run.js'
import { readOrder } from './load/run-order.js'

const order = readOrder(process.env)

/**
 * A class that Artillery constructs with (script, events, options).
 *
 * @type {new (script: any, events: any, options: any) => object}
 */
export const Plugin = class {
  /**
   * @param {any} script
   * @param {any} events
   * @param {any} options
   */
  constructor(script, events, options) {
    const metricsOrder = readMetricsOrder(script)
    if (metricsOrder !== null) return isMainThread ? new MeteredMainThread() : new MeteredLoadThread(metricsOrder, script)
    if (order !== null) return isMainThread ? new RunInMainThread(script, events) : new RunInLoadThread(order, script)
    return isMainThread ? new (loadConductor())(script, events, options) : new WaitingThread(script, events, options)
  }
}

/** Without this, Artillery hands over metrics in an old format. */
export const LEGACY_METRICS_FORMAT = false
