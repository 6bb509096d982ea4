// Artillery's door. Artillery loads this module in four places, and each gets its half of the plugin:
// the outer run's main thread conducts the comparison, its load thread waits for the end of it; a child run's
// main thread tells how far it is, its load threads record every request. A child that runs elsewhere, or as if it did, is
// told so in its script: it adds to Artillery's own metrics, which is all that comes back from there.
import { isMainThread } from 'node:worker_threads'
import { loadConductor } from './artillery/load-conductor.ts'
import { WaitingThread } from './artillery/wait.ts'
import { MeteredLoadThread, MeteredMainThread } from './load/meter-run.ts'
import { readMetricsOrder } from './load/metrics-order.ts'
import { RunInLoadThread, RunInMainThread } from './load/record-run.ts'
import { readOrder } from './load/run-order.ts'

const order = readOrder(process.env)

/** A class that Artillery constructs with (script, events, options). */
export const Plugin: new (script: any, events: any, options: any) => object = class {
  constructor(script: any, events: any, options: any) {
    const metricsOrder = readMetricsOrder(script)
    if (metricsOrder !== null) return isMainThread ? new MeteredMainThread() : new MeteredLoadThread(metricsOrder, script)
    if (order !== null) return isMainThread ? new RunInMainThread(script, events) : new RunInLoadThread(order, script)
    return isMainThread ? new (loadConductor())(script, events, options) : new WaitingThread(script, events, options)
  }
}

/** Without this, Artillery hands over metrics in an old format. */
export const LEGACY_METRICS_FORMAT = false
