import type { Comparison, Estimate } from './comparison.ts'
import type { Verdict } from './verdicts.ts'
import type { Run, WorkerUsage } from './run.ts'

export interface HistoryEntry {
  /** relative to the list */
  folder: string
  /** the folder holds an index.html */
  hasPage: boolean
  /** the Artillery script */
  file: string
  /** ISO 8601, UTC */
  startedAt: string
  commit: string | null
  interrupted: boolean
  verdict: Comparison['verdict']
  scenarios: HistoryScenario[]
}

export interface HistoryScenario {
  scenario: string
  baseline: string
  rounds: number
  candidates: HistoryCandidate[]
}

export interface HistoryCandidate {
  name: string
  verdict: Verdict | null
  estimates: Pick<Estimate, 'metric' | 'speedup' | 'interval' | 'required' | 'reason' | 'regression'>[]
}

/** A finished comparison with all that a page shows of it. */
export interface ReportData {
  comparison: Comparison
  /** in the order in which they were made */
  runs: RunDetail[]
}

/**
 * One run, condensed from its samples and telemetry to a size that does not grow with the number of requests.
 * Seconds count from the first request. What is told of latency is about the responses that count: below 400, and
 * not the first on a connection where those are summarised apart.
 */
export interface RunDetail {
  run: Run
  /** when the load began, milliseconds since 1970 */
  beganMs: number
  /** responses that count */
  counted: number
  /**
   * from the least to the largest, close together towards the tail; empty where nothing counted, or no single
   * latencies were kept
   */
  quantiles: { probability: number, latencyMs: number }[]
  /** equal steps of the load's time */
  bins: TimeBin[]
  /** in order of start */
  workers: WorkerDetail[]
  /** event loop of the busiest load thread; empty where it told too little */
  generator: UtilizationPoint[]
  /** null: for its variant, another round is shown in detail */
  cloud: LatencyCloud | null
}

export interface TimeBin {
  fromSeconds: number
  toSeconds: number
  /** that began in it */
  requests: number
  /** among them */
  failures: number
  /** null: no response that counts */
  latencyMs: { p5: number, p50: number, p95: number } | null
}

export interface UtilizationPoint {
  /** may be a little below 0 or beyond the load's end */
  seconds: number
  /** of the event loop since the point before, from 0 to 1 */
  utilization: number
}

export interface WorkerDetail {
  pid: string
  requests: number
  connections: number
  usage: WorkerUsage | null
  /** empty where it told too little */
  utilization: UtilizationPoint[]
}

/** The latencies of one run over time: each response a dot, or, where they or the workers are many, their density. */
export interface LatencyCloud {
  /** worker: index into the run's workers, -1 where it is unknown */
  dots: { seconds: number[], latencyMs: number[], worker: number[] } | null
  /**
   * columns are equal steps of the load's time; a row holds the latencies in ms with floor(rowsPerDecade x
   * log10(latency)) = row, which is negative below 1 ms
   */
  density: { columns: number, rowsPerDecade: number, cells: [column: number, row: number, count: number][] } | null
  /** for each worker: in equal steps of the load's time; null: no response */
  workerP95Ms: (number | null)[][]
}
