import { lookBriskly, lookBrisklyInThread } from './brisk-polls.js'
import { calmArrivals } from './calm-arrivals.js'
import { meterRequests } from './meter-requests.js'
import { spreadUsers } from './spread-users.js'
/** @import { MetricsOrder } from './metrics-order.js' */

/** The plugin in the main thread of an `artillery run` that is known by its metrics alone: Artillery tells them. */
export class MeteredMainThread {
  constructor() {
    lookBriskly()
  }
}

/** The plugin in a load thread of such a run, wherever that is: adds to Artillery's metrics. */
export class MeteredLoadThread {
  /**
   * @param {MetricsOrder} order
   * @param {Record<string, any>} script Artillery's own
   */
  constructor(order, script) {
    spreadUsers(script, order.targets)
    meterRequests(script, order)
    // The file that this thread runs is a part of Artillery.
    calmArrivals(process.argv[1])
    lookBrisklyInThread(20)
  }
}
