import { probabilityOf, summaryOf, type Percentile } from '../concepts/metrics.ts'
import { quantileOfSorted, rounded } from '../statistics/descriptive.ts'
import { summarise, type Counts, type Latencies, type SummaryOptions } from './counts.ts'
import { eachRow, type SampleRow } from './samples.ts'

export interface Samples extends Counts {
  firstLatenciesMs: Float64Array // below 400, the first on their connection, sorted
  laterLatenciesMs: Float64Array // below 400, all others, sorted
  underWayLatenciesMs: Float64Array // of requests that were under way at a given time, sorted
}

/** Holds 8 bytes a request, nothing else that grows with their number. atMs: the time of `underWayLatenciesMs`, as start_ms. */
export async function readSamples(file: string, atMs: number = -Infinity): Promise<Samples> {
  const [first, later, underWay]: number[][] = [[], [], []]
  const nothing = { requests: 0, failures: 0, failureKinds: {}, unattributed: 0, connections: 0 }
  const counts: Counts = { ...nothing, firstStartMs: Infinity, lastEndMs: -Infinity, workers: new Map() }
  await eachRow(file, (row) => {
    const { startMs, latencyMs, status, isFirst } = row
    count(counts, row)
    if (status < 400) (isFirst ? first : later).push(latencyMs)
    if (startMs <= atMs && startMs + latencyMs > atMs) underWay.push(latencyMs)
  })
  return { ...counts, firstLatenciesMs: sorted(first), laterLatenciesMs: sorted(later), underWayLatenciesMs: sorted(underWay) }
}

function count(counts: Counts, { startMs, latencyMs, status, outcome, pid, isFirst }: SampleRow) {
  counts.requests++
  counts.firstStartMs = Math.min(counts.firstStartMs, startMs)
  counts.lastEndMs = Math.max(counts.lastEndMs, startMs + latencyMs)
  if (!(status < 400)) {
    counts.failures++
    counts.failureKinds[outcome] = (counts.failureKinds[outcome] ?? 0) + 1
  }
  if (Number.isNaN(status)) return
  if (isFirst) counts.connections++
  if (pid === '') {
    counts.unattributed++
    return
  }
  const worker = counts.workers.get(pid) ?? { requests: 0, connections: 0 }
  worker.requests++
  if (isFirst) worker.connections++
  counts.workers.set(pid, worker)
}

function sorted(values: number[]) {
  return Float64Array.from(values).sort()
}

/**
 * The first request on a connection waits until the app has accepted it, behind all other new connections (libuv accepts one in each
 * turn of its loop). Where connections are kept, that shows how users came, not how the app serves, and those requests are summarised
 * apart. Where each user asks only a few times, they are the load.
 */
export function keepsConnections({ requests, connections }: Pick<Counts, 'requests' | 'connections'>): boolean {
  return connections > 0 && requests >= 10 * connections
}

export function summariseSamples(samples: Samples, options: SummaryOptions) {
  const { firstLatenciesMs: first, laterLatenciesMs: later } = samples
  const parts = { first: () => first, later: () => later, all: () => sorted([...first, ...later]) }
  return summarise(samples, (part) => latenciesOf(parts[part]()), options)
}

function latenciesOf(sorted: Float64Array): Latencies {
  const { length } = sorted
  if (length === 0) return { count: 0, latencyMs: null }
  const mean = rounded(sorted.reduce((sum, latency) => sum + latency, 0) / length)
  const valueAt = (percentile: Percentile) => rounded(quantileOfSorted(sorted, probabilityOf(percentile)))
  return { count: length, latencyMs: summaryOf(valueAt, { mean, min: sorted[0], max: sorted[length - 1] }) }
}
