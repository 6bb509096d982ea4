// Artillery loads this module in four places, and each gets its part of the plugin: the outer run's main thread
// conducts the comparison, its load thread waits for the end of it; a child run's main thread reports how far it is, or
// starts the load threads of one load after the other; these record every request. A child that runs elsewhere, or as
// if it did, learns that from its script: it adds to Artillery's own metrics, which is all that comes back from there.
import { isMainThread } from 'node:worker_threads'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { waitForComparison } from './artillery/internals.ts'
import { meterLoad } from './load-thread/make-load.ts'
import { obeyCommands } from './generator/obey-commands.ts'
import { recordLoad } from './load-thread/record-load.ts'
import { reportLoad } from './generator/report-load.ts'
import { isSeries, readMetricsOrder, readOrder } from './messages/load.ts'
import { lookBriskly } from './internals/tune-artillery.ts'
import { builtModule } from './package-files.ts'
import type { Conductor } from './artillery/conduct.ts'

const order = readOrder(process.env)
const inSeries = isSeries(process.env)

/** A class that Artillery constructs with (script, events, options). */
export class Plugin {
  constructor(script: any, events: any, options: any) {
    const metricsOrder = readMetricsOrder(script) // Artillery writes the metrics, so there is nothing to report
    if (metricsOrder !== null) isMainThread ? lookBriskly() : meterLoad(metricsOrder, script)
    else if (inSeries && isMainThread) obeyCommands()
    else if (order !== null) isMainThread ? reportLoad(order, events) : recordLoad(order, script)
    else if (isMainThread) return new (loadConductor())(script, events, options)
    else waitForComparison(script, options)
  }
}

/** Without this, Artillery hands over metrics in an old format. */
export const LEGACY_METRICS_FORMAT = false

/**
 * Only the outer main thread needs the conductor, which brings with it all that compares and reports. No `await`:
 * before 2.0.34, Artillery loads plugins by require().
 */
const loadConductor = (): typeof Conductor =>
  createRequire(import.meta.url)(fileURLToPath(builtModule('artillery/conduct.js'))).Conductor
