import { quantileOfSorted, rounded } from '../statistics/descriptive.ts'
import { groupLatencies } from './quantiles.ts'
import type { LatencyCloud, TimeBin } from '../concepts/report-data.ts'
import type { Requests } from './read-requests.ts'

/** More can't be told apart, neither dots nor the colours of workers. */
const most = { dots: 2500, colouredWorkers: 4, workersOverTime: 64 }
const density = { columns: 120, rowsPerDecade: 24 }
/** From a microsecond to all that 32 bits of them hold. */
const lowestRow = -3 * density.rowsPerDecade
const rows = 10 * density.rowsPerDecade
const mostWorkerSteps = 20

export function latencyCloud(requests: Requests, workers: number): LatencyCloud {
  const isSparse = requests.counting.length <= most.dots && workers <= most.colouredWorkers
  return {
    dots: isSparse ? dotsOf(requests) : null,
    density: isSparse ? null : densityOf(requests),
    workerP95Ms: workers > most.workersOverTime ? [] : workerP95Ms(requests, workers)
  }
}

function dotsOf({ counting, startMs, latencyUs, worker, firstStartMs }: Requests): NonNullable<LatencyCloud['dots']> {
  return {
    seconds: Array.from(counting, (request) => rounded((startMs[request] - firstStartMs) / 1000)),
    latencyMs: Array.from(counting, (request) => latencyUs[request] / 1000),
    worker: Array.from(counting, (request) => worker[request])
  }
}

/** @returns cells by column, then by row */
function densityOf(requests: Requests): NonNullable<LatencyCloud['density']> {
  const { columns, rowsPerDecade } = density
  const columnOf = stepsBy(requests, columns)
  const counts = new Uint32Array(columns * rows)
  const { requests: ranked, latencyUs } = requests.byLatency
  let row = NaN
  for (let i = 0; i < ranked.length; i++) {
    // Many are equal, to the microsecond, and follow each other. What took no time at all took less than one: a logarithmic
    // scale has no 0.
    if (i === 0 || latencyUs[i] !== latencyUs[i - 1]) row = Math.floor(rowsPerDecade * Math.log10(Math.max(1, latencyUs[i]) / 1000))
    counts[columnOf(ranked[i]) * rows + row - lowestRow]++
  }
  const cells: [number, number, number][] = []
  counts.forEach((count, i) => {
    if (count > 0) cells.push([Math.floor(i / rows), (i % rows) + lowestRow, count])
  })
  return { columns, rowsPerDecade, cells }
}

function workerP95Ms(requests: Requests, workers: number): LatencyCloud['workerP95Ms'] {
  const steps = worthwhileSteps(requests, mostWorkerSteps)
  const stepOf = stepsBy(requests, steps)
  // Below 0 where the worker is unknown.
  const groupOf = requests.worker.map((worker, request) => worker * steps + stepOf(request))
  const p95s = groupLatencies(requests, workers * steps, groupOf).map((sorted) => (sorted.length === 0 ? null : quantile(sorted, 0.95)))
  return Array.from({ length: workers }, (_, worker) => p95s.slice(worker * steps, (worker + 1) * steps))
}

const mostBins = 60

/** What began in each part of the load's time. */
export function timeBins(requests: Requests): TimeBin[] {
  const bins = worthwhileSteps(requests, mostBins)
  const stepOf = stepsBy(requests, bins)
  const binOf = new Uint8Array(requests.count)
  const began = new Uint32Array(bins)
  const failures = new Uint32Array(bins)
  for (let request = 0; request < requests.count; request++) {
    const bin = stepOf(request)
    binOf[request] = bin
    began[bin]++
    failures[bin] += requests.failed[request]
  }
  const binSeconds = (requests.lastEndMs - requests.firstStartMs) / 1000 / bins
  return groupLatencies(requests, bins, binOf).map((sorted, bin) => ({
    fromSeconds: rounded(bin * binSeconds),
    toSeconds: rounded((bin + 1) * binSeconds),
    requests: began[bin],
    failures: failures[bin],
    latencyMs: sorted.length === 0 ? null : { p5: quantile(sorted, 0.05), p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) }
  }))
}

function quantile(sorted: Float64Array, probability: number) {
  return rounded(quantileOfSorted(sorted, probability))
}

/** In less than that, hardly anything happens. */
const shortestStepMs = 250

/** @returns of equal steps into which the load's time is worth dividing, at least 1 */
function worthwhileSteps({ firstStartMs, lastEndMs }: Requests, most: number): number {
  return Math.max(1, Math.min(most, Math.floor((lastEndMs - firstStartMs) / shortestStepMs)))
}

/**
 * @param steps equal ones of the load's time
 * @returns the step in which it began, from 0
 */
function stepsBy({ startMs, firstStartMs, lastEndMs }: Requests, steps: number): (request: number) => number {
  const spanMs = lastEndMs - firstStartMs
  if (spanMs === 0) return () => 0
  // What began at the very end belongs to the last one.
  return (request) => Math.min(steps - 1, Math.floor(((startMs[request] - firstStartMs) * steps) / spanMs))
}
