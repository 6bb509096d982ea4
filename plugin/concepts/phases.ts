import type { Phase, UserLoop } from './settings.ts'

// Phases, as Artillery takes them, of the loads that are ours.

/** In this share of the load, and within a second, all users come. */
const arrivalShare = 0.25

/** @returns the phases in which these users come, evenly */
export function phasesOf({ users, seconds }: UserLoop): Phase[] {
  let ms = Math.min(1000, Math.ceil(1000 * arrivalShare * (seconds ?? Infinity)))
  // Artillery has one come each so many whole microseconds, as long as the phase lasts.
  while (ms < 1000 && Math.floor((1000 * ms) / Math.floor((1000 * ms) / users)) !== users) ms++
  // Artillery takes no fractions of a second.
  return [{ duration: ms === 1000 ? 1 : `${ms}ms`, arrivalCount: users }]
}

/** Placeholders for users who come independently of each other: the times at which they do are drawn apart, and take the place of these. */
export const arrivalPhases = (seconds: number): Phase[] =>
  [{ duration: Number.isInteger(seconds) ? seconds : `${Math.round(1000 * seconds)}ms`, arrivalRate: 1, mode: 'poisson' }]
