import type { Disturbance, LossKind } from './disturbances.ts'
import type { Ranged } from './load-results.ts'
import type { Verdict } from './verdicts.ts'

/** What a candidate may lose, in each disturbance. */
export interface LossThresholds {
  lost?: number | null // largest share of the requests; 0: that none was seen
  recovery?: number | null // seconds
  bump?: number | null // p95 over what it was before
}

export type LossLimit = { limit: keyof LossThresholds, most: number, verdict: Verdict }

/** What a disturbance did to a variant, over all rounds. */
export interface Losses {
  disturbance: Disturbance
  requests: number // that ended between it and the next one, answered or lost
  lost: Ranged // share of them, with its exact interval (Clopper and Pearson)
  byKind: Record<LossKind, number>
  fresh: number // of the lost ones, on new connections
  neverBack: number // rounds in which it was not over before the end
  recoverySeconds: Ranged | null // of the other rounds; null: of fewer than three
  bump: Ranged | null // p95 in the worst 200 ms over p95 before
  bumpSeconds: number | null // for which p95 stayed above what is usual
  dip: number // answers in the worst 200 ms, as a share of those before
  problems: string[] // why it did not come about, in words
  limits: LossLimit[]
}
