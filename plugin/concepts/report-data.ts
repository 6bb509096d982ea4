import type { CandidateResult, Comparison, Estimate, ScenarioResult } from './comparison.ts'
import type { Losses } from '../questions/losses/concepts/losses.ts'
import type { Run, WorkerShare } from './run.ts'
import type { LossKind } from '../questions/losses/concepts/disturbances.ts'

export interface HistoryEntry extends Pick<Comparison, 'file' | 'startedAt' | 'verdict'> {
  folder: string // relative to the list
  hasPage: boolean // the folder holds an index.html
  commit: string | null
  interrupted: boolean
  scenarios: HistoryScenario[]
}

export type HistoryScenario = Pick<ScenarioResult, 'scenario' | 'baseline' | 'rounds' | 'verdict'> & {
  candidates: HistoryCandidate[]
}

export interface HistoryCandidate extends Pick<CandidateResult, 'name' | 'verdict'> {
  estimates: Pick<
    Estimate,
    'metric' | 'speedup' | 'interval' | 'side' | 'required' | 'reason' | 'regression' | 'responsesPerRun'
  >[]
  losses?: Losses[] | null // of each disturbance; left out: nothing was done to the app
}

/** A finished comparison with all that a page shows of it. */
export interface ReportData {
  comparison: Comparison
  runs: RunDetail[] // in the order in which they were made
}

/**
 * One run, condensed from its samples to a size that does not grow with the number of requests. Latencies are of the
 * responses that count: below 400, and not the first on a connection where those are apart.
 */
export interface RunDetail {
  run: Run
  beganMs: number // when the load began, as originMs of all runs
  seconds: number // from the first request to the last response, more than 0
  counted: number // responses that count
  // ascending, denser towards the tail; empty: no latency counted or was kept
  quantiles: { probability: number; latencyMs: number }[]
  workers: WorkerShare[] // in order of start
  // for each worker: in equal steps of the load's time; null: no response. Empty: another round of its variant is shown
  // in detail, or its workers are too many
  workerP95Ms: (number | null)[][]
  disturbed: DisturbedDetail | null // null: nothing was done to the app, or another round of its variant is shown
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
