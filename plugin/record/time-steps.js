/** @import { Requests } from './read-requests.js' */

/** In less than that, hardly anything happens. */
const shortestStepMs = 250

/**
 * @param {Requests} requests
 * @param {number} most
 * @returns {number} of equal steps into which the load's time is worth dividing, at least 1
 */
export function worthwhileSteps({ firstStartMs, lastEndMs }, most) {
  return Math.max(1, Math.min(most, Math.floor((lastEndMs - firstStartMs) / shortestStepMs)))
}

/**
 * @param {Requests} requests
 * @param {number} steps equal ones of the load's time
 * @returns {(request: number) => number} the step in which it began, from 0
 */
export function stepsBy({ startMs, firstStartMs, lastEndMs }, steps) {
  const spanMs = lastEndMs - firstStartMs
  if (spanMs === 0) return () => 0
  // What began at the very end belongs to the last one.
  return (request) => Math.min(steps - 1, Math.floor(((startMs[request] - firstStartMs) * steps) / spanMs))
}
