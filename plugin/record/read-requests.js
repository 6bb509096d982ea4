import { eachRow } from '../load/sample-rows.js'
import { byLatency } from './by-latency.js'
/**
 * @import { Run } from '../vocabulary.js'
 * @import { Ranked } from './by-latency.js'
 */

/**
 * All requests of one run, in the order of its samples file.
 *
 * @typedef {object} Requests
 * @property {number} count
 * @property {Float64Array} startMs as the samples file counts it
 * @property {Uint32Array} latencyUs whole microseconds, as they are recorded; 71 minutes fit
 * @property {Uint8Array} failed 1: without a response below 400
 * @property {Int16Array} worker index into the PIDs; -1: there was no response, or nobody knows
 * @property {Uint32Array} counting indices of those whose latency counts
 * @property {Ranked} byLatency the same, the shortest first
 * @property {number} firstStartMs 0 without any request
 * @property {number} lastEndMs 0 without any request
 */

/**
 * @param {string} file
 * @param {Pick<Run, 'requests' | 'firstRequests'>} run
 * @param {readonly string[]} pids
 * @returns {Promise<Requests>} at most as many as the run had: what is answered after the end of the load is written
 *   still, but no part of what was concluded
 */
export async function readRequests(file, { requests: expected, firstRequests: { apart } }, pids) {
  const indices = new Map(pids.map((pid, i) => [pid, i]))
  const startMs = new Float64Array(expected)
  const latencyUs = new Uint32Array(expected)
  const failed = new Uint8Array(expected)
  const worker = new Int16Array(expected)
  const counting = new Uint32Array(expected)
  let count = 0
  let counted = 0
  let firstStartMs = Infinity
  let lastEndMs = -Infinity
  await eachRow(file, (row) => {
    if (count === expected) return
    const isResponse = row.status < 400
    startMs[count] = row.startMs
    latencyUs[count] = Math.round(row.latencyMs * 1000)
    failed[count] = isResponse ? 0 : 1
    worker[count] = indices.get(row.pid) ?? -1
    if (isResponse && !(apart && row.isFirst)) counting[counted++] = count
    firstStartMs = Math.min(firstStartMs, row.startMs)
    lastEndMs = Math.max(lastEndMs, row.startMs + row.latencyMs)
    count++
  })
  const span = count === 0 ? { firstStartMs: 0, lastEndMs: 0 } : { firstStartMs, lastEndMs }
  const those = counting.subarray(0, counted)
  return { count, startMs, latencyUs, failed, worker, counting: those, byLatency: byLatency(those, latencyUs), ...span }
}
