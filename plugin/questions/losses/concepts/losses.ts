import type { Aftermath, ByConnection, Disturbance, Disturbed, LossCause, LossKind } from './disturbances.ts'
import type { Life } from '../../../concepts/spans.ts'
import type { Ranged } from '../../../concepts/metrics.ts'
import type { Verdict } from '../../../concepts/verdicts.ts'
import type { Count, Share } from '../../../concepts/figures.ts'

/** What a candidate may lose, in each disturbance. */
export interface LossThresholds {
  lost?: number | null // largest share of the requests; 0: that none was seen
  recovery?: number | null // seconds
  p95Rise?: number | null // p95 in the worst 200 ms over p95 before
}

export const lossLimits = ['lost', 'recovery', 'p95Rise'] as const

/** A limit on what a candidate loses in a disturbance. */
export interface LossLimit {
  /** lost: share of the requests, 0: none may be lost; recovery: seconds; p95Rise: p95 relative to p95 before. */
  limit: keyof LossThresholds
  most: number
  /** Measured value, in the unit of the limit; null: it could not be measured. */
  value: number | null
  /** null: the comparison ended early. */
  verdict: Verdict | null
}

/** What each disturbance did to each variant, in the order written. @minItems 2 */
export type AllLosses = {
  variant: string
  /** In the order in which they happen. @minItems 1 */
  losses: Losses[]
}[]

/** Of all rounds, with its exact interval (Clopper and Pearson), widened for losses in bursts. */
interface LostShare {
  value: Share
  interval: [Share, Share]
}

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
 * How a load went on in which the app was disturbed: from shortly before the first disturbance to the end. Seconds
 * count from the first request. A request is where it ended.
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
  description: {
    /** What happened to the app in each run; empty: nothing. */
    disturb: Disturbance[]
  }
  seen: { disturbed: Disturbed[] } // while a run is loaded
  run: {
    disturbances: (Disturbed & Aftermath)[] // in the order of time; empty: nothing happened to it
    lives: Life[] // of the processes that listened; empty where nothing happened, or nothing is known
  }
  // to a run on the page; null: nothing was done to the app, or another round of its variant is shown
  detail: { disturbed: DisturbedDetail | null }
  result: {
    /**
     * What each variant lost, in the order written; speedups are not compared then. null: the app was not disturbed, or
     * a version without this option wrote this.
     */
    losses: AllLosses | null
  }
  candidate: { losses: Losses[] | null } // in each disturbance; null: there was none
  history: { losses?: Losses[] | null } // of a candidate; of each disturbance; left out: nothing was done to the app
}
type LossesSettings = LossesAdds['settings']
type LossesResult = LossesAdds['result']

/** What one disturbance did to one variant, over all rounds. */
export interface Losses {
  disturbance: Disturbance
  /** Rounds in which it happened. */
  rounds: Count
  /** Rounds in which any request was lost. */
  losingRounds: Count
  /** Requests that ended, answered or lost, between it and the next disturbance or the end of what counts. */
  requests: Count
  /** Share of these requests that were lost. */
  lost: LostShare
  lostRequests: Count
  /**
   * refused: the connection was; reset: it was, before the first byte of the response; cut off: it ended in the middle
   * of the response; server error: answered with a status of 500 or above.
   */
  byKind: Record<LossKind, Count>
  /** Lost requests by connection. */
  byConnection: ByConnection
  /** Causes of the lost requests, as far as known, most frequent first. */
  causes: { cause: LossCause; requests: Count }[]
  /** Longest time in which no worker listened; null: unknown. */
  outageSeconds: number | null
  /** Longest time that an old worker took to exit; null: none was told to, or it never did. */
  leavingSeconds: number | null
  /** Requests that began after an old worker was told to exit and that it answered. */
  lateRequests: ByConnection
  /** Rounds in which fewer workers listened at the end than before. */
  missing: Count
  /** Requests that a frozen worker answered only after it resumed. */
  stuck: Count
  /** Rounds in which the app had not recovered by the end of the load. */
  neverBack: Count
  /**
   * Seconds until, for a whole second, nothing was lost and p95 and throughput were back to normal, in the other
   * rounds; null: there are fewer than three.
   */
  recoverySeconds: Ranged | null
  /**
   * Recovery time of the baseline divided by that of this variant: above 1, this variant is faster; null: this is the
   * baseline, or there are too few rounds.
   */
  againstBaseline: Ranged | null
  /** p95 in the worst 200 ms over p95 before; null: there were too few answers. */
  bump: Ranged | null
  /** Seconds for which p95 stayed above normal. */
  bumpSeconds: number | null
  /** Answers in the worst 200 ms of all rounds, as a share of those before. */
  dip: Share
  /** Further observations that explain the result, in sentences. */
  notes: string[]
  /** Why it did not happen or can't be judged; if not empty, every limit is inconclusive. */
  problems: string[]
  /** Limits on losses; empty: none is set, or this is the baseline. @maxItems 3 */
  limits: LossLimit[]
}

/** What is known of the question everywhere. */
export const losses = {
  diagnosis: 'disturbed',
  listsOfRun: ['disturbances', 'lives'],
  own: ({ losses }: LossesResult, name: string) => ({
    losses: losses?.find(({ variant }) => variant === name)?.losses ?? null
  }),
  happenedTo: ({ disturbances }: LossesAdds['run']) => disturbances.length > 0,
  wantsReload: ({ disturb }: LossesSettings) =>
    disturb?.some(({ kind }) => kind === 'reload') ? 'plugins.speedup.disturb has a reload' : null,
  options: ['disturb'],
  isAsked: ({ disturb }: LossesSettings) => disturb !== null,
  isTold: ({ losses }: LossesResult) => losses !== null,
  describe: ({ disturb }: LossesSettings) => ({ disturb: disturb ?? [] })
} as const
