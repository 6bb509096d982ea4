import type { Profiler } from 'node:inspector'

/** A function of a profile, as V8 gives it: its line and column count from 0, lines of its ticks from 1. */
export type CpuProfileNode = Profiler.ProfileNode

/**
 * What `Profiler.stop` gives, and a .cpuprofile file holds; the first node is the root. Times are in µs, of the clock of
 * `process.hrtime`. timeDeltas: of each sample, since the one before; the first: since startTime; V8 has some below 0, a
 * RawProfile none
 */
export type CpuProfile = Required<Profiler.Profile>

/**
 * What a process of the app wrote when its profile ended: one that has an event loop and answered at least one request.
 */
export interface RawProfile {
  pid: string // with "-<threadId>" for worker threads
  responses: number
  profile: CpuProfile
  // in which a timer of 10 ms came at least 30 ms late, on the profile's clock; the longest 20
  blocked: { fromUs: number; toUs: number }[]
}

/**
 * As it is written: profiled from the start of the process, as V8 does not know the optimized code of a loop that it
 * compiled before. The load that counts is a part of it, in µs.
 */
export type WrittenProfile = RawProfile & { fromUs: number; toUs: number }

/**
 * What the app's processes and we tell each other, by the names of files in a folder: neither a port, nor a signal, nor
 * the app's IPC.
 */
export const profileSigns = { begin: 'begin', end: 'end', begun: '.begun', written: '.json', failed: '.failed' }
