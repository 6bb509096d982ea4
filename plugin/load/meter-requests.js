import { addHooks } from './add-hooks.js'
import { counters, failureCounter, latencyHistograms, timeHistograms, workerCounters } from './metric-names.js'
/**
 * @import { SeenRequest } from './watch-requests.js'
 *
 * @typedef {{ emit(kind: 'counter' | 'histogram', name: string, value: number): void }} Metrics Artillery's, of a thread
 */

/** An app that gives each response a name of its own would make as many metrics. */
const mostWorkers = 500

/**
 * In a load thread: adds what the recorder writes elsewhere to Artillery's metrics, which reach us from wherever this is.
 *
 * @param {Record<string, any>} script Artillery's own
 * @returns {(request: SeenRequest) => void} to be called with each request
 */
export function meterRequests(script) {
  /** @type {Metrics | undefined} */
  let metrics
  const count = requestCounter()
  // Artillery hands over the way to its metrics with each user; nobody asks for anything before the first one.
  addHooks(script, 'to meter requests', {
    beforeScenario(_context, /** @type {Metrics} */ events, done) {
      metrics = events
      metrics.emit('histogram', timeHistograms.users, since1970(performance.now()))
      done()
    }
  })
  return (request) => {
    if (metrics !== undefined) count(metrics, request)
  }
}

/** @returns {(metrics: Metrics, request: SeenRequest) => void} */
function requestCounter() {
  /** @type {Set<string>} */
  const pids = new Set()
  const isCountedApart = (/** @type {string} */ pid) => {
    if (pid !== '' && pids.size < mostWorkers) pids.add(pid)
    return pids.has(pid)
  }
  return (metrics, { startMs, endMs, status, outcome, pid, isFirst }) => {
    const one = (/** @type {string} */ name) => metrics.emit('counter', name, 1)
    const add = (/** @type {string} */ name, /** @type {number} */ value) => metrics.emit('histogram', name, value)
    one(counters.requests)
    add(timeHistograms.requests, since1970(startMs))
    add(timeHistograms.requests, since1970(endMs))
    if (status === null || status >= 400) one(failureCounter + outcome)
    else {
      const latencyUs = (endMs - startMs) * 1000
      add(latencyHistograms.all, latencyUs)
      add(isFirst ? latencyHistograms.first : latencyHistograms.later, latencyUs)
    }
    if (status === null) return
    if (isFirst) one(counters.connections)
    if (!isCountedApart(pid)) return one(counters.unattributed)
    one(workerCounters.requests + pid)
    if (isFirst) one(workerCounters.connections + pid)
  }
}

/** @param {number} ms as performance.now() counts */
function since1970(ms) {
  return performance.timeOrigin + ms
}
