import { eachRow, type SampleRow } from './sample-rows.ts'

/** one run's requests, read back */
export interface Samples {
  requests: number
  failures: number // without a response below 400
  failureKinds: Record<string, number> // status or error code -> count
  firstStartMs: number
  lastEndMs: number
  firstLatenciesMs: Float64Array // below 400, the first on their connection, sorted
  laterLatenciesMs: Float64Array // below 400, all others, sorted
  underWayLatenciesMs: Float64Array // of requests that were under way at a given time, sorted
  workers: Map<string, { requests: number, connections: number }> // by PID
  unattributed: number // responses without a PID
  connections: number
}

/**
 * Reads a samples file, in pieces: 8 bytes a request are held, nothing else that grows with their number.
 *
 * @param atMs the time that `underWayLatenciesMs` is about, as start_ms
 */
export async function readSamples(file: string, atMs: number = -Infinity): Promise<Samples> {
  const latencies = { first: new GrowingArray(), later: new GrowingArray(), underWay: new GrowingArray() }
  const samples: Samples = {
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

function add(samples: Samples, { first, later, underWay }: { first: GrowingArray, later: GrowingArray, underWay: GrowingArray }, atMs: number, { startMs, latencyMs, status, outcome, pid, isFirst }: SampleRow) {
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

  push(value: number) {
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
