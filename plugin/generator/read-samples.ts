import { eachRow, type SampleRow } from './samples.ts'
import { quantileOfSorted } from '../statistics/descriptive.ts'
import { summariseCounts, type Workers } from './counts.ts'
import type { LatencySummary, Run } from '../concepts/run.ts'
import { percentiles, probabilityOf, type Percentile } from '../concepts/metrics.ts'

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

/** From this many requests for each connection, connections are kept, and their first requests are not typical. */
const requestsOfKeptConnection = 10

/**
 * The first request on a connection waits until the app has accepted it, behind all other new connections (libuv
 * accepts one in each turn of its loop). Where connections are kept, that says how users came, not how the app
 * serves: those requests are summarised apart. Where each user asks only a few times, they are the load.
 */
export function keepsConnections({ requests, connections }: Pick<Samples, 'requests' | 'connections'>): boolean {
  return connections > 0 && requests >= requestsOfKeptConnection * connections
}

export function summariseSamples(samples: Samples, { firstRequestsApart, ...workers }: { firstRequestsApart: boolean } & Workers): Pick<Run, 'requests' | 'failures' | 'failureKinds' | 'loadSeconds' | 'latencyMs' | 'firstRequests'
   | 'throughputPerSecond' | 'workers' | 'unattributed'> {
  const { firstLatenciesMs, laterLatenciesMs } = samples
  const apart = firstRequestsApart && laterLatenciesMs.length > 0
  return {
    ...summariseCounts(samples, workers),
    latencyMs: summariseLatencies(apart ? laterLatenciesMs : merged(firstLatenciesMs, laterLatenciesMs)),
    firstRequests: {
      apart,
      count: firstLatenciesMs.length,
      latencyMs: summariseLatencies(firstLatenciesMs)
    }
  }
}

/**
 * @param sorted in ms
 * @returns percentiles by linear interpolation of the raw sample
 */
function summariseLatencies(sorted: Float64Array): LatencySummary | null {
  if (sorted.length === 0) return null
  const ofPercentile = percentiles.map((percentile) => [percentile, round(quantileOfSorted(sorted, probabilityOf(percentile)))])
  return {
    ...(Object.fromEntries(ofPercentile) as Record<Percentile, number>),
    mean: round(sorted.reduce((sum, latency) => sum + latency, 0) / sorted.length),
    min: sorted[0],
    max: sorted[sorted.length - 1]
  }
}

function merged(a: Float64Array, b: Float64Array) {
  const all = new Float64Array(a.length + b.length)
  all.set(a)
  all.set(b, a.length)
  return all.sort()
}

/** @param value to the microsecond that was recorded */
function round(value: number) {
  return Math.round(value * 1000) / 1000
}
