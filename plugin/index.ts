// Artillery loads this module in four places, and each gets its part of the plugin:
// the outer run's main thread conducts the comparison, its load thread waits for the end of it; a child run's
// main thread reports how far it is, or starts the load threads of one load after the other; these record every request. A child that runs elsewhere, or as if it did,
// learns that from its script: it adds to Artillery's own metrics, which is all that comes back from there.
import { isMainThread } from 'node:worker_threads'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { WaitingThread } from './artillery/internals.ts'
import { MeteredLoadThread, MeteredMainThread } from './generator/meter-run.ts'
import { RunInLoadThread, RunInMainThread, SeriesInMainThread } from './generator/record-run.ts'
import { readMetricsOrder, readOrder, readSeries } from './generator/run-order.ts'
import { builtModule } from './package-files.ts'
import type { Conductor } from './artillery/conduct.ts'

const order = readOrder(process.env)
const series = readSeries(process.env)

/** A class that Artillery constructs with (script, events, options). */
export const Plugin: new (script: any, events: any, options: any) => object = class {
  constructor(script: any, events: any, options: any) {
    const metricsOrder = readMetricsOrder(script)
    if (metricsOrder !== null) return isMainThread ? new MeteredMainThread() : new MeteredLoadThread(metricsOrder, script)
    if (series !== null && isMainThread) return new SeriesInMainThread(series)
    if (order !== null) return isMainThread ? new RunInMainThread(order, events) : new RunInLoadThread(order, script)
    return isMainThread ? new (loadConductor())(script, events, options) : new WaitingThread(script, events, options)
  }
}

/** Without this, Artillery hands over metrics in an old format. */
export const LEGACY_METRICS_FORMAT = false

/**
 * Only the outer main thread needs the conductor, which brings with it all that compares and reports. No `await`:
 * before 2.0.34, Artillery loads plugins by require().
 */
function loadConductor(): typeof Conductor {
  return createRequire(import.meta.url)(fileURLToPath(builtModule('artillery/conduct.js'))).Conductor
}
