import { lookBriskly, lookBrisklyInThread } from './brisk-polls.ts'
import { calmArrivals } from './calm-arrivals.ts'
import { installLeanClient } from './lean/install.ts'
import { meterRequests } from './meter-requests.ts'
import { clientCounters } from './metric-names.ts'
import { spreadUsers } from './spread-users.ts'
import { watchRequests } from './watch-requests.ts'
import type { MetricsOrder } from './metrics-order.ts'

/** The plugin in the main thread of an `artillery run` that is known by its metrics alone: Artillery tells them. */
export class MeteredMainThread {
  constructor() {
    lookBriskly()
  }
}

/** The plugin in a load thread of such a run, wherever that is: adds to Artillery's metrics. */
export class MeteredLoadThread {
  /** @param script Artillery's own */
  constructor(order: MetricsOrder, script: Record<string, any>) {
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
