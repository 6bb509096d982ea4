import type { Profiler } from 'node:inspector'
import { isolated } from '../../concepts/wording.ts'
import type { Count, Positive, Share } from '../../concepts/figures.ts'

/**
 * Whose code a function is. native: C++ that isn't Node's, such as an addon's, and the system. Garbage collection is
 * V8's own.
 */
export const codeOwners = ['app', 'dependency', 'node', 'native', 'garbage collection'] as const
export type CodeOwner = (typeof codeOwners)[number]

/** A function of the app's processes, over all stacks. */
export interface ProfiledFunction {
  /** As V8 names it. */
  name: string
  /** null: it is not JavaScript. */
  place: string | null
  owner: CodeOwner
  /** Time in it, without what it called. */
  selfMs: number
  /** Time in it, with what it called. */
  totalMs: number
  /** The line that it spent most of its own time in; null: unknown, or that of its place. @integer @minimum 1 */
  line: number | null
  /** The app's own function that most of its own time came by; null: it is the app's own, or there is none. */
  calledBy: { name: string; place: string } | null
}

/** A stack, merged over all processes. Stacks of less than 0.5 % of the busy time are left out. */
export interface ProfileNode {
  /** Index in functions; -1: the root. @integer @minimum -1 */
  function: number
  totalMs: number
  /** Longest first. */
  children: ProfileNode[]
}

/** A time in which an event loop could do nothing else. */
export interface BlockedStretch {
  /** Of the process, with "-" and the thread's number for a worker thread. */
  pid: string
  ms: number
  /** The heaviest one, from what was called first to what ran. @minItems 1 */
  stack: { name: string; place: string | null; owner: CodeOwner }[]
  /** Part of it that was in the last function of the stack. */
  share: Share
}

/**
 * What the processes of a variant that answer requests did with their time in one run that is not counted, sampled by
 * V8.
 */
export interface Profile {
  variant: string
  /** A .cpuprofile of all processes, one after the other, in the record's folder. */
  file: string
  /** How many were profiled; a thread with an event loop of its own counts as one. */
  processes: Count
  /** Why others were not, one sentence each. */
  missing: string[]
  /** Duration of the load. */
  seconds: number
  /** During it. */
  responses: Count
  /** Of all processes: what was not idle. */
  busyMs: number
  idleMs: number
  /** Ms; they add up to busyMs. */
  owners: Record<CodeOwner, number>
  /** Most selfMs first; those that matter. */
  functions: ProfiledFunction[]
  tree: ProfileNode
  /** Longest first. @maxItems 5 */
  blocked: BlockedStretch[]
}

/** Busy time of the workers for each response. */
export interface TimeChange {
  baselineMs: number
  candidateMs: number
}

/**
 * What takes a candidate's workers more or less time for a response than the baseline's; only what is beyond the common
 * factor and the noise of sampling.
 */
export interface ProfileDifference {
  variant: string
  busy: TimeChange
  /** By which functions take longer, all alike, as when processes share cores: the median, weighted by their time. */
  factor: Positive
  /** Most changed first. */
  owners: ({ owner: CodeOwner } & TimeChange)[]
  /** Their own time, most changed first. */
  functions: (Pick<ProfiledFunction, 'name' | 'place' | 'owner'> & TimeChange)[]
}

/** @returns the function that a candidate spends most more on, and how much in ms; null: there is none */
export function moreSpentIn(differences: readonly ProfileDifference[], candidate: string) {
  const { functions = [] } = differences.find(({ variant }) => variant === candidate) ?? {}
  const all = functions.map(({ name, place, baselineMs, candidateMs }) => ({
    where: `${isolated(name)}${place === null ? '' : ` (${place})`}`,
    ms: candidateMs - baselineMs
  }))
  const [worst] = all.toSorted((a, b) => b.ms - a.ms)
  return worst !== undefined && worst.ms > 0 ? worst : null
}

/** profile: null: there is none of the variant; problem: why, in a sentence */
export type Profiled =
  | { variant: string; profile: Profile; problem: null }
  | { variant: string; profile: null; problem: string }

export interface ProfileAdds {
  options: {
    /** run each variant once more with V8's CPU profiler, which is not measured; false when left out */
    profile?: boolean
  }
  settings: { profile: boolean } // each variant is run once more, with V8's CPU profiler
  call: ProfileAdds['settings']
  beside: { profiled: Profiled[] } // so far
  result: {
    /**
     * What the processes of each variant did with their time, from one more run that is not counted. Empty: not asked
     * for (option profile).
     */
    profiles: Profile[]
    /** One for each candidate, if it and the baseline have a profile. */
    profileDifferences: ProfileDifference[]
  }
  diagnosis: {
    /**
     * What the baseline's time was spent on, one sentence; null: there is no profile of it, or too little was sampled.
     */
    spentOn: string | null
  }
}

export const profiling = {
  options: ['profile'],
  none: { profiles: [], profileDifferences: [] },
  undiagnosed: { spentOn: null },
  call: ({ profile }: ProfileAdds['settings']) => ({ profile }),
  cure: ({ profile }: ProfileAdds['call']) => (profile ? '; or remove profile' : '')
}

export const profileWarnings = { 'profile-missing': { title: 'App', severities: ['note'] } } as const

// What V8 and the app's processes write, and we read.

/** A function of a profile, as V8 gives it: its line and column count from 0, lines of its ticks from 1. */
export type CpuProfileNode = Profiler.ProfileNode

/**
 * What `Profiler.stop` gives, and a .cpuprofile file holds; the first node is the root. Times are in µs, of the clock
 * of `process.hrtime`. timeDeltas: of each sample, since the one before; the first: since startTime; V8 has some below
 * 0, a RawProfile none
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
