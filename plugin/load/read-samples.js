import { createReadStream } from 'node:fs'
import { samplesHeader } from './run-order.js'

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
  await eachRow(file, (fields) => add(samples, latencies, atMs, fields))
  samples.firstLatenciesMs = latencies.first.sorted()
  samples.laterLatenciesMs = latencies.later.sorted()
  samples.underWayLatenciesMs = latencies.underWay.sorted()
  return samples
}

/**
 * @param {Samples} samples
 * @param {{ first: GrowingArray, later: GrowingArray, underWay: GrowingArray }} latencies
 * @param {number} atMs
 * @param {string[]} fields of one line
 */
function add(samples, { first, later, underWay }, atMs, [startText, latencyText, status, pid, firstOnConnection]) {
  const start = Number(startText)
  const latency = Number(latencyText)
  samples.requests++
  samples.firstStartMs = Math.min(samples.firstStartMs, start)
  samples.lastEndMs = Math.max(samples.lastEndMs, start + latency)
  if (start <= atMs && start + latency > atMs) underWay.push(latency)
  if (Number(status) < 400) (firstOnConnection === '1' ? first : later).push(latency)
  else {
    samples.failures++
    samples.failureKinds[status] = (samples.failureKinds[status] ?? 0) + 1
  }
  if (Number.isNaN(Number(status))) return
  if (firstOnConnection === '1') samples.connections++
  if (pid === '') samples.unattributed++
  else {
    const worker = samples.workers.get(pid) ?? { requests: 0, connections: 0 }
    worker.requests++
    worker.connections += Number(firstOnConnection)
    samples.workers.set(pid, worker)
  }
}

/**
 * @param {string} file
 * @param {(fields: string[]) => void} visit called for each line but the header
 */
async function eachRow(file, visit) {
  let rest = ''
  for await (const chunk of createReadStream(file, 'latin1')) {
    const lines = (rest + chunk).split('\n')
    // A last line without its end was cut off while it was written.
    rest = /** @type {string} */ (lines.pop())
    for (const line of lines) {
      if (`${line}\n` !== samplesHeader) visit(line.split(','))
    }
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
