import type { CandidateResult, Estimate } from './candidate.ts'
import type { DescribedLoad } from './load-description.ts'
import type {
  QuestionComparison,
  QuestionDescription,
  QuestionDescribed,
  QuestionResult
} from '../questions/concepts.ts'
import type { ErrorCode } from './errors.ts'
import type { Count, Positive, Round, RoundsAllowed, Time } from './figures.ts'
import { worstOf, type Verdict } from './verdicts.ts'
import type { Thresholds } from './options.ts'
import type { LatencyTo } from './requests.ts'
import type { WarningCode, Severity } from './warnings.ts'
import type { EarlierResult, Generator, ListedNumber, Settings, Variant } from './settings.ts'
import type { Decision, Leaders, LoadShape, VariantLimit, VariantUse } from './load-results.ts'
import type { Answer, ClientUse } from './run.ts'

export * from './candidate.ts'
export * from './load-results.ts'

// What comparison.json holds. By the comments and their tags, tools/comparison-schema.ts writes its schema: they are
// for users, too.

/** Whether a candidate gives the same answers as the baseline, from runs that are not measured. */
export interface AnswerComparison {
  variant: string
  /** Number of distinct requests, by method and URL, that both received. */
  requests: Count
  /** Requests that the candidate answered differently. */
  different: string[]
  /** Requests that the baseline itself does not answer the same way twice. */
  unsteady: string[]
  /** What differs beyond the content. */
  unequal: UnequalAnswers[]
}

/** A request whose answers by the candidate differ from those by the baseline, with a usual answer of each. */
export interface UnequalAnswers {
  in: 'status' | 'encoding' | 'connection' | 'size'
  request: string
  baseline: UsualAnswer
  candidate: UsualAnswer
}

export type UsualAnswer = Pick<Answer, 'status' | 'bytes' | 'encoding' | 'closes'>

/** What there would be if that candidate were the only one. */
export function resultOfOnly(candidate: CandidateResult, result: ScenarioResult) {
  const isOwn = ({ variant }: { variant: string | null }) =>
    variant === null || variant === result.baseline || variant === candidate.name
  const limits = result.limits.filter(isOwn)
  return {
    ...result,
    candidates: [candidate],
    limits,
    warnings: result.warnings.filter(isOwn),
    verdict: result.candidates.length === 1 ? result.verdict : worstOf([candidate, ...limits])
  }
}

export interface Warning {
  /** Stable code. */
  code: WarningCode
  /** problem: the result may be wrong; warning: it may be worse than it could be; note: good to know. */
  severity: Severity
  /** The variant concerned; null: several. */
  variant: string | null
  /** The rounds concerned; empty: all. */
  rounds: Round[]
  /** What was seen, why it matters, what to do. */
  message: string
}

/** A part of a comparison that is missing in it, because a figure in it is no number that can be kept. */
export interface LeftOut {
  place: readonly string[] // labels of the part, from the outermost: "scenarios", "[primes]"
  part: string // such as "scenarios[primes].candidates[clustered].bound"
  figure: string // in it, such as "atMost"; empty: the part is the figure
  value: number
  isDemanded: boolean // a threshold or a limit was on it
}

/**
 * What the schema forbids. place: keys, from the outermost: "scenarios", "0"; words: such as "scenarios[0].rounds is
 * missing"
 */
export interface Flaw {
  place: readonly string[]
  words: string
}

/** The result of one scenario, or of the mix of all. */
export interface ScenarioResult extends QuestionResult {
  /** Its name. */
  scenario: string
  /** The variant that the others are compared with. */
  baseline: string
  /** Number of finished rounds. @integer @minimum 3 */
  rounds: number
  roundsAllowed: RoundsAllowed
  confidence: Settings['confidence']
  /** All variants except the baseline. @minItems 1 */
  candidates: CandidateResult[]
  /**
   * Absolute limits of the variants, in their order. Empty: none is set, the app was disturbed, or a version without
   * limits wrote this.
   */
  limits: VariantLimit[]
  /** @minItems 2 */
  variants: VariantUse[]
  load: LoadShape
  /** The client that sent the requests; null: unknown. */
  client: ClientUse | null
  /** Where latencies go. */
  latencyTo: LatencyTo
  answers: AnswerComparison[]
  /**
   * Which variant is fastest. null: the app was disturbed; there are fewer than three variants, or fewer than two that
   * can be compared; all belong to one sweep, which recommends a number of workers; the comparison ended early.
   */
  leaders: Leaders | null
  /** null: the load is as written. */
  level: {
    /** Name of the scenario, as written. */
    of: string
    /** By which the arrivals of users were multiplied; or the part of the baseline's capacity that arrived. */
    factor: Positive
  } | null
  /** Worst first. */
  warnings: Warning[]
  /** The worst verdict of all candidates and limits; null: nothing was required. */
  verdict: Verdict | null
  /**
   * What to do. null: losses were measured, or which variant carries a load; it ended early; it is a self-check;
   * several candidates are versions, or gain and nothing tells which to take.
   */
  decision: Decision | null
  /** No further round is needed. */
  decided: boolean
  /** The comparison ended early, so there is no verdict. */
  preliminary: boolean
}

/** Where the wall time went, in seconds. */
export interface TimeSpent {
  /** Duration of the load that counts. */
  countedSeconds: number
  /** Duration of the load that does not count: the start of each run, and its end, when users leave. */
  uncountedSeconds: number
  /** Time between loads, in which apps stop and start and load threads start. */
  exchangeSeconds: number
  /** Artillery's start, unmeasured runs, and the analysis. */
  otherSeconds: number
}

/** What the last comparison of the same file showed that is kept beside this one, wherever it ran. */
export interface PreviousComparison {
  /** Its name. */
  folder: string
  startedAt: Time
  /** null: unknown. */
  commit: string | null
  /** Those that carry a verdict. */
  estimates: ({ scenario: string; candidate: string } & Pick<Estimate, 'metric' | 'speedup' | 'interval'>)[]
}

/**
 * comparison.json of artillery-plugin-speedup: how much faster an app is when it is clustered, and why. Property names
 * contain the units. A speedup is a ratio above 1 when the candidate is better: baseline / candidate for latency,
 * candidate / baseline for throughput.
 */
export interface Comparison extends QuestionComparison {
  schemaVersion: 1
  /** Path of the Artillery script, relative to the working directory. */
  file: string
  startedAt: Time
  finishedAt: Time
  timeSpent: TimeSpent
  environment: Environment
  settings: DescribedSettings
  scenarios: ScenarioResult[]
  /** null: none is kept beside this one. */
  previous: PreviousComparison | null
  /** Why the comparison ended early; null: it did not. */
  error: {
    /** Stable code of what happened, for programs. */
    code: ErrorCode
    /** What happened, in sentences. */
    message: string
  } | null
  /** The worst verdict of all scenarios; null: nothing was required. */
  verdict: Verdict | 'not measured' | null
  /**
   * 0: all thresholds pass, none is set, or inconclusive results are allowed to pass. 1: a threshold or limit failed,
   * or a speedup fell. 2: inconclusive after the last round. 3: nothing could be compared.
   * @enum [0, 1, 2, 3]
   */
  exitCode: number
}

/** What was asked for. File paths are relative to the working directory. */
type DescribedSettings = QuestionDescription &
  Pick<Settings, 'baseline' | 'rounds' | 'confidence' | 'onInconclusive'> & {
    /** The file that starts the app; null: no variant needs one. */
    app: string | null
    /** URL of the app, as passed to Artillery. */
    target: string
    /** In the order written. */
    variants: DescribedVariant[]
    /** null: there is no earlier result. */
    compareWith: Omit<EarlierResult, 'here' | 'estimates' | 'alternate' | 'load' | 'leanClient'> | null
    /**
     * The Artillery command that generated the load, of which only the metrics are known; null: the plugin generated it
     * and recorded each request.
     */
    generator: Generator['command'] | null
    /**
     * The machine that made the load, by its name for ssh, or several, with commas; null: the one that made the
     * comparison, or those of the command.
     */
    loadHost: string | null
    /** The client asked for. auto: the lean client where it can run the scenario. */
    client: Settings['client']
    /** How variants alternate within a round. runs: one is loaded after the other; slices: they are loaded in turns. */
    alternate: Settings['alternate']
    /** Time limit of the comparison in seconds; null: rounds decided when it ended. */
    time: number | null
    /** The command that repeats the comparison, with "…" for possible secrets. */
    command: string
    load: DescribedLoad
    /** Seconds at the start of each run that do not count; null: 1.5, at most a third of the load. */
    warmUpSeconds: number | null
    /** What the candidates must reach. */
    thresholds: DescribedThreshold[]
    /** What the variants must keep. */
    limits: DescribedLimit[]
  }

/** What a variant must keep in a scenario. */
export type DescribedLimit = { scenario: string } & Pick<VariantLimit, 'variant' | 'request' | 'metric' | 'limit'>

/** What a candidate must reach in a scenario. */
export interface DescribedThreshold {
  scenario: string
  variant: string
  /** Name of the request that it is for, or "*": each that has none of its own; null: all together. */
  request: string | null
  /** floor: of a request that may not be shown to be slower, at p95 or, with few responses, at p50. */
  metric: Exclude<keyof Thresholds, 'requests'> | 'floor'
  /** Minimum for a speedup or fairness; maximum for lost, recovery (seconds) and p95Rise. */
  threshold: number
}

/** One way to run the app. */
export type DescribedVariant = Pick<Variant, 'name' | 'mode' | 'workers' | 'instances' | 'resources' | 'scheduling'> &
  QuestionDescribed & {
    /** Its arguments, command, ecosystem file or URL, without possible secrets; null: it has none. */
    detail: string | null
    /** Version of Node that ran the app; null: the one that ran Artillery. */
    node: string | null
    /**
     * Its number, where a list of values of an environment variable made it; list: the name that was written; null:
     * none did.
     */
    listed: ListedNumber | null
  }

export interface Environment {
  /** Version. */
  node: string
  /** Version. */
  artillery: string
  /** Version. */
  plugin: string
  /** Version of the lean client: a new one for each change of what a request costs it. */
  leanClient: string
  os: string
  /** Model. */
  cpu: string
  /** Cores that may be used; a fraction under a CPU quota. */
  cores: Positive
  /** That these are hyperthreads of; null: each is a core of its own. */
  physicalCores: Positive | null
  commit: string | null
}
