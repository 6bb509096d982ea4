/** @import { Run, WorkerShare, WorkerUsage } from '../vocabulary.js' */

/**
 * What of a run is counted, however it was seen.
 *
 * @typedef {object} Counts
 * @property {number} requests
 * @property {number} failures without a response below 400
 * @property {Record<string, number>} failureKinds status or error code -> count
 * @property {number} firstStartMs
 * @property {number} lastEndMs
 * @property {Map<string, { requests: number, connections: number }>} workers by PID
 * @property {number} unattributed responses without a PID
 *
 * @typedef {object} Workers
 * @property {string[]} workerPids of all workers, idle ones too
 * @property {(pid: string) => WorkerUsage | null} usageOf
 */

/**
 * @param {Counts} counts
 * @param {Workers} workers
 * @returns {Pick<Run, 'requests' | 'failures' | 'failureKinds' | 'loadSeconds' | 'throughputPerSecond' | 'workers' | 'unattributed'>}
 */
export function summariseCounts({ requests, failures, failureKinds, firstStartMs, lastEndMs, workers, unattributed }, { workerPids, usageOf }) {
  const loadSeconds = requests === 0 ? 0 : (lastEndMs - firstStartMs) / 1000
  return {
    requests,
    failures,
    failureKinds,
    loadSeconds: toMicroseconds(loadSeconds),
    throughputPerSecond: loadSeconds === 0 ? 0 : toMicroseconds((requests - failures) / loadSeconds),
    workers: shares(workers, workerPids).map((share) => ({ ...share, usage: usageOf(share.pid) })),
    unattributed
  }
}

/**
 * @param {Counts['workers']} seen
 * @param {string[]} workerPids
 * @returns {Omit<WorkerShare, 'usage'>[]} busiest first
 */
function shares(seen, workerPids) {
  // An app that sets the header itself may name its workers as it likes; its idle ones are then unknown to us.
  const namedByPid = seen.size === 0 || workerPids.some((pid) => seen.has(pid))
  const pids = new Set([...seen.keys(), ...(namedByPid ? workerPids : [])])
  const all = [...pids].map((pid) => ({ pid, ...(seen.get(pid) ?? { requests: 0, connections: 0 }) }))
  return all.sort((a, b) => b.requests - a.requests)
}

/** @param {number} value in thousandths */
function toMicroseconds(value) {
  return Math.round(value * 1000) / 1000
}
