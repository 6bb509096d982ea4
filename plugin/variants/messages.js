/** @import { LoopDelay } from '../vocabulary.js' */

/**
 * What a process of the app says about itself, twice a second.
 *
 * @typedef {object} UsageReport
 * @property {number} pid
 * @property {number} atMs milliseconds since 1970
 * @property {number} activeMs of the event loop, since it began
 * @property {number} idleMs of the event loop, since it began
 * @property {number} cpuMs of all its threads, since it began
 * @property {number} gcMs of garbage collection, since it began
 * @property {number} rssBytes
 * @property {number} heapBytes
 * @property {LoopDelay | null} loopDelayMs since it began to serve
 * @property {number} openConnections
 * @property {number} requestsInFlight most since the last report
 * @property {{ first: ResponseSums, later: ResponseSums } | null} inApp of the first responses on their connections, and
 *   of later ones; null: it can't be seen
 *
 * @typedef {object} ResponseSums since the process began
 * @property {number} responses whose first byte was sent, and that were measured: of many in a short time, a part
 * @property {number} inAppMs from the request's arrival to the first byte of its response
 * @property {number} idleMs for which the event loop was idle meanwhile
 * @property {Record<string, number>} buckets how many were in the app for so long: bucket i begins at
 *   2^(i / bucketsPerDoubling) us; the first has shorter ones, too
 */

/** Of the histograms of the time in the app: wide enough to be few, narrow enough to tell 10 ms from 12. */
export const bucketsPerDoubling = 4

/**
 * What the processes of an app tell us over IPC. Everything else on that channel belongs to the app.
 *
 * @typedef {{ event: 'expecting', workers: number }
 *   | { event: 'listening', pid: number, port: number, address: string }
 *   | { event: 'usage', report: UsageReport }
 *   | { event: 'worker-exited', pid: number, code: number | null, signal: string | null }
 *   | { event: 'gave-up', deaths: number }} AppEvent
 */

/**
 * @param {unknown} message
 * @returns {AppEvent | undefined}
 */
export function asAppEvent(message) {
  if (typeof message !== 'object' || message === null) return undefined
  return /** @type {Record<string, AppEvent>} */ (message)['artillery-plugin-speedup']
}
