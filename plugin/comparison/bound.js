/** @import { Bound, ClosedLoop, VariantUse } from '../vocabulary.js' */

/** From this utilization on, an event loop has no time to spare. */
export const busyLoop = 0.85

/** Below this, work that was done was done where we don't look, as `docker run` has it done by a daemon. */
export const leastCores = 0.05

/** A process that uses more cores than this has threads of its own that do work, besides collecting garbage. */
const ofOneThread = 1.2

/**
 * The speedup that this machine and this load could show at most: the cores that are left to the candidate over those
 * that the baseline used, if each request needs as much CPU. Workers use a core each, unless threads of their own do the
 * work.
 *
 * @param {VariantUse} baseline
 * @param {VariantUse} candidate
 * @param {ClosedLoop | null} loop what a closed loop of few users allows, where that is less
 * @returns {Bound | null} null: the baseline is not limited by its CPU, or the system does not tell
 */
export function bound(baseline, candidate, loop) {
  const left = freeForApp(baseline, candidate)
  if (left === null || candidate.machine === null || Number(baseline.busiest) < busyLoop || isBlocked(baseline)) return null
  const { cores, generator, others, stolen } = candidate.machine
  const isLoop = loop !== null && loop.atMost < left
  return { atMost: isLoop ? loop.atMost : left, cores, generator, others: others + stolen, loop: isLoop ? loop : null }
}

/**
 * @param {VariantUse} baseline
 * @param {VariantUse} candidate
 * @returns {number | null} how many times the baseline's work could be done with the cores that are free for the
 *   candidate; null: the system does not tell
 */
export function freeForApp(baseline, candidate) {
  if (baseline.machine === null || candidate.machine === null || !isSeen(baseline) || !isSeen(candidate)) return null
  const { cores, app, generator, others, stolen } = candidate.machine
  const { app: used } = baseline.machine
  const usable = usesThreads(candidate) ? cores : Math.max(candidate.workers, app)
  const shared = cores - others - stolen
  const gained = baseline.demand && candidate.demand && candidate.demand.responsesPerSecond / baseline.demand.responsesPerSecond
  // Each request takes something of both. How often it was asked for tells what the generator would take of more.
  const left = gained ? (used * shared) / (used + generator / gained) : shared - generator
  return Math.max(0, Math.min(left, usable)) / used
}

/**
 * @param {VariantUse} use
 * @returns {boolean} whether its event loop is busy with something that takes no CPU: a synchronous wait
 */
export function isBlocked({ cpu, utilization, workers }) {
  return Number(cpu) < 0.5 * Number(utilization) * workers
}

/**
 * @param {VariantUse} use
 * @returns {boolean} whether more cores were used than it has workers
 */
export function usesThreads(use) {
  return coresOf(use) > ofOneThread * use.workers
}

/**
 * @param {VariantUse} use
 * @returns {number} that the app used, as the system tells or the workers do; 0: neither does
 */
export function coresOf({ machine, cpu }) {
  return Math.max(machine?.app ?? 0, cpu ?? 0)
}

/**
 * @param {VariantUse} use
 * @returns {boolean} whether the cores that it used are known
 */
export function isSeen(use) {
  return coresOf(use) >= leastCores
}

/**
 * @param {VariantUse} use
 * @returns {number} cores that nobody used; 0: the system does not tell
 */
export function freeCores({ machine }) {
  if (machine === null) return 0
  return machine.cores - machine.app - machine.generator - machine.others - machine.stolen
}
