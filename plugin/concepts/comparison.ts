import type { Metric } from './metrics.ts'
import type { ErrorCode } from './errors.ts'
import type { Verdict } from './verdicts.ts'
import type { Reason, WarningCode, Severity } from './warnings.ts'
import type { DiagnosisCode } from './diagnoses.ts'
import type { EarlierSpeedup, EarlierResult, Generator, Settings, Variant } from './settings.ts'
import type { ClosedLoop, ResponseTime, Demand, LoadShape, Sweep, Crossover } from './load-results.ts'
import type { MachineUse, ClientUse } from './run.ts'

/** Whether a candidate answers as the baseline does, from runs that are not measured. */
export interface AnswerComparison {
  variant: string
  /** different ones, by method and URL, that both were asked */
  requests: number
  /** those that the candidate answered otherwise */
  different: string[]
  /** those that the baseline itself does not answer the same way twice */
  unsteady: string[]
}

/** One metric of one candidate over all rounds. */
export interface Estimate {
  metric: Metric
  /** geometric mean of the rounds, ms or responses/s */
  baseline: number
  /** geometric mean of the rounds, ms or responses/s */
  candidate: number
  speedup: number
  interval: [number, number]
  /** standard deviation between rounds, relative */
  spread: number
  /** speedup of each round */
  ratios: number[]
  outliers: { round: number, ratio: number, pulledTo: number }[]
  required: number | null
  /** null: nothing required */
  verdict: Verdict | null
  /** why the measurement does not carry a verdict, whatever the numbers say */
  reason: Reason | null
  /** more rounds would hardly decide */
  hopeless: boolean
  /** in a fresh experiment; null: not within 30, or decided */
  roundsThatWouldDecide: number | null
  /** how many times as long runs would have to be to decide in as many rounds; null: decided */
  timesLonger: number | null
  /** null: nothing to compare with */
  earlier: EarlierSpeedup | null
  /** it fell: the interval lies wholly below the earlier one */
  regression: boolean
}

/** A demand that is no ratio. */
export interface Limit {
  metric: 'fairness' | 'errorRate'
  /** null: could not be seen */
  value: number | null
  required: number | null
  verdict: Verdict | null
}

export interface CandidateResult {
  name: string
  workers: number
  estimates: Estimate[]
  limits: Limit[]
  /** of the requests, largest first, mean over rounds, one for each worker */
  shares: number[]
  /** null: the baseline is not limited by its CPU, or the system does not tell */
  bound: Bound | null
  diagnosis: Diagnosis
  /** null: it is another variant than the baseline, or something was required */
  selfCheck: SelfCheck | null
  /** pass: no speedup fell; inconclusive: the two can't be compared; null: there is no earlier result of it */
  againstEarlier: Verdict | null
  /** the worst of all that was required, and of againstEarlier; null: there is neither */
  verdict: Verdict | null
}

/** The speedup that this machine could show at most, for work that is limited by the CPU. */
export interface Bound {
  atMost: number
  /** that app and load generator may use */
  cores: number
  /** cores that it took from the candidate */
  generator: number
  /** cores that other programs, and the hypervisor, took from the candidate */
  others: number
  /** what limits more than the cores do; null: nothing does */
  loop: ClosedLoop | null
}

/** Why a candidate is faster, or is not. */
export interface Diagnosis {
  /** stable */
  code: DiagnosisCode
  /** one sentence */
  message: string
}

/** The baseline against itself. */
export interface SelfCheck {
  /** pass: no metric differs, as far as chance allows */
  verdict: Verdict
  /** those that do */
  biased: Metric[]
  /** the smallest ratio above 1 that about five rounds can decide */
  leastMargin: Partial<Record<Metric, number>>
}

/** How one variant spent the time of its loads: means over the rounds. */
export interface VariantUse {
  name: string
  workers: number
  /** of a worker's event loop, from 0 to 1; null: the workers told too little */
  utilization: number | null
  /** utilization of the busiest worker's event loop */
  busiest: number | null
  /** cores that the workers took, those that told nothing taken for like the others */
  cpu: number | null
  /** share of the workers' busy time that went into garbage collection */
  gc: number | null
  /** resident memory of a worker */
  workerMegabytes: number | null
  machine: MachineUse | null
  /** of the event loop of its busiest load thread */
  generatorUtilization: number | null
  errorRate: number
  connections: number
  /** null: the workers told too little */
  responseTime: ResponseTime | null
  /** null: the workers or the load generator told too little */
  demand: Demand | null
}

export interface Warning {
  /** stable */
  code: WarningCode
  severity: Severity
  /** that it speaks of; null: several */
  variant: string | null
  /** that it speaks of; empty: all */
  rounds: number[]
  /** what was seen, why it matters, what to do */
  message: string
}

/** one scenario, concluded */
export interface ScenarioResult {
  scenario: string
  baseline: string
  /** finished */
  rounds: number
  roundsAllowed: { min: number, max: number }
  confidence: number
  candidates: CandidateResult[]
  variants: VariantUse[]
  load: LoadShape
  /** null: it is not known */
  client: ClientUse | null
  answers: AnswerComparison[]
  sweeps: Sweep[]
  /** the scenario and by how much its load was multiplied; null: as it was written */
  level: { of: string, factor: number } | null
  /** worst first */
  warnings: Warning[]
  verdict: Verdict | null
  /** no further round is needed */
  decided: boolean
  /** it was ended before its time, so that there is no verdict */
  preliminary: boolean
}

/** comparison.json */
export interface Comparison {
  schemaVersion: 1
  /** the Artillery script, from the working directory */
  file: string
  /** ISO 8601, UTC */
  startedAt: string
  /** ISO 8601, UTC */
  finishedAt: string
  environment: Environment
  /** files: from the working directory; generator: its command; client null: made before there was a choice */
  settings: { app: string | null, target: string, variants: DescribedVariant[],
   baseline: string, rounds: { min: number, max: number }, confidence: number, onInconclusive: 'fail' | 'pass',
   compareWith: Omit<EarlierResult, 'here' | 'estimates'> | null, generator: Generator['command'] | null,
   client: Settings['client'] | null }
  scenarios: ScenarioResult[]
  crossovers: Crossover[]
  /** why it ended early */
  error: { code: ErrorCode, message: string } | null
  verdict: Verdict | 'not measured' | null
  exitCode: number
}

/** detail: its arguments, command, ecosystem file or URL, without what may be a secret; null: nothing to tell */
export type DescribedVariant = Pick<Variant, 'name' | 'mode' | 'workers' | 'scheduling'> & { detail: string | null }

export interface Environment {
  /** version */
  node: string
  /** version */
  artillery: string
  /** version */
  plugin: string
  os: string
  /** model */
  cpu: string
  /** that may be used */
  cores: number
  commit: string | null
}
