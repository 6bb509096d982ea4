import { quantileOfSorted, rounded } from '../statistics/descriptive.ts'
import { evenly, placeIn, type Span } from '../concepts/spans.ts'
import { groupLatencies, type Requests } from './read-requests.ts'
import type { LatencyCloud, TimeBin } from '../concepts/report-data.ts'

/** A chart of more shows no single one, neither dots nor the colours of workers. */
const most = { dots: 2500, colouredWorkers: 4, workersOverTime: 64, workerSteps: 20, bins: 60 }
const columns = 120
const rowsPerDecade = 24
/** From a microsecond to all that 32 bits of them hold. */
const lowestRow = -3 * rowsPerDecade
const rows = 10 * rowsPerDecade

export function latencyCloud(requests: Requests, workers: number): LatencyCloud {
  const isSparse = requests.counting.length <= most.dots && workers <= most.colouredWorkers
  return {
    dots: isSparse ? dotsOf(requests) : null,
    density: isSparse ? null : densityOf(requests),
    workerP95Ms: workers > most.workersOverTime ? [] : workerP95Ms(requests, workers)
  }
}

function dotsOf({ counting, startMs, latencyUs, worker, firstStartMs }: Requests) {
  return {
    seconds: Array.from(counting, (request) => rounded((startMs[request] - firstStartMs) / 1000)),
    latencyMs: Array.from(counting, (request) => latencyUs[request] / 1000),
    worker: Array.from(counting, (request) => worker[request])
  }
}

/** @returns cells by column, then by row */
function densityOf(requests: Requests): NonNullable<LatencyCloud['density']> {
  const columnOf = stepsBy(requests, columns)
  const counts = new Uint32Array(columns * rows)
  const { requests: ranked, latencyUs } = requests.byLatency
  let row = NaN
  for (let i = 0; i < ranked.length; i++) {
    // Many are equal, to the microsecond, and follow each other. A logarithmic scale has no 0: it counts as a
    // microsecond.
    if (i === 0 || latencyUs[i] !== latencyUs[i - 1])
      row = Math.floor(rowsPerDecade * Math.log10(Math.max(1, latencyUs[i]) / 1000))
    counts[columnOf(ranked[i]) * rows + row - lowestRow]++
  }
  const cells: [number, number, number][] = []
  counts.forEach((count, i) => {
    if (count > 0) cells.push([Math.floor(i / rows), (i % rows) + lowestRow, count])
  })
  return { columns, rowsPerDecade, cells }
}

function workerP95Ms(requests: Requests, workers: number) {
  const steps = worthwhileSteps(requests, most.workerSteps)
  const stepOf = stepsBy(requests, steps)
  // Below 0 where the worker is unknown.
  const groupOf = requests.worker.map((worker, request) => worker * steps + stepOf(request))
  const p95s = groupLatencies(requests, workers * steps, groupOf).map((sorted) =>
    sorted.length === 0 ? null : quantile(sorted, 0.95)
  )
  return Array.from({ length: workers }, (_, worker) => p95s.slice(worker * steps, (worker + 1) * steps))
}

/** What began in each part of the load's time. @param slices that count, of a load that rests in between */
export function timeBins(requests: Requests, slices: readonly Span[] = []): TimeBin[] {
  const { count, startMs, failed, firstStartMs, lastEndMs } = requests
  const bins =
    slices.length > 0
      ? slices.flatMap((slice) => evenly(slice, Math.ceil(most.bins / slices.length)))
      : evenly({ fromMs: firstStartMs, toMs: lastEndMs }, worthwhileSteps(requests, most.bins))
  const placeOf =
    slices.length > 0 ? (request: number) => placeIn(bins, startMs[request]) : stepsBy(requests, bins.length)
  const binOf = Int16Array.from({ length: count }, (_, request) => placeOf(request))
  const began = new Uint32Array(bins.length)
  const failures = new Uint32Array(bins.length)
  binOf.forEach((bin, request) => {
    if (bin < 0) return
    began[bin]++
    failures[bin] += failed[request]
  })
  const secondsTo = (ms: number) => rounded((ms - firstStartMs) / 1000)
  return groupLatencies(requests, bins.length, binOf).map((sorted, bin) => ({
    fromSeconds: secondsTo(bins[bin].fromMs),
    toSeconds: secondsTo(bins[bin].toMs),
    requests: began[bin],
    failures: failures[bin],
    latencyMs:
      sorted.length === 0
        ? null
        : { p5: quantile(sorted, 0.05), p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) }
  }))
}

const quantile = (sorted: ArrayLike<number>, probability: number) => rounded(quantileOfSorted(sorted, probability))

/** In less than that, hardly anything happens. */
const shortestStepMs = 250

/** @returns how many equal steps of the load's time are worth telling apart, at least 1 */
const worthwhileSteps = ({ firstStartMs, lastEndMs }: Requests, atMost: number) =>
  Math.max(1, Math.min(atMost, Math.floor((lastEndMs - firstStartMs) / shortestStepMs)))

/** @returns in which of so many equal steps of the load's time a request began, from 0 */
function stepsBy({ startMs, firstStartMs, lastEndMs }: Requests, steps: number): (request: number) => number {
  const spanMs = lastEndMs - firstStartMs
  // What began at the very end belongs to the last step.
  return spanMs === 0
    ? () => 0
    : (request) => Math.min(steps - 1, Math.floor(((startMs[request] - firstStartMs) * steps) / spanMs))
}
