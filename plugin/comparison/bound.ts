import { modes, type Mode } from '../concepts/modes.ts'
import type { Bound, VariantUse } from '../concepts/comparison.ts'
import type { ClosedLoop } from '../concepts/load-results.ts'

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
 * @param loop what a closed loop of few users allows, where that is less
 * @returns null: the baseline is not limited by its CPU, or the system does not tell
 */
export function bound(baseline: VariantUse, candidate: VariantUse, loop: ClosedLoop | null): Bound | null {
  const left = freeForApp(baseline, candidate)
  if (left === null || candidate.machine === null || Number(baseline.busiest) < busyLoop || isBlocked(baseline)) return null
  const { cores, generator, others, stolen } = candidate.machine
  const limiting = loop !== null && loop.atMost < left ? loop : null
  return { atMost: limiting?.atMost ?? left, cores, generator, others: others + stolen, loop: limiting }
}

/**
 * @returns how many times the baseline's work could be done with the cores that are free for the candidate; null: the
 *   system does not tell
 */
export function freeForApp(baseline: VariantUse, candidate: VariantUse): number | null {
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

/** @returns whether its event loop is busy with something that takes no CPU: a synchronous wait */
export function isBlocked({ cpu, utilization, workers }: VariantUse): boolean {
  return Number(cpu) < 0.5 * Number(utilization) * workers
}

export function usesThreads(use: VariantUse): boolean {
  return coresOf(use) > ofOneThread * use.workers
}

/** @returns that the app used, as the system tells or the workers do; 0: neither does */
export function coresOf({ machine, cpu }: VariantUse): number {
  return Math.max(machine?.app ?? 0, cpu ?? 0)
}

/** @returns whether the cores that it used are known */
export function isSeen(use: VariantUse): boolean {
  return coresOf(use) >= leastCores
}

/** @returns cores that nobody used; 0: the system does not tell */
export function freeCores({ machine }: VariantUse): number {
  return machine === null ? 0 : machine.cores - machine.app - machine.generator - machine.others - machine.stolen
}

/** What we don't start with a preload of ours tells nothing of how busy it is, and names its process only if it was taught to. */
export function isStranger(mode: Mode): boolean {
  return modes[mode].outside !== null
}

/** What to do about responses without the header. */
export function headerAdvice(mode: Mode): string {
  return isStranger(mode)
    ? 'A Node program sends it when it is started by `node --import artillery-plugin-speedup/preload server.js`, ' +
      'or with the middleware artillery-plugin-speedup/header.'
    : 'Does the app remove headers, or does something else answer in its place?'
}
