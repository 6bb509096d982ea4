import { quantileOfSorted, rounded } from '../statistics/descriptive.ts'
import { groupLatencies, type Requests } from './read-requests.ts'

/** A chart of more shows no single one. */
const most = { workers: 64, steps: 20 }
/** In less than that, hardly anything happens. */
const shortestStepMs = 250

/** @returns for each worker: in equal steps of the load's time; empty: there are too many to tell them apart */
export function workerP95Ms(requests: Requests, workers: number): (number | null)[][] {
  if (workers > most.workers) return []
  const { startMs, firstStartMs, lastEndMs } = requests
  const spanMs = lastEndMs - firstStartMs
  const steps = Math.max(1, Math.min(most.steps, Math.floor(spanMs / shortestStepMs)))
  // What began at the very end belongs to the last step. A load may take no time at all.
  const stepOf = (request: number) =>
    Math.min(steps - 1, Math.floor(((startMs[request] - firstStartMs) * steps) / (spanMs || 1)))
  // Below 0 where the worker is unknown.
  const groupOf = requests.worker.map((worker, request) => worker * steps + stepOf(request))
  const p95s = groupLatencies(requests, workers * steps, groupOf).map((sorted) =>
    sorted.length === 0 ? null : rounded(quantileOfSorted(sorted, 0.95))
  )
  return Array.from({ length: workers }, (_, worker) => p95s.slice(worker * steps, (worker + 1) * steps))
}
