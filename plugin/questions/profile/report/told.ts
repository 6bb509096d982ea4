import { counted } from '../../../concepts/wording.ts'
import { moreSpentIn } from '../concepts.ts'
import type { TellsBeside } from '../../../report/words/told.ts'

/** What is told of profiles outside of their section. */
export const profileTold: TellsBeside = {
  planned: ({ profile }) => profile && ', then a profile of each variant',

  /** Of the last variant, which file its profile is in, or why there is none. */
  seen({ profiled = [] }) {
    const last = profiled.at(-1)
    if (last === undefined) return null
    const { variant, profile, problem } = last
    const text =
      profile === null ? `none: ${problem}` : `${profile.file}, ${counted(profile.processes, 'process', 'processes')}`
    return { turn: { round: 'profile', variant }, text }
  },

  /** Such as "escape (page.js:3)", on which it spends more. */
  worstIn: ({ profileDifferences }, name) => moreSpentIn(profileDifferences, name)?.where ?? null,

  cause: ({ spentOn }) => (spentOn === null ? null : { label: 'spent', title: 'Spent on', text: spentOn })
}

export const profileExplanations = {
  'profile-missing': [
    'A variant was to be profiled, and there is no profile of it. What was measured holds.',
    'The app ended during the profiled run, the run was interrupted, no process answered over `node:http`, its event loop was blocked, or the profile was too large: the message says which.',
    'Follow the message, then run the comparison again.'
  ]
} as const

/** What to do about codes of all comparisons, as profiles show more of them. */
export const profileCures = {
  'worker-stalled':
    'Run with `--profile`: the report shows the stacks that blocked the event loop. If none did, find out what stopped the process.',
  'cpu-bound': 'Use them if the gain is worth the memory. `--profile` names the functions that take the time.',
  version:
    'A request that takes more CPU computes more: `--profile` names the functions. One that waits longer waits for something else.',
  blocked: 'Use asynchronous calls: `--profile` shows where. More workers help, but cost memory.',
  'garbage-collection': 'Allocate less: `--profile` shows where.',
  OUT_OF_TIME: 'Remove `this.timeout(...)`, raise it, or use fewer rounds or a shorter load, or no `profile`.'
}
