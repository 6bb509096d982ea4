import { metricFacts, tellingOrder, type LimitMetric, type Metric } from './metrics.ts'
import type { DescribedLoad } from './load-description.ts'
import type {
  QuestionComparison,
  QuestionDescription,
  QuestionDiagnosis,
  QuestionResult
} from '../questions/concepts.ts'
import type { ErrorCode } from './errors.ts'
import { worst, type Verdict } from './verdicts.ts'
import type { DiagnosisCode } from './warnings.ts'
import type { Thresholds } from './options.ts'
import { ofRequest, type LatencyTo } from './requests.ts'
import type { EarlierDifference, Reason, WarningCode, Severity } from './warnings.ts'
import type { EarlierSpeedup, EarlierResult, Generator, ListedNumber, Settings, Shape, Variant } from './settings.ts'
import type { ClosedLoop, ResponseTime, Demand, LoadShape, Decision, Leaders } from './load-results.ts'
import type { Answer, MachineUse, ClientUse, InstanceUse } from './run.ts'

// What comparison.json holds. Its schema, comparison.schema.json, describes each property for users.

/** Whether a candidate answers as the baseline does, from runs that are not measured. */
export interface AnswerComparison {
  variant: string
  requests: number // different ones, by method and URL, that both were asked
  different: string[] // requests that the candidate answered differently
  unsteady: string[] // requests that the baseline itself does not answer the same way twice
  unequal: UnequalAnswers[] // what differs beyond the content
}

/** What a candidate's answers to a request differ in from the baseline's, with a usual answer of each. */
export interface UnequalAnswers {
  in: 'status' | 'encoding' | 'connection' | 'size'
  request: string
  baseline: UsualAnswer
  candidate: UsualAnswer
}

export type UsualAnswer = Pick<Answer, 'status' | 'bytes' | 'encoding' | 'closes'>

/**
 * Where a search for a capacity met a bound, a speedup is at least the lower end of its interval, or at most the upper
 * one.
 */
export type Side = 'at least' | 'at most' | 'unknown'

/** One metric of one candidate over all rounds. */
export interface Estimate {
  metric: Metric
  baseline: number // geometric mean of the rounds, ms or responses/s
  candidate: number // that, by the speedup; of a search, the geometric mean of what was found
  speedup: number
  interval: [number, number]
  side: Side | null // null: both ends of the interval are known
  spread: number // standard deviation between rounds, relative
  // of it, what the pairs of turns within a round explain; null: they are too few, or differ too much from round to
  // round, so that the rounds alone decide
  ofPairs: number | null
  ratios: number[] // speedup of each round
  pairs: number[][] // of each round, the speedup in each pair of turns; empty: it took none, or they say too little
  outliers: { round: number; ratio: number; pulledTo: number }[]
  required: number | null
  verdict: Verdict | null // null: nothing required
  reason: Reason | null // why the verdict is withheld, whatever the numbers say
  hopeless: boolean // more rounds would hardly decide
  roundsThatWouldDecide: number | null // in a fresh experiment; null: not within 30, or decided
  timesLonger: number | null // how many times as long runs would have to be to decide in as many rounds; null: decided
  earlier: EarlierSpeedup | null // null: nothing to compare with
  regression: boolean // the interval lies wholly below the earlier one
  above: number | null // the bound that this throughput exceeds; null: none, or it is unknown
  // median over the rounds, of the variant with fewer: too few for this percentile, or it is rough; null: enough
  responsesPerRun: number | null
}

/** Of a candidate, while it is measured: more rounds will change it. */
export type SoFar = { name: string; estimate: Estimate }

/** @returns whether it lies wholly below the earlier one, right or wrong */
export const isLower = ({ earlier, interval }: Pick<Estimate, 'earlier' | 'interval'>): boolean =>
  earlier !== null && effectOf({ interval }, earlier.interval) === 'slower'

/** @returns whether it can be compared with that of another comparison */
export const isKnown = ({ reason, side }: Pick<Estimate, 'reason' | 'side'>): boolean =>
  reason === null && side === null

/**
 * @returns whether its figures mean enough to be shown; what is required of it, or fell, is judged, with a warning, and
 * shown
 */
export const isShown = ({
  metric,
  responsesPerRun,
  required,
  regression
}: Pick<Estimate, 'metric' | 'responsesPerRun' | 'required' | 'regression'>): boolean =>
  (responsesPerRun ?? Infinity) >= metricFacts[metric].fewestLatencies || required !== null || regression

/**
 * @returns p95, unless something else was required and p95 was not, or the measurement does not carry it, or has too
 * few responses for it
 */
export function headline<
  E extends Pick<Estimate, 'metric' | 'required' | 'reason' | 'responsesPerRun' | 'regression'>
>(candidate: { estimates: readonly E[] }): E {
  const all = tellingOrder.flatMap((metric) => estimateOf(candidate, metric) ?? [])
  const ranked = [...all.filter(isShown), ...all.filter((estimate) => !isShown(estimate))]
  const carried = ranked.filter(({ reason }) => reason === null)
  return carried.find(({ required }) => required !== null) ?? carried[0] ?? ranked[0]
}

/** @returns undefined for a metric that not every result has, see `isTold` */
export const estimateOf = <E extends { metric: Metric }>(
  candidate: { estimates: readonly E[] } | undefined,
  metric: Metric
): E | undefined => candidate?.estimates.find((estimate) => estimate.metric === metric)

/** @returns what an interval shows, seen from another; no difference by default */
export function effectOf(
  { interval: [low, high] }: Pick<Estimate, 'interval'>,
  [least, most]: readonly [number, number] = [1, 1]
): 'faster' | 'slower' | 'same' {
  if (low > most) return 'faster'
  return high < least ? 'slower' : 'same'
}

/** A requirement that is not about a speedup. */
export interface Limit {
  metric: 'fairness' | 'errorRate'
  value: number | null // fairness: geometric mean of the rounds; null: could not be seen
  interval: [number, number] | null // null: of an error rate, or it could not be seen
  required: number | null
  verdict: Verdict | null
}

/** An absolute limit of one variant, judged over all rounds. Values are in ms, responses/s, or a share from 0 to 1. */
export interface VariantLimit {
  variant: string
  request: string | null // the name of the one that it is of; null: of all together
  metric: LimitMetric
  value: number // geometric mean of the rounds; errorRate: of all requests; 0: one that was not answered in each round
  interval: [number, number]
  side: Side | null // at least or at most, of a capacity whose search met a bound; null: it was measured
  spread: number | null // standard deviation between rounds, relative; null: errorRate
  values: number[] // of each round
  limit: number
  verdict: Verdict | null // null: it ended early
  reason: Reason | null // why the verdict is withheld, whatever the numbers say
  hopeless: boolean // more rounds would hardly decide
  roundsThatWouldDecide: number | null // in a fresh experiment; null: not within 30, or decided
  timesLonger: number | null // as of an estimate; null: decided, or errorRate
}

export interface CandidateResult {
  name: string
  workers: number
  estimates: Estimate[]
  limits: Limit[]
  shares: number[] // each worker's share of the requests, mean over rounds, largest first
  bound: Bound | null // null: the baseline is not limited by its CPU, or unknown on this system
  diagnosis: Diagnosis
  selfCheck: SelfCheck | null // null: it is another variant than the baseline, or something was required
  // pass: no speedup fell; inconclusive: not comparable, or one fell but may be wrong; null: there is no earlier result
  againstEarlier: Verdict | null
  earlierDiffers: EarlierDifference[] // why it is not comparable; empty: it is
  flow: FlowResult | null // null: one request is all that users send, or it is unknown what each did
  beside: Estimate[] // percentiles to the first byte; empty: all go there
  gaps: Estimate[] // of the longest time in each body in which no byte came; empty: latencies go to the first byte
  verdict: Verdict | null // the worst of all that was required, and of againstEarlier; null: there is neither
}

/** What becomes of each request of the flow. */
export interface FlowResult {
  requests: RequestResult[] // the one for which users wait most of all first
  // the one that gains most; over: those of which it is known that they gain less; null: that is known of none
  most: (RequestGain & { over: string[] }) | null
  slower: RequestGain[] // those that are known to be slower
  open: string[] // names of those that further rounds may show to be slower than they may be
}

/** @returns of all single requests */
export const requestEstimates = ({ flow }: Pick<CandidateResult, 'flow'>): Estimate[] =>
  (flow?.requests ?? []).flatMap(({ estimates }) => estimates)

/** @returns what is required of single requests, as if each were a metric of its own: "p95 of POST /login" */
export const requestDemands = ({ flow }: Pick<CandidateResult, 'flow'>): Estimate[] =>
  (flow?.requests ?? []).flatMap(({ name, estimates }) =>
    estimates
      .filter(({ required }) => required !== null)
      .map((estimate) => ({ ...estimate, metric: ofRequest(estimate.metric, name) as Metric }))
  )

/** One request of the script, or several of the same name. */
export interface RequestResult {
  name: string
  steps: number // of the script that have this name
  share: number // of all responses that count, from 0 to 1
  waited: number // of the time for which users waited for them, from 0 to 1
  responsesPerRun: number // that count: median over the rounds, of the variant with fewer
  errorRates: [baseline: number, candidate: number]
  cpu: RequestTime | null // of the app; null: known in too few rounds, or it can't be told from nothing
  waiting: RequestTime | null // for which its process has nothing to do meanwhile; null: as above
  isBehind: boolean // its median grew by more than twice what it can take longer itself, or its quickest response did
  // of the percentiles for which each run has enough of its responses
  estimates: Estimate[]
  beside: Estimate[] // the same to the other end of responses; empty: bodies take hardly any time
  gaps: Estimate[] // of the longest time in each body in which no byte came; empty: as above
}

/** What a response takes, in ms, over all rounds. Its interval holds together with those of all requests. */
export interface RequestTime {
  baseline: number
  candidate: number
  ratio: number // candidate / baseline
  interval: [number, number]
}

/** Its interval holds together with those of all requests that are looked at. */
export type RequestGain = Pick<Estimate, 'metric' | 'speedup' | 'interval'> & { request: string }

/** The speedup that this machine could show at most, for work that is limited by the CPU. */
export interface Bound {
  atMost: number
  cores: number // that app and load generator may use
  generator: number // cores that it took from the candidate
  others: number // cores that other programs, and the hypervisor, took from the candidate
  loop: ClosedLoop | null // limits more than the cores do; null: nothing does
}

/** Why a candidate is faster, or is not. */
export interface Explanation {
  code: DiagnosisCode // stable
  message: string // one sentence
}

export type Diagnosis = Explanation & QuestionDiagnosis

/** The baseline against itself. */
export interface SelfCheck {
  verdict: Verdict // pass: no metric differs, as far as chance allows
  biased: Metric[] // metrics that differ
  leastMargin: Partial<Record<Metric, number>> // the smallest ratio above 1 that about five rounds can decide
}

/** What there would be if that candidate were the only one. */
export function resultOfOnly(candidate: CandidateResult, result: ScenarioResult): ScenarioResult {
  const isOwn = ({ variant }: { variant: string | null }) =>
    variant === null || variant === result.baseline || variant === candidate.name
  const limits = result.limits.filter(isOwn)
  return {
    ...result,
    candidates: [candidate],
    limits,
    warnings: result.warnings.filter(isOwn),
    verdict: result.candidates.length === 1 ? result.verdict : worst([candidate, ...limits].map((own) => own.verdict))
  }
}

/** @returns how much more memory a variant takes than another one, such as "48 MB more"; empty: none, or unknown */
export function memoryMore(uses: readonly VariantUse[], over: string, name: string): string {
  const [before, after] = [over, name].map((own) => uses.find((use) => use.name === own)?.machine?.appMegabytes)
  const more = (after ?? NaN) - (before ?? NaN)
  return more >= 1 ? `${more.toFixed(0)} MB more` : ''
}

/** How one variant spent the time of its loads: means over the rounds. */
export interface VariantUse {
  name: string
  workers: number
  utilization: number | null // of a worker's event loop, from 0 to 1; null: the workers reported too little
  busiest: number | null // utilization of the busiest worker's event loop
  cpu: number | null // cores that the workers took; workers that reported nothing count like the others
  gc: number | null // share of the workers' busy time that went into garbage collection
  workerMegabytes: number | null // resident memory of a worker
  machine: MachineUse | null
  generatorUtilization: number | null // of the event loop of its busiest load thread
  // CPU of the load generator for a response, in microseconds: mean of the runs, and the least of all, when it is warm
  generatorCpu: { us: number; warmUs: number } | null // null: unknown on this system
  errorRate: number
  connections: number
  responseTime: ResponseTime | null // null: the workers reported too little
  demand: Demand | null // null: the workers or the load generator reported too little
  // of users through the flow, and for how long they wait in one; null: they send one request, or do it once
  passes: { perSecond: number; waitedSeconds: number } | null
  shape: (Shape & InstanceUse) | null // means over instances and runs, the highest peak, all kills; null: no limits
}

export interface Warning {
  code: WarningCode // stable
  severity: Severity
  variant: string | null // null: several
  rounds: number[] // empty: all
  message: string // what was seen, why it matters, what to do
}

/** A part of a comparison that is missing in it, because a figure in it is no number that can be kept. */
export interface LeftOut {
  place: readonly string[] // labels of the part, from the outermost: "scenarios", "[primes]"
  part: string // such as "scenarios[primes].candidates[clustered].bound"
  figure: string // in it, such as "atMost"; empty: the part is the figure
  value: number
  isDemanded: boolean // a threshold or a limit was on it
}

/** What the schema forbids. place: keys, from the outermost: "scenarios", "0"; words: such as "scenarios[0].rounds is missing" */
export interface Flaw {
  place: readonly string[]
  words: string
}

/** One scenario, concluded. */
export interface ScenarioResult extends QuestionResult {
  scenario: string
  baseline: string
  rounds: number // finished
  roundsAllowed: { min: number; max: number }
  confidence: Settings['confidence']
  candidates: CandidateResult[]
  limits: VariantLimit[] // of the variants in their order
  variants: VariantUse[]
  load: LoadShape
  client: ClientUse | null // null: unknown
  latencyTo: LatencyTo
  answers: AnswerComparison[]
  // null: fewer than three variants, or than two that can be compared; or all differ in their number of workers alone; or it ended early
  leaders: Leaders | null
  // the scenario and by how much its load was multiplied; null: as it was written
  level: { of: string; factor: number } | null
  warnings: Warning[] // worst first
  verdict: Verdict | null
  // null: there are several candidates, or another question was asked; or it ended early, or is a self-check
  decision: Decision | null
  decided: boolean // no further round is needed
  preliminary: boolean // it ended early, so there is no verdict
}

/** Where the wall time went, in seconds. */
export interface TimeSpent {
  countedSeconds: number // load that counts
  uncountedSeconds: number // load that does not: the start of each run, and its end, when users leave
  exchangeSeconds: number // between loads: apps that stop and start, load threads that start
  otherSeconds: number // Artillery's start, unmeasured runs, and what was concluded
}

/** What the last comparison of the same file showed of each candidate, wherever it ran. */
export interface PreviousComparison {
  folder: string // its name, beside this one's
  startedAt: string
  commit: string | null
  estimates: ({ scenario: string; candidate: string } & Pick<Estimate, 'metric' | 'speedup' | 'interval'>)[]
}

/** comparison.json; times are ISO 8601, UTC; paths are from the working directory. */
export interface Comparison extends QuestionComparison {
  schemaVersion: 1
  file: string // the Artillery script
  startedAt: string
  finishedAt: string
  timeSpent: TimeSpent
  environment: Environment
  settings: DescribedSettings
  scenarios: ScenarioResult[]
  previous: PreviousComparison | null // of the same file, as far as it was kept beside this one; null: there is none
  error: { code: ErrorCode; message: string } | null // why it ended early
  verdict: Verdict | 'not measured' | null
  exitCode: number
}

type DescribedSettings = QuestionDescription &
  Pick<Settings, 'baseline' | 'rounds' | 'confidence' | 'onInconclusive'> & {
    app: string | null
    target: string
    variants: DescribedVariant[]
    compareWith: Omit<EarlierResult, 'here' | 'estimates' | 'alternate' | 'load' | 'leanClient'> | null
    generator: Generator['command'] | null
    loadHost: string | null // that made the load, by its name for ssh, or several, with commas; null: this machine
    client: Settings['client']
    alternate: Settings['alternate']
    time: number | null // seconds that it might take; null: rounds said when it ended
    command: string // that repeats the comparison; "…" for possible secrets
    load: DescribedLoad
    warmUpSeconds: number | null // null: the usual
    thresholds: DescribedThreshold[]
    limits: DescribedLimit[]
  }

/** What a variant must keep in a scenario: ms, responses/s, or a share from 0 to 1. */
export type DescribedLimit = { scenario: string } & Pick<VariantLimit, 'variant' | 'request' | 'metric' | 'limit'>

/** What a candidate must reach in a scenario. */
export interface DescribedThreshold {
  scenario: string
  variant: string
  request: string | null // as of a limit, or "*": each that has none of its own
  metric: keyof Thresholds | 'floor' // a floor of a request: at p95 or, with few responses, at p50
  threshold: number // least speedup or fairness; most of lost, recovery (seconds) and p95Rise
}

/** detail: its arguments, command, ecosystem file or URL, without what may be a secret; null: nothing to tell */
export type DescribedVariant = Pick<Variant, 'name' | 'mode' | 'workers' | 'instances' | 'resources' | 'scheduling'> & {
  detail: string | null
  commit: string | null // its SHA; null: the files as they were
  node: string | null // version; null: the one that ran Artillery
  listed: ListedNumber | null // null: no list of numbers made it
}

export interface Environment {
  node: string // version
  artillery: string // version
  plugin: string // version
  leanClient: string // version, which changes with what a request costs it
  os: string
  cpu: string // model
  cores: number // that may be used
  physicalCores: number | null // that these are hyperthreads of; null: each is a core of its own
  commit: string | null
}
