import { lookBriskly, lookBrisklyInThread } from './brisk-polls.js'
import { calmArrivals } from './calm-arrivals.js'
import { installLeanClient } from './lean/install.js'
import { meterRequests } from './meter-requests.js'
import { clientCounters } from './metric-names.js'
import { spreadUsers } from './spread-users.js'
import { watchRequests } from './watch-requests.js'
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
    const see = meterRequests(script)
    watchRequests(order, see)
    // The file that this thread runs is a part of Artillery.
    const artillery = process.argv[1]
    installLeanClient({ artillery, ...order }, { see, noteAnswer: () => null }, ({ name }, events) => events?.emit('counter', clientCounters[name], 1))
    calmArrivals(artillery)
    lookBrisklyInThread()
  }
}
