import { quantileOfSorted } from '../statistics/descriptive.js'
import { usageOver } from './usage-over.js'
/**
 * @import { GeneratorUse } from '../vocabulary.js'
 * @import { LoadOutcome } from '../load/run-order.js'
 * @import { ThreadReport } from '../load/thread-usage.js'
 * @import { Span } from './usage-over.js'
 */

/**
 * @param {readonly ThreadReport[]} reports of all load threads, in the order of time
 * @param {{ load: Span, outcome: LoadOutcome, underWayMs: Float64Array }} during underWayMs: latencies of the requests
 *   that were under way when the last user came, sorted
 * @returns {GeneratorUse}
 */
export function summariseGenerator(reports, { load, outcome, underWayMs }) {
  const { users, skippedUsers, shortestSessionMs, beganMs, lastArrivalMs } = outcome
  const threads = [...Map.groupBy(reports, ({ thread }) => thread).values()].map((of) => ({
    utilization: usageOver(of, load)?.utilization ?? null,
    loopDelayMs: of[of.length - 1].loopDelayMs
  }))
  // A slow thread is slow for its own users, however idle the others are.
  const busiest = threads.reduce((a, b) => (Number(b.utilization) > Number(a.utilization) ? b : a), noThread)
  const round = (/** @type {number} */ value) => Math.round(value * 1000) / 1000
  return {
    utilization: busiest.utilization === null ? null : round(busiest.utilization),
    loopDelayMs: busiest.loopDelayMs,
    threads: threads.length,
    utilizations: threads.map(({ utilization }) => (utilization === null ? null : round(utilization))),
    users,
    skippedUsers,
    shortestSessionMs,
    arrivalSeconds: Math.max(0, round((lastArrivalMs - beganMs) / 1000)),
    drainSeconds: Math.max(0, round((load.toMs - lastArrivalMs) / 1000)),
    queueSeconds: underWayMs.length === 0 ? 0 : round(quantileOfSorted(underWayMs, 0.5) / 1000)
  }
}

/** @type {{ utilization: number | null, loopDelayMs: GeneratorUse['loopDelayMs'] }} */
const noThread = { utilization: null, loopDelayMs: null }
