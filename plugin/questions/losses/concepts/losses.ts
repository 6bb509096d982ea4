import type { ByConnection, Disturbance, LossCause, LossKind } from './disturbances.ts'
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

/** What the question adds to settings: null: nothing happens to the app, speedups are compared. */
export interface LossesSettings {
  disturb: Disturbance[] | null // what happens to the app in each run
}

/** What each disturbance did to each variant. */
export type AllLosses = { variant: string; losses: Losses[] }[]

/** What the question adds to a scenario's result: null: nothing was done to the app. */
export interface LossesResult {
  losses: AllLosses | null
}

export const lossesAsked = ({ disturb }: LossesSettings): boolean => disturb !== null
export const lossesTold = ({ losses }: LossesResult): boolean => losses !== null

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
