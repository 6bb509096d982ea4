import { installLeanClient, type LeanOrder } from './lean/install.ts'
import { loopUsers } from './loop-users.ts'
import { metricNames, type ClientReport, type MetricsOrder } from './run-order.ts'
import { addHooks, spreadUsers } from './spread-users.ts'
import { calmArrivals, lookBriskly } from './tune-artillery.ts'
import { watchRequests, type Listeners, type SeenRequest } from './watch-requests.ts'
import type { Events } from './lean/metrics.ts'

/** In a load thread of an `artillery run` that is known by its metrics alone, wherever that is: adds to them. */
export function meterLoad(order: MetricsOrder, script: Record<string, any>) {
  makeLoad(order, script, { see: meterRequests(script) }, ({ name }, events) =>
    events?.emit('counter', metricNames.client + name, 1)
  )
  lookBriskly()
}

/** In a load thread: has its users sent by the lean client, to their targets, as often as they should. */
export function makeLoad(
  order: LeanOrder,
  script: Record<string, any>,
  listeners: Listeners,
  report: (line: ClientReport, events?: Events) => void
) {
  watchRequests(order, listeners)
  installLeanClient(order, listeners, report)
  loopUsers(order)
  spreadUsers(script, order.targets)
  calmArrivals(process.argv[1])
}

/** An app that gives each response a name of its own would make as many metrics. */
const mostWorkers = 500

/** In a load thread: adds each request to Artillery's metrics, which reach us from wherever this is. */
export function meterRequests(script: Record<string, any>): (request: SeenRequest) => void {
  let metrics: Events | undefined
  // Artillery hands over its metrics with each user; there are no requests that count before the first one.
  addHooks(script, 'to meter requests', {
    beforeScenario(_context, events: Events, done) {
      metrics = events
      metrics.emit('histogram', metricNames.userAt, performance.timeOrigin + performance.now())
      done()
    }
  })
  const count = (name: string) => metrics?.emit('counter', name, 1)
  const add = (name: string, value: number) => metrics?.emit('histogram', name, value)
  const pids = new Set<string>()
  return ({ startMs, endMs, status, outcome, pid, isFirst }) => {
    if (metrics === undefined) return
    count(metricNames.requests)
    add(metricNames.requestAt, performance.timeOrigin + startMs)
    add(metricNames.requestAt, performance.timeOrigin + endMs)
    if (status === null || status >= 400) count(metricNames.failures + outcome)
    else {
      const latencyUs = (endMs - startMs) * 1000
      add(metricNames.latency.all, latencyUs)
      add(isFirst ? metricNames.latency.first : metricNames.latency.later, latencyUs)
    }
    if (status === null) return
    if (isFirst) count(metricNames.connections)
    if (pid !== '' && pids.size < mostWorkers) pids.add(pid)
    if (!pids.has(pid)) count(metricNames.unattributed)
    else {
      count(metricNames.workerRequests + pid)
      if (isFirst) count(metricNames.workerConnections + pid)
    }
  }
}
