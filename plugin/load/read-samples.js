import { eachRow } from './sample-rows.js'
/** @import { SampleRow } from './sample-rows.js' */

/**
 * @typedef {object} Samples one run's requests, read back
 * @property {number} requests
 * @property {number} failures without a response below 400
 * @property {Record<string, number>} failureKinds status or error code -> count
 * @property {number} firstStartMs
 * @property {number} lastEndMs
 * @property {Float64Array} firstLatenciesMs below 400, the first on their connection, sorted
 * @property {Float64Array} laterLatenciesMs below 400, all others, sorted
 * @property {Float64Array} underWayLatenciesMs of requests that were under way at a given time, sorted
 * @property {Map<string, { requests: number, connections: number }>} workers by PID
 * @property {number} unattributed responses without a PID
 * @property {number} connections
 */

/**
 * Reads a samples file, in pieces: 8 bytes a request are held, nothing else that grows with their number.
 *
 * @param {string} file
 * @param {number} [atMs] the time that `underWayLatenciesMs` is about, as start_ms
 * @returns {Promise<Samples>}
 */
export async function readSamples(file, atMs = -Infinity) {
  const latencies = { first: new GrowingArray(), later: new GrowingArray(), underWay: new GrowingArray() }
  /** @type {Samples} */
  const samples = {
    requests: 0,
    failures: 0,
    failureKinds: {},
    firstStartMs: Infinity,
    lastEndMs: -Infinity,
    firstLatenciesMs: new Float64Array(),
    laterLatenciesMs: new Float64Array(),
    underWayLatenciesMs: new Float64Array(),
    workers: new Map(),
    unattributed: 0,
    connections: 0
  }
  await eachRow(file, (row) => add(samples, latencies, atMs, row))
  samples.firstLatenciesMs = latencies.first.sorted()
  samples.laterLatenciesMs = latencies.later.sorted()
  samples.underWayLatenciesMs = latencies.underWay.sorted()
  return samples
}

/**
 * @param {Samples} samples
 * @param {{ first: GrowingArray, later: GrowingArray, underWay: GrowingArray }} latencies
 * @param {number} atMs
 * @param {SampleRow} row
 */
function add(samples, { first, later, underWay }, atMs, { startMs, latencyMs, status, outcome, pid, isFirst }) {
  samples.requests++
  samples.firstStartMs = Math.min(samples.firstStartMs, startMs)
  samples.lastEndMs = Math.max(samples.lastEndMs, startMs + latencyMs)
  if (startMs <= atMs && startMs + latencyMs > atMs) underWay.push(latencyMs)
  if (status < 400) (isFirst ? first : later).push(latencyMs)
  else {
    samples.failures++
    samples.failureKinds[outcome] = (samples.failureKinds[outcome] ?? 0) + 1
  }
  if (Number.isNaN(status)) return
  if (isFirst) samples.connections++
  if (pid === '') samples.unattributed++
  else {
    const worker = samples.workers.get(pid) ?? { requests: 0, connections: 0 }
    worker.requests++
    if (isFirst) worker.connections++
    samples.workers.set(pid, worker)
  }
}

class GrowingArray {
  #values = new Float64Array(1024)
  #length = 0

  /** @param {number} value */
  push(value) {
    if (this.#length === this.#values.length) {
      const larger = new Float64Array(2 * this.#length)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#length++] = value
  }

  sorted() {
    return this.#values.slice(0, this.#length).sort()
  }
}
