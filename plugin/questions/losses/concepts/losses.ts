import type { Aftermath, ByConnection, Disturbance, Disturbed, LossCause, LossKind } from './disturbances.ts'
import type { Life } from '../../../concepts/spans.ts'
import type { Ranged } from '../../../concepts/metrics.ts'
import type { Verdict } from '../../../concepts/verdicts.ts'

/** What a candidate may lose, in each disturbance. */
export interface LossThresholds {
  lost?: number | null // largest share of the requests; 0: that none was seen
  recovery?: number | null // seconds
  p95Rise?: number | null // p95 in the worst 200 ms over p95 before
}

export const lossLimits = ['lost', 'recovery', 'p95Rise'] as const satisfies readonly (keyof LossThresholds)[]

/** value: what it is about, in the limit's unit; null: it could not be seen */
export type LossLimit = { limit: keyof LossThresholds; most: number; value: number | null; verdict: Verdict | null }

/** What each disturbance did to each variant. */
export type AllLosses = { variant: string; losses: Losses[] }[]

/** One of the first four, and when. */
export interface DisturbOptions {
  kill?: 'worker' | 'all'
  terminate?: 'worker' | 'all'
  freeze?: 'worker' | 'all'
  reload?: true
  /** for how long it is frozen */
  duration?: string
  /** time after the load began */
  at: string
}

/**
 * How a load went on in which the app was disturbed: from shortly before the first disturbance to the end. Seconds count
 * from the first request. A request is where it ended.
 */
export interface DisturbedDetail {
  answered: DisturbedRequests
  lost: ({ kind: LossKind } & DisturbedRequests)[] // the kinds that there were
  // all as long; p95Ms: null: no answer
  slices: { fromSeconds: number; toSeconds: number; answered: number; lost: number; p95Ms: number | null }[]
}

/** requests: how many; seconds, latencyMs: of a part of them, evenly chosen, where they are many */
type DisturbedRequests = { requests: number; seconds: number[]; latencyMs: number[] }

/** What the question adds to shapes that are everybody's. */
export interface LossesAdds {
  options: {
    /** what happens to the app in each run; the comparison then reports lost requests instead of speedups */
    disturb?: DisturbOptions[]
  }
  limits: {
    /** with disturb, of candidates: largest share of the requests that a disturbance may cost */
    lost?: string | null
    /** with disturb, of candidates: longest time to recover */
    recovery?: string | null
    /** with disturb, of candidates: largest factor by which p95 may rise */
    p95Rise?: number | null
  }
  thresholds: LossThresholds
  // what happens to the app in each run; null: nothing, speedups are compared
  settings: { disturb: Disturbance[] | null }
  description: { disturb: Disturbance[] } // of the settings; empty: nothing was done to the app
  seen: { disturbed: Disturbed[] } // while a run is loaded
  run: {
    disturbances: (Disturbed & Aftermath)[] // in the order of time; empty: nothing happened to it
    lives: Life[] // of the processes that listened; empty where nothing happened, or nothing is known
  }
  // to a run on the page; null: nothing was done to the app, or another round of its variant is shown
  detail: { disturbed: DisturbedDetail | null }
  result: { losses: AllLosses | null } // of a scenario; null: nothing was done to the app
  candidate: { losses: Losses[] | null } // in each disturbance; null: there was none
  history: { losses?: Losses[] | null } // of a candidate; of each disturbance; left out: nothing was done to the app
}
type LossesSettings = LossesAdds['settings']
type LossesResult = LossesAdds['result']

/** What a disturbance did to a variant, over all rounds. */
export interface Losses {
  disturbance: Disturbance
  rounds: number // in which it came about
  losingRounds: number // in which any request was lost
  requests: number // that ended between it and the next one, answered or lost
  // share of them; the interval is Clopper and Pearson's, wider where something was lost, as that comes in bursts
  lost: Ranged
  lostRequests: number
  byKind: Record<LossKind, number>
  byConnection: ByConnection // of the lost ones
  causes: { cause: LossCause; requests: number }[] // of the lost ones, the most frequent first
  outageSeconds: number | null // the longest in which no worker listened; null: unknown
  // the longest that an old worker took to leave; null: none was told to, or it never left
  leavingSeconds: number | null
  lateRequests: ByConnection // that began after an old worker had been told to leave, and were answered by it
  missing: number // rounds in which fewer workers listened at the end than before
  stuck: number // requests that a frozen worker answered only when it went on
  neverBack: number // rounds in which it was not over before the end
  recoverySeconds: Ranged | null // geometric mean of the other rounds; null: of fewer than three
  // the baseline's time to recover over this one's: above 1, this one is faster; null: it is the baseline, or too few
  // rounds
  againstBaseline: Ranged | null
  bump: Ranged | null // p95 in the worst 200 ms over p95 before
  bumpSeconds: number | null // for which p95 stayed above what is usual
  dip: number // answers in the worst 200 ms of all rounds, as a share of those before
  notes: string[] // what else was seen that explains it: sentences
  problems: string[] // why it did not happen, or can't be judged, in words: then there is no verdict
  limits: LossLimit[]
}

/** What is known of the question everywhere. */
export const losses = {
  diagnosis: 'disturbed',
  ofRun: {
    lists: ['disturbances', 'lives'],
    unknown: { disturbances: ['doneMs', 'bump', 'recoverySeconds', 'outageSeconds', 'leaving', 'newcomers', 'workers'] }
  },
  own: ({ losses }: LossesResult, name: string): LossesAdds['candidate'] => ({
    losses: losses?.find(({ variant }) => variant === name)?.losses ?? null
  }),
  happenedTo: ({ disturbances }: LossesAdds['run']): boolean => disturbances.length > 0,
  wantsReload: ({ disturb }: LossesSettings): string | null =>
    disturb?.some(({ kind }) => kind === 'reload') ? 'plugins.speedup.disturb has a reload' : null,
  options: ['disturb'],
  isAsked: ({ disturb }: LossesSettings): boolean => disturb !== null,
  isTold: ({ losses }: LossesResult): boolean => losses !== null,
  describe: ({ disturb }: LossesSettings): LossesAdds['description'] => ({ disturb: disturb ?? [] })
} as const
