import type { CandidateResult, Comparison, Estimate, ScenarioResult } from './comparison.ts'
import type { QuestionDetail, QuestionHistory } from '../questions/concepts.ts'
import type { Run, WorkerShare } from './run.ts'

export interface HistoryEntry extends Pick<Comparison, 'file' | 'startedAt' | 'verdict'> {
  folder: string // relative to the list
  hasPage: boolean // the folder holds an index.html
  commit: string | null
  measuredBy: string // machine, client, Node and settings: the same text where they are the same
  interrupted: boolean
  scenarios: HistoryScenario[]
}

export type HistoryScenario = Pick<ScenarioResult, 'scenario' | 'baseline' | 'rounds' | 'verdict'> & {
  candidates: HistoryCandidate[]
}

export interface HistoryCandidate extends Pick<CandidateResult, 'name' | 'verdict'>, QuestionHistory {
  estimates: Pick<
    Estimate,
    'metric' | 'speedup' | 'interval' | 'side' | 'required' | 'reason' | 'regression' | 'responsesPerRun'
  >[]
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
export interface RunDetail extends QuestionDetail {
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
}
