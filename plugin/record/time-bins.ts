import { quantileOfSorted, rounded } from '../statistics/descriptive.ts'
import { evenly, placeIn, type Span } from '../concepts/spans.ts'
import { groupLatencies, type Requests } from './read-requests.ts'
import type { TimeBin } from '../concepts/report-data.ts'

/** A chart of more shows no single one. */
const most = { workers: 64, workerSteps: 20, bins: 60 }

/** @returns for each worker: in equal steps of the load's time; empty: there are too many to tell them apart */
export function workerP95Ms(requests: Requests, workers: number): (number | null)[][] {
  if (workers > most.workers) return []
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
