import { quantileOfSorted } from '../statistics/descriptive.ts'
import { groupLatencies } from './group-latencies.ts'
import { round } from './round.ts'
import { stepsBy, worthwhileSteps } from './time-steps.ts'
import type { LatencyCloud } from '../vocabulary.ts'
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
    seconds: Array.from(counting, (request) => round((startMs[request] - firstStartMs) / 1000)),
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
  const p95s = groupLatencies(requests, workers * steps, groupOf).map((sorted) => (sorted.length === 0 ? null : round(quantileOfSorted(sorted, 0.95))))
  return Array.from({ length: workers }, (_, worker) => p95s.slice(worker * steps, (worker + 1) * steps))
}
