/**
 * The words of this project as types. Every value survives JSON, units are in the names.
 * A type stands here only when it crosses a folder.
 */

export type Mode = 'single' | 'cluster' | 'pm2' | 'reuse-port' | 'command' | 'url'

export type Percentile = 'p50' | 'p95' | 'p99'

/** what has a speedup */
export type Metric = Percentile | 'throughput'

export type Verdict = 'pass' | 'fail' | 'inconclusive'

export type ErrorCode = 'INVALID_SETTINGS' | 'UNSUPPORTED' | 'NOT_WRITABLE' | 'PORT_TAKEN' | 'APP_NOT_READY' | 'APP_DIED'
  | 'GENERATOR_FAILED' | 'NO_RESPONSES' | 'TOO_MANY_ERRORS' | 'NOT_ATTRIBUTED' | 'NOT_A_RECORD'

/** what only those meet who call us from a test suite, or by the command artillery-speedup */
export type CallErrorCode = 'ARTILLERY_FAILED' | 'OUT_OF_TIME' | 'NO_COMPARISON' | 'NOTHING_TO_WRITE'
  | 'INTERRUPTED' | 'UNEXPECTED'

/** What a candidate must reach. `null` takes a threshold back that a wider level set. */
export interface Thresholds {
  /** least speedup */
  p50?: number | null
  /** least speedup */
  p95?: number | null
  /** least speedup */
  p99?: number | null
  /** least speedup */
  throughput?: number | null
  /** least, from 0 to 1 */
  fairness?: number | null
  /** most, from 0 to 1 */
  errorRate?: number | null
}

/** How to start the app under test. */
export interface App {
  /** absolute path; null: no variant needs it */
  script: string | null
  args: string[]
  /** added to the environment of this process */
  env: Record<string, string>
  /** before the script */
  nodeArgs: string[]
  /** absolute path */
  cwd: string
  /** path that must answer below 500; null: an open port is enough */
  ready: string | null
  readyTimeoutSeconds: number
  /** between SIGTERM and SIGKILL */
  stopTimeoutSeconds: number
}

/** One way to run the app. */
export interface Variant {
  name: string
  mode: Mode
  /** processes that serve the app; null: as many as are seen, in modes pm2 (with an ecosystem file), command and url */
  workers: number | null
  /** how connections reach the workers */
  scheduling: 'round-robin' | 'none'
  /** on top of the app's */
  env: Record<string, string>
  /** after the app's */
  args: string[]
  /** in mode command: a line for the shell, or a program and its arguments */
  command: string | string[] | null
  /**
   * in mode pm2: absolute path, and the name of the app in it; app null: the only one; ecosystem null: the app's
   * script
   */
  ecosystem: { file: string, app: string | null } | null
  /** in mode url: where it runs, at least one; else empty */
  targets: Target[]
  /** the name as it was written, of variants that differ in their number of workers only */
  sweep: string | null
}

/** where the app listens: on this machine, but in mode url */
export interface Target {
  /** as Artillery gets it */
  url: string
  hostname: string
  port: number
  protocol: 'http:' | 'https:'
}

/** One scenario, or the mix of all, to be compared on its own. */
export interface ScenarioPlan {
  name: string
  /** the pattern for --scenario-name; null: nothing to choose from */
  only: string | null
  /** for each candidate */
  thresholds: Record<string, Thresholds>
  /** null: the load is as it was written */
  level: LoadLevel | null
}

/** One of several loads under which a scenario is compared. */
interface LoadLevel {
  /** the name of the scenario */
  of: string
  /** by which the phases' arrivals are multiplied */
  factor: number
  /** so multiplied, as Artillery takes them */
  phases: Record<string, unknown>[]
}

/** Who makes the load. */
export interface Generator {
  /** of Artillery */
  command: 'run' | 'run-fargate' | 'run-lambda' | 'run-aci'
  /** for it */
  args: string[]
}

/** What sent the requests of a load. */
export interface ClientUse {
  /** lean: the plugin's own; artillery: that of Artillery's http engine */
  name: 'lean' | 'artillery'
  /** what kept it from being the lean one, in plain words; null: nothing, or nobody tells */
  because: string | null
}

/** everything the user asked for, complete */
export interface Settings {
  app: App
  /** in the order written */
  variants: Variant[]
  /** a variant's name */
  baseline: string
  rounds: { min: number, max: number }
  confidence: 0.9 | 0.95 | 0.99
  scenarios: ScenarioPlan[]
  target: Target
  /** lower case */
  pidHeader: string
  /** absolute path */
  reportDirectory: string
  onInconclusive: 'fail' | 'pass'
  /** the variants are expected to answer alike */
  sameAnswers: boolean
  compareWith: EarlierResult | null
  /**
   * null: a child `artillery run` here, whose requests we record ourselves; else what is known of a run comes from
   * the metrics that Artillery writes with --output
   */
  generator: Generator | null
  /** auto: the lean one, in scenarios that it can run */
  client: 'auto' | 'artillery'
  /** certificates are not checked */
  insecure: boolean
  /** absolute path of the Artillery script */
  scriptFile: string
}

/**
 * The options of `config.plugins.speedup` as a user writes them, in a file or in code. What is left out, or undefined in
 * code, has its default. Paths begin at the scenario file, where nothing else is said.
 */

export interface Options {
  /**
   * the file that starts the app, or how to start it; not needed where all variants are commands, URLs, or apps of
   * an ecosystem file
   */
  app?: string | AppOptions
  /** by name, at least two; `single` and `clustered` when left out */
  variants?: Record<string, VariantOptions>
  /** the variant that the others are compared with; the first when left out */
  baseline?: string
  /** a number: that many, from 3 to 30; { min: 3, max: 10 } when left out */
  rounds?: number | RoundsOptions
  /** of the intervals; 0.95 when left out */
  confidence?: 0.9 | 0.95 | 0.99
  /** for all candidates */
  thresholds?: Thresholds
  /** the response header that names the worker; `x-worker-pid` when left out */
  pidHeader?: string
  /** directory for what is kept, from the working directory; `reports` when left out */
  report?: string
  /** what comes of a verdict that could not be reached; `fail` when left out */
  onInconclusive?: 'fail' | 'pass'
  /** compare the weighted mix of all scenarios as one; false when left out */
  mix?: boolean
  /** the variants are expected to answer alike; true when left out */
  sameAnswers?: boolean
  /** an earlier comparison.json, or its folder */
  compareWith?: string
  /**
   * factors by which the phases' arrivals are multiplied: the scenarios are compared under each; thresholds are for
   * 1
   */
  load?: number[]
  /** who makes the load; a child `artillery run` here when left out */
  generator?: GeneratorOptions
  /** what sends the requests; `auto`, the lean client in scenarios that it can run, when left out */
  client?: 'auto' | 'artillery'
  /** Artillery's own: what comes before `speedup` in the plugin's name */
  scope?: string
  /** Artillery's own: print no metrics of the plugin in Artillery's summary */
  suppressOutput?: boolean
}

/** how to start the app */
interface AppOptions {
  /** the file that starts it */
  script?: string
  /** for the app */
  args?: (string | number | boolean)[]
  /** on top of the environment of this process */
  env?: EnvironmentOptions
  /** for Node, before the script */
  nodeArgs?: string[]
  /** where Artillery runs when left out */
  cwd?: string
  /** path that must answer below 500; an open port is enough when left out */
  ready?: string
  /** seconds; 10 when left out */
  readyTimeout?: number
  /** seconds between SIGTERM and SIGKILL; 2 when left out */
  stopTimeout?: number
}

/** one way to run the app */
interface VariantOptions {
  /** the variant's name when left out, where it is one */
  mode?: Mode
  /**
   * in modes cluster, pm2 and reuse-port; `auto` and `max`, as many as the cores that may be used, is the default; a
   * list makes a variant of each. In modes command and url: how many it has; as many as are seen when left out
   */
  workers?: number | 'auto' | 'max' | number[]
  /** a variant of each of 1, 2, 4 ... workers, up to twice the cores that may be used */
  sweep?: 'auto'
  /** in mode cluster, how connections reach the workers; `round-robin` when left out */
  scheduling?: 'round-robin' | 'none'
  /** on top of the app's */
  env?: EnvironmentOptions
  /** after the app's */
  args?: (string | number | boolean)[]
  /** in mode command: a line for the shell, or a program and its arguments */
  command?: string | (string | number | boolean)[]
  /** in mode pm2: an ecosystem file, and the name of the app in it, which may be left out where it has only one */
  ecosystem?: string | { file: string, app?: string }
  /** in mode url: where the app runs already */
  url?: string | string[]
  /** for this candidate alone */
  thresholds?: Thresholds
}

/** each from 3 to 30 */
interface RoundsOptions {
  /** before the first look; 3 when left out */
  min?: number
  /** 10 when left out, or min */
  max?: number
}

interface GeneratorOptions {
  /** of Artillery */
  command: Generator['command']
  /** for it */
  args?: (string | number | boolean)[]
}

/** variables, and their values */
type EnvironmentOptions = Record<string, string | number | boolean>

/** An earlier comparison, as far as it is needed to tell what fell since then. */

export interface EarlierResult {
  /** absolute path of its comparison.json */
  file: string
  /** ISO 8601, UTC */
  finishedAt: string
  commit: string | null
  /** version */
  plugin: string
  /** model */
  cpu: string
  /** that could be used */
  cores: number
  /** the machine of today */
  here: { cpu: string, cores: number }
  /** those that carried a verdict, of what is compared today; workers: of the candidate */
  estimates: ({ scenario: string, candidate: string, workers: number, client: ClientUse['name'], metric: Metric }
   & EarlierSpeedup)[]
}

type EarlierSpeedup = { speedup: number, interval: [number, number] }

/** how late an event loop came to what was due, in ms */
export interface LoopDelay {
  p50: number
  p99: number
  max: number
}

/** What a process of the app told about itself during the load. */
export interface WorkerUsage {
  /** of its event loop, from 0 to 1 */
  utilization: number
  loopDelayMs: LoopDelay | null
  /** cores, of all its threads: CPU seconds a second */
  cpu: number
  /** share of the time that went into garbage collection, from 0 to 1 */
  gc: number
  /** most */
  rssMegabytes: number
  /** most */
  heapMegabytes: number
  /** most */
  openConnections: number
  /** most */
  requestsInFlight: number
  /** when it was silent for far longer than usual, and for more than a second: the longest time */
  stall: { seconds: number, cpuSeconds: number } | null
  /** null: it could not see, or there was no response that counts */
  inApp: TimeInApp | null
}

/**
 * From a request's arrival in a process of the app, when its headers have been read, to the first byte of its response,
 * in ms: of responses that count as those of latencyMs do, and of failures.
 */
export interface TimeInApp {
  /** that were measured: above 1000 a second, a part that is drawn by chance */
  responses: number
  meanMs: number
  /** mean time in which the event loop was idle meanwhile: the request waited for something else */
  idleMs: number
  p50Ms: number
  p95Ms: number
}

/** A worker's part in a run. Idle workers are listed too. */
export interface WorkerShare {
  /** as the header gave it */
  pid: string
  /** responses from it */
  requests: number
  /** that carried them */
  connections: number
  /** null: it told nothing, or too little */
  usage: WorkerUsage | null
}

/** What the load generator told about itself. */
export interface GeneratorUse {
  /** of the event loop of its busiest load thread, from 0 to 1; null: the run was too short to tell */
  utilization: number | null
  /** of that thread */
  loopDelayMs: LoopDelay | null
  /** 0: it told nothing of itself, and what is known of the run comes from Artillery's metrics */
  threads: number
  /** of the event loop of each load thread */
  utilizations: (number | null)[]
  /** that came */
  users: number
  /** that it left out, for maxVusers */
  skippedUsers: number
  /** of a user who got through */
  shortestSessionMs: number | null
  /** from the first user's coming to the last one's */
  arrivalSeconds: number
  /** from the last user's coming to the last response */
  drainSeconds: number
  /** median latency of the requests that were under way when the last user came */
  queueSeconds: number
}

/** Who used the machine during the load, in cores: CPU seconds a second. */
export interface MachineUse {
  /** that app and load generator may use; a fraction under a container's quota */
  cores: number
  /** with the processes that it started, but for those it gave a process group of their own */
  app: number
  /** with what conducts the comparison */
  generator: number
  /** any other program */
  others: number
  /** given to others by the hypervisor */
  stolen: number
  /** resident memory of all processes of the app at the end of the load */
  appMegabytes: number
}

/** What the app answered once, to be compared between variants. */
export interface Answer {
  /** method and URL */
  request: string
  status: number
  /** of the body */
  hash: string
}

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

/** time to first byte, in ms; null where there was no such response */
export interface LatencySummary {
  p50: number
  p95: number
  p99: number
  mean: number
  min: number
  max: number
}

/** One variant's turn, measured: a line of runs.ndjson. */
export interface Run {
  scenario: string
  variant: string
  /** from 1 */
  round: number
  /** ISO 8601, UTC */
  startedAt: string
  /** from starting the app until every worker listened */
  readySeconds: number
  /** from the first request to the last response */
  loadSeconds: number
  /** the whole run, from starting the app until it was gone */
  wallSeconds: number
  /** sent to the target */
  requests: number
  /** requests without a response below 400 */
  failures: number
  /** status or error code -> count */
  failureKinds: Record<string, number>
  /** what Artillery counted: failed requests, but also functions that threw, captures that found nothing */
  artilleryErrors: Record<string, number>
  /** of the responses below 400 that count */
  latencyMs: LatencySummary | null
  /** the first on each connection; apart: they are left out of latencyMs */
  firstRequests: { apart: boolean, count: number, latencyMs: LatencySummary | null }
  /** responses below 400 */
  throughputPerSecond: number
  workers: WorkerShare[]
  /** responses without the header */
  unattributed: number
  /** workers that died and were forked again */
  restarts: number
  /** the app did not leave on SIGTERM */
  killed: boolean
  generator: GeneratorUse
  /** null: it is not known */
  client: ClientUse | null
  /** null where the system does not tell */
  machine: MachineUse | null
  /** CSV file, relative to the record's directory; compressed by gzip where it ends with .gz */
  samples: string
  /** NDJSON file, relative to the record's directory */
  telemetry: string
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

/** A closed loop of so few users that they limit the throughput, not the app. */
export interface ClosedLoop {
  /**
   * generator: without its own time, a part of every cycle, they would get more done; users: they think, or wait for
   * what the app waits for
   */
  limitedBy: 'generator' | 'users'
  users: number
  /** for each request */
  generatorMs: number
  /**
   * at least, from one request of a user to the next: the generator's time, the app's, what the app waits for, and
   * thinking
   */
  cycleMs: number
  /** users from which on it no longer matters, as the app limits more; null: none, as the load generator limits more */
  enough: number | null
  /** the speedup that so few users allow */
  atMost: number
}

/** Why a candidate is faster, or is not. */
export interface Diagnosis {
  /** stable */
  code: 'same' | 'different-errors' | 'generator-bound' | 'unknown' | 'busy-elsewhere' | 'waiting' | 'few-users' | 'idle'
   | 'partly-busy' | 'garbage-collection' | 'blocked' | 'uneven' | 'too-many-workers' | 'machine-full'
   | 'more-workers' | 'cpu-bound' | 'contention'
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
  leastMargin: Record<Metric, number>
}

/** How the load came, and who could keep up with it. */
export interface LoadShape {
  /** open: users come whatever the app does; closed: a fixed number of users ask again and again */
  model: 'open' | 'closed' | 'unknown'
  /** variants that could not keep up with an open load */
  saturated: string[]
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

/** Where the time of a mean response goes, in ms: its latency, and four parts that add up to it. */
export interface ResponseTime {
  latencyMs: number
  /**
   * the load generator's own delay, as estimated from how busy it was; null: it did not tell, and its delay is a
   * part of queueMs
   */
  generatorMs: number | null
  /** waiting for its turn: on the wire, to be accepted and read, while the app computes for others */
  queueMs: number
  /** waiting inside the app, whose event loop was idle: timers, I/O, other services */
  waitingMs: number
  computingMs: number
}

/** What one request needs of whom, and how often it was asked for. */
export interface Demand {
  /** who came in a run; median */
  users: number
  /** of the load generator; median */
  threads: number
  /** below 400 */
  responsesPerSecond: number
  /** of a user who stays: from one request to the next */
  cycleMs: number
  /** in which the event loops of the load threads were active */
  generatorMs: number
  /** in which the event loops of the workers were active, or the CPU of all their threads where that is more */
  computingMs: number
}

/** problem: the result may be wrong; warning: it may be worse than it could be; note: good to know */
export type Severity = 'problem' | 'warning' | 'note'

/** of a measurement that carries no verdict */
export type Reason = 'different-answers' | 'generator-saturated' | 'baseline-saturated' | 'errors' | 'throughput-fixed'

export type WarningCode = Reason | 'machine-disturbed' | 'worker-stalled' | 'worker-restarted' | 'scenario-errors'
  | 'unattributed-responses' | 'telemetry-missing' | 'candidate-saturated' | 'uneven-distribution' | 'users-skipped'
  | 'too-few-requests' | 'too-noisy' | 'threshold-within-noise' | 'app-killed' | 'outlier-round'
  | 'unsteady-answers' | 'different-machine' | 'different-variant' | 'different-client'

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

/** A value over all rounds: the geometric mean of the rounds' values, and its confidence interval. */
export interface Ranged {
  value: number
  interval: [number, number]
}

/** Variants that differ in their number of workers only. */

export interface Sweep {
  /** of the variant, as it was written */
  name: string
  /** fewest workers first */
  points: SweepPoint[]
  /** that app and load generator may use; null: the system does not tell */
  cores: number | null
  law: ScalingLaw | null
  /** one sentence; null: there is one */
  whyNoLaw: string | null
  /**
   * the fewest workers whose throughput no larger number of workers measurably surpasses; null: the load carries no
   * verdict on throughput
   */
  knee: number | null
  /** one sentence */
  recommendation: string
}

export interface SweepPoint {
  variant: string
  workers: number
  throughputPerSecond: Ranged
  p95Ms: Ranged
  /** of throughput, over the point with the fewest workers */
  speedup: Ranged
  /** resident memory of all processes of the app; null: the system does not tell */
  appMegabytes: number | null
  /** of one worker */
  workerMegabytes: number | null
  /** the law was fitted to it */
  isFitted: boolean
}

/** the Universal Scalability Law: with N workers the throughput is lambda N / (1 + sigma (N - 1) + kappa N (N - 1)) */
export interface ScalingLaw {
  /** responses per second of one worker */
  lambda: Ranged
  /** contention: the share of the work that waits for what only one can have */
  sigma: Ranged
  /** coherency: what each pair of workers costs */
  kappa: Ranged
  /** where the throughput is largest; null: none that was seen */
  peak: { workers: number, interval: [number, number] } | null
  /** in small steps of workers */
  curve: { workers: number, throughputPerSecond: number, interval: [number, number] }[]
}

/** One scenario under several loads. */

export interface Crossover {
  /** as it was written */
  scenario: string
  /** least load first */
  levels: CrossoverLevel[]
  candidates: CrossoverCandidate[]
}

export interface CrossoverLevel {
  factor: number
  /** the name of its result */
  scenario: string
  /** requests, geometric mean over all runs */
  offeredPerSecond: number
  /** keepsUp: with the users who came */
  variants: { name: string, p95Ms: Ranged, keepsUp: boolean }[]
}

export interface CrossoverCandidate {
  name: string
  /**
   * requests per second up to which the baseline's p95 is as good: the largest load below the first at which the
   * candidate is measurably better; null: none was
   */
  asGoodUpTo: number | null
  /** requests per second from which on the candidate is measurably better at each load; null: at none */
  betterFrom: number | null
  /** one sentence */
  message: string
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
  error: { code: ErrorCode | 'INTERRUPTED' | 'UNEXPECTED', message: string } | null
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

/** A comparison as the list of all comparisons shows it. */

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
