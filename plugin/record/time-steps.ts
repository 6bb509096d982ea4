import type { Requests } from './read-requests.ts'

/** In less than that, hardly anything happens. */
const shortestStepMs = 250

/** @returns of equal steps into which the load's time is worth dividing, at least 1 */
export function worthwhileSteps({ firstStartMs, lastEndMs }: Requests, most: number): number {
  return Math.max(1, Math.min(most, Math.floor((lastEndMs - firstStartMs) / shortestStepMs)))
}

/**
 * @param steps equal ones of the load's time
 * @returns the step in which it began, from 0
 */
export function stepsBy({ startMs, firstStartMs, lastEndMs }: Requests, steps: number): (request: number) => number {
  const spanMs = lastEndMs - firstStartMs
  if (spanMs === 0) return () => 0
  // What began at the very end belongs to the last one.
  return (request) => Math.min(steps - 1, Math.floor(((startMs[request] - firstStartMs) * steps) / spanMs))
}
