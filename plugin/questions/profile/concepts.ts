import { isolated } from '../../concepts/wording.ts'

/**
 * Whose code a function is. native: C++ that isn't Node's, such as an addon's, and the system. Garbage collection is
 * V8's own.
 */
export const codeOwners = ['app', 'dependency', 'node', 'native', 'garbage collection'] as const
export type CodeOwner = (typeof codeOwners)[number]

export interface ProfiledFunction {
  name: string // as V8 names it; "(anonymous)" where it has none
  // such as sieves/trial-division.js:12, express/lib/router.js:41 or node:fs:472, by the source map where there is one;
  // null: not JavaScript
  place: string | null
  owner: CodeOwner
  selfMs: number // in it, without what it called
  totalMs: number // in it, with what it called
  line: number | null // where most of selfMs was, in the same file as place; null: unknown, or the same as in place
  // the app's own function above it that most of selfMs came by; null: it is the app's own, or there is none. Of
  // garbage collection: what ran just before
  calledBy: { name: string; place: string } | null
}

/** A node of an icicle chart: a stack, merged over all processes. What is too short to be seen is left out. */
export interface ProfileNode {
  function: number // index in functions of the profile; -1: the root
  totalMs: number
  children: ProfileNode[] // longest first
}

/** A time in which an event loop could do nothing else. */
export interface BlockedStretch {
  pid: string
  ms: number
  // the heaviest, from what was called first to what ran
  stack: { name: string; place: string | null; owner: CodeOwner }[]
  share: number // of the stretch that was in the last of stack, from 0 to 1
}

/**
 * What the processes of a variant that answer requests did with their time in one run that is not counted, sampled by
 * V8 each millisecond.
 */
export interface Profile {
  variant: string
  file: string // relative to the record's folder: a .cpuprofile of all processes, one after the other
  processes: number // that were profiled; threads with an event loop of their own count as such
  missing: string[] // why others were not, a sentence each
  seconds: number // of the load
  responses: number // during it
  busyMs: number // of all processes: what was not idle
  idleMs: number
  owners: Record<CodeOwner, number> // ms; they add up to busyMs
  functions: ProfiledFunction[] // most selfMs first; at least those of the tree, and of the ten longest
  tree: ProfileNode
  blocked: BlockedStretch[] // longest first, five at most
}

/** ms of busy time of the workers for each response. */
export interface TimeChange {
  baselineMs: number
  candidateMs: number
}

/**
 * What takes a candidate's workers more or less time for a response than the baseline's: only what is beyond the common
 * factor, and the noise of sampling.
 */
export interface ProfileDifference {
  variant: string
  busy: TimeChange
  // by which functions take longer, all alike, as when processes share cores: the median of their time; 1: too little
  // was sampled
  factor: number
  owners: ({ owner: CodeOwner } & TimeChange)[] // most changed first
  functions: (Pick<ProfiledFunction, 'name' | 'place' | 'owner'> & TimeChange)[] // their own time, most changed first
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
    profiles: Profile[] // of the variants in their order; empty: not asked for
    profileDifferences: ProfileDifference[] // of each candidate that has a profile, as the baseline has
  }
  diagnosis: {
    // what the baseline's time was spent on, one sentence; null: there is no profile of it, or it says nothing
    spentOn: string | null
  }
}

export const profiling = {
  options: ['profile'],
  none: { profiles: [], profileDifferences: [] },
  undiagnosed: { spentOn: null },
  call: ({ profile }: ProfileAdds['settings']): ProfileAdds['call'] => ({ profile }),
  cure: ({ profile }: ProfileAdds['call']): string => (profile ? '; or remove profile' : '')
}

export const profileWarnings = { 'profile-missing': { title: 'App', severities: ['note'] } } as const
