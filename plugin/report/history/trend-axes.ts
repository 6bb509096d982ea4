import { pointsOf, type Trend, type TrendEstimate } from './trends.ts'
import type { Metric } from '../../vocabulary.ts'

/** How far beyond all speedups an interval may stretch the axis, and a requirement: a ratio. */
const roomForIntervals = 1.5
const roomForRequirements = 2

/** of comparisons that follow one another */
export interface Requirement {
  speedup: number
  from: number // index of the first comparison
  to: number // index of the last comparison
  isBeyond: boolean // it is too far from all that was measured to be on the axis
}

/** @returns what was required of any candidate, as long as it stayed the same */
export function requirementsOf(trend: Trend, metric: Metric): Requirement[] {
  const points = trend.candidates.flatMap((candidate) => pointsOf(trend, candidate, metric))
  const [least, most] = rangeOf(points.map(({ estimate }) => estimate))
  const byDemand = Map.groupBy(points.filter(({ estimate }) => estimate.required !== null), ({ estimate }) => Number(estimate.required))
  return [...byDemand].flatMap(([speedup, of]) => {
    const isBeyond = speedup < least / roomForRequirements || speedup > most * roomForRequirements
    return stretches(of.map(({ index }) => index)).map(([from, to]) => ({ speedup, from, to, isBeyond }))
  })
}

/** @returns of those that follow one another */
function stretches(indices: number[]): [from: number, to: number][] {
  const ordered = [...new Set(indices)].sort((a, b) => a - b)
  const found: [number, number][] = []
  for (const index of ordered) {
    const last = found.at(-1)
    if (last !== undefined && index === last[1] + 1) last[1] = index
    else found.push([index, index])
  }
  return found
}

/** @returns what the axis must hold: an interval without end would leave no room for the rest */
export function speedupsToHold(estimates: readonly TrendEstimate[], requirements: readonly Requirement[]): number[] {
  const [least, most] = rangeOf(estimates)
  const carried = estimates.filter(({ reason }) => reason === null)
  const ends = carried.flatMap(({ interval }) => interval.map((end) => Math.min(Math.max(end, least / roomForIntervals), most * roomForIntervals)))
  return [least, most, ...ends, ...requirements.filter(({ isBeyond }) => !isBeyond).map(({ speedup }) => speedup)]
}

function rangeOf(estimates: readonly TrendEstimate[]) {
  const speedups = [1, ...estimates.map(({ speedup }) => speedup)]
  return [Math.min(...speedups), Math.max(...speedups)]
}

/**
 * The first comparison, the last one and one between them; more have no room on a phone.
 *
 * @param times when the comparisons began, ISO 8601
 * @returns their dates, with the hour where the dates alone would be the same
 */
export function ticksOf(times: readonly string[]): { part: number, label: string }[] {
  const last = times.length - 1
  const indices = [...new Set([0, Math.floor(last / 2), last])]
  const days = indices.map((index) => times[index].slice(0, 10))
  const areDistinct = new Set(days).size === days.length
  return indices.map((index, i) => ({ part: (index + 0.5) / times.length, label: areDistinct ? days[i] : times[index].slice(5, 16).replace('T', ' ') }))
}
