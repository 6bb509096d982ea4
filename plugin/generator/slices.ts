import type { Slice } from './run-order.ts'

/** Node closes a connection that rests for five seconds. */
const longestRest = 3.5
/** Shorter ones would see an app that has just rested. */
const leastSeconds = 0.5
/** So many latencies fit into a slice at least: else most of it would be its ends. */
const latenciesEach = 10
const usuallyEach = 4
/** From one slice to the next, beside what is under way. */
const changeSeconds = 0.05

const longestSlice = (loads: number) => longestRest / between(loads) - changeSeconds

/** Slices between two of the same load. */
const between = (loads: number) => (loads === 2 ? 2 : loads - 1)

/** @returns seconds that requests may take where so many loads take turns */
export const mostLatency = (loads: number): number =>
  Math.max(0, Math.min(longestSlice(loads) / (latenciesEach + 2), (longestSlice(loads) - leastSeconds) / 2))

/**
 * The slices of a round: each load warms up, then they take turns, A B B A of two, A B C A B C of more, so that none
 * rests for long.
 *
 * @param loads how many; seconds: of each that count; latencySeconds: the median of the slowest
 * @returns null: requests take too long, or there are too many loads
 */
export function planSlices({
  loads,
  seconds,
  warmUpSeconds,
  latencySeconds
}: {
  loads: number
  seconds: number
  warmUpSeconds: number
  latencySeconds: number
}): Slice[] | null {
  // What is under way at either end takes its time, too.
  const longest = longestSlice(loads) - 2 * latencySeconds
  const shortest = Math.max(leastSeconds, latenciesEach * latencySeconds)
  if (shortest > longest) return null
  const wanted = Math.min(longest, Math.max(shortest, seconds / usuallyEach))
  const count = Math.max(2, Math.round(seconds / wanted))
  const turn = (i: number) => (loads === 2 && i % 2 === 1 ? [1, 0] : Array.from({ length: loads }, (_, load) => load))
  const inTurns = (times: number, each: number, counts: boolean) =>
    Array.from({ length: times }, (_, i) =>
      turn(counts ? i : 0).map((load) => ({ load, seconds: each, counts }))
    ).flat()
  const warmUps = Math.ceil(warmUpSeconds / longest)
  return [
    ...inTurns(warmUps, warmUpSeconds / warmUps, false),
    ...inTurns(count, Math.max(shortest, seconds / count), true)
  ]
}
