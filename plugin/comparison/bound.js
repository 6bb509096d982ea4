/** @import { Bound, VariantUse } from '../vocabulary.js' */

/** From this utilization on, an event loop has no time to spare. */
export const busyLoop = 0.85

/**
 * The speedup that this machine could show at most: the cores that were left to the candidate over those that the
 * baseline used, if each request needs as much CPU. Nobody can use more cores than it has workers.
 *
 * @param {VariantUse} baseline
 * @param {VariantUse} candidate
 * @returns {Bound | null} null: the baseline is not limited by its CPU, or the system does not tell
 */
export function bound(baseline, candidate) {
  if (baseline.machine === null || candidate.machine === null || Number(baseline.busiest) < busyLoop || isBlocked(baseline)) return null
  const { cores, generator } = candidate.machine
  const others = candidate.machine.others + candidate.machine.stolen
  const left = Math.min(cores - generator - others, Math.max(candidate.workers, candidate.machine.app))
  if (baseline.machine.app === 0) return null
  return { atMost: Math.max(0, left) / baseline.machine.app, cores, generator, others }
}

/**
 * @param {VariantUse} use
 * @returns {boolean} whether its event loop is busy with something that takes no CPU: a synchronous wait
 */
export function isBlocked({ cpu, utilization, workers }) {
  return Number(cpu) < 0.5 * Number(utilization) * workers
}
