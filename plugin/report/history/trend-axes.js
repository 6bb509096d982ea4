import { pointsOf } from './trends.js'
/**
 * @import { Metric } from '../../vocabulary.js'
 * @import { Trend, TrendEstimate } from './trends.js'
 */

/** How far beyond all speedups an interval may stretch the axis, and a requirement: a ratio. */
const roomForIntervals = 1.5
const roomForRequirements = 2

/**
 * @typedef {object} Requirement of comparisons that follow one another
 * @property {number} speedup
 * @property {number} from index of the first comparison
 * @property {number} to index of the last comparison
 * @property {boolean} isBeyond it is too far from all that was measured to be on the axis
 */

/**
 * @param {Trend} trend
 * @param {Metric} metric
 * @returns {Requirement[]} what was required of any candidate, as long as it stayed the same
 */
export function requirementsOf(trend, metric) {
  const points = trend.candidates.flatMap((candidate) => pointsOf(trend, candidate, metric))
  const [least, most] = rangeOf(points.map(({ estimate }) => estimate))
  const byDemand = Map.groupBy(points.filter(({ estimate }) => estimate.required !== null), ({ estimate }) => Number(estimate.required))
  return [...byDemand].flatMap(([speedup, of]) => {
    const isBeyond = speedup < least / roomForRequirements || speedup > most * roomForRequirements
    return stretches(of.map(({ index }) => index)).map(([from, to]) => ({ speedup, from, to, isBeyond }))
  })
}

/**
 * @param {number[]} indices
 * @returns {[from: number, to: number][]} of those that follow one another
 */
function stretches(indices) {
  const ordered = [...new Set(indices)].sort((a, b) => a - b)
  /** @type {[number, number][]} */
  const found = []
  for (const index of ordered) {
    const last = found.at(-1)
    if (last !== undefined && index === last[1] + 1) last[1] = index
    else found.push([index, index])
  }
  return found
}

/**
 * @param {readonly TrendEstimate[]} estimates
 * @param {readonly Requirement[]} requirements
 * @returns {number[]} what the axis must hold: an interval without end would leave no room for the rest
 */
export function speedupsToHold(estimates, requirements) {
  const [least, most] = rangeOf(estimates)
  const carried = estimates.filter(({ reason }) => reason === null)
  const ends = carried.flatMap(({ interval }) => interval.map((end) => Math.min(Math.max(end, least / roomForIntervals), most * roomForIntervals)))
  return [least, most, ...ends, ...requirements.filter(({ isBeyond }) => !isBeyond).map(({ speedup }) => speedup)]
}

/** @param {readonly TrendEstimate[]} estimates */
function rangeOf(estimates) {
  const speedups = [1, ...estimates.map(({ speedup }) => speedup)]
  return [Math.min(...speedups), Math.max(...speedups)]
}

/**
 * The first comparison, the last one and one between them; more have no room on a phone.
 *
 * @param {readonly string[]} times when the comparisons began, ISO 8601
 * @returns {{ part: number, label: string }[]} their dates, with the hour where the dates alone would be the same
 */
export function ticksOf(times) {
  const last = times.length - 1
  const indices = [...new Set([0, Math.floor(last / 2), last])]
  const days = indices.map((index) => times[index].slice(0, 10))
  const areDistinct = new Set(days).size === days.length
  return indices.map((index, i) => ({ part: (index + 0.5) / times.length, label: areDistinct ? days[i] : times[index].slice(5, 16).replace('T', ' ') }))
}
