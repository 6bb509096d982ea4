import type {
  AnswerComparison,
  CandidateResult,
  Estimate,
  ScenarioResult,
  VariantLimit,
  VariantUse,
  Warning
} from '../concepts/comparison.ts'
import type { Metric, Percentile, Ranged } from '../concepts/metrics.ts'
import type { Verdict } from '../concepts/verdicts.ts'
import type { Reason } from '../concepts/warnings.ts'
import type { Rule } from './estimate.ts'
import type { Run } from '../concepts/run.ts'
import type { ScenarioPlan, Settings, Variant } from '../concepts/settings.ts'
import type { QuestionBeside, QuestionComparison, QuestionFound, QuestionResult } from '../questions/concepts.ts'

/** What comes of a question that is asked in place of how fast variants are. */
export interface Conclusion {
  part: Partial<QuestionResult>
  judge: (candidate: string) => Pick<CandidateResult, 'diagnosis' | 'verdict'>
  decided: boolean // no further round is needed
}

/** The part of a question that concludes: a row of questions/comparison.ts. */
export interface Concludes {
  /** Of at least three whole rounds; null: it is not asked. */
  conclude: (
    measured: { runs: Run[]; answers: AnswerComparison[] },
    scenario: ScenarioPlan,
    settings: Settings
  ) => Conclusion | null
  unasked: Partial<QuestionResult>
  undecided: (result: ScenarioResult) => Partial<QuestionResult>
}

/** The part of a question of what is found after the rounds: a row of questions/comparison.ts. */
export interface FindsBeside {
  /** @returns null: it was not asked */
  besides: (
    seen: Partial<QuestionBeside>,
    scenario: ScenarioPlan,
    result: ScenarioResult // of the rounds
  ) => (Pick<ScenarioResult, 'limits' | 'warnings'> & { part: Partial<ScenarioResult> }) | null
}

/** The part of a question about several results together: a row of questions/comparison.ts. */
export interface Spans {
  span: (results: ScenarioResult[], runs: Run[], rule: Rule) => QuestionComparison
  /** Whether more rounds would hardly change how any candidate stands; null: it is not asked of this scenario. */
  isSettled: (
    result: Pick<ScenarioResult, 'baseline' | 'candidates' | 'load'>,
    scenario: ScenarioPlan,
    rule: Rule
  ) => boolean | null
}

/** What a search found so far, by loads that it chose. */
export interface Found {
  metric: Metric // of which alone there are speedups
  runs: Run[] // of each variant and round, with what they say of it
  rounds: number
  counts: (variant: string) => boolean // its loads are as many as there are rounds, and as long as they need to be
  isLimited: (percentile: Percentile) => boolean // a load has to keep it
  leftOver: (variant: string) => number // of what more rounds don't tell, on the log scale
  /** What is known from one side only, of a speedup. */
  withinBounds: (estimate: Estimate, pair: Pair) => Estimate
  reasonOfBounds: (verdict: Verdict, pair: Pair) => Reason | null
  /** The same, of a limit; null: it was found. */
  ofLimit: (variant: string, limit: number) => Pick<VariantLimit, 'side' | 'interval' | 'verdict' | 'reason'> | null
  isPrecise: (estimates: readonly Estimate[]) => boolean // known well enough, where nothing is demanded
  result: (seen: { uses: VariantUse[]; rule: Rule }) => QuestionFound
}

/** What a search found of variants that may differ in their number of workers alone. */
export interface FoundAmounts {
  metric: Metric
  unit: '/s' | 'users'
  of: (
    variant: string
  ) => { end: 'found' | 'not reached' | 'not exhausted'; value: Ranged; doubt: Reason | null } | null
  /** What a number of workers is worth of which no more is known than that; null: nothing stands against it. */
  boundWords: (reason: Reason, who: string) => { clause: string; advice: string } | null
  /** @returns how many to take for the load that is wanted, in one sentence; null: none is */
  workersFor: (variants: string[], beside: Expected) => string | null
}

/** curve: what other numbers of workers probably carry, in small steps; null: unknown */
export interface Expected {
  curve: readonly { workers: number; throughputPerSecond: number }[] | null
  cores: number | null
}

export type Pair = { baseline: string; candidate: string }

/** The part of a question that searches: a row of questions/comparison.ts. Null: it is not asked. */
export interface Searches {
  read: (runs: readonly Run[], variants: readonly Variant[], scenario: ScenarioPlan) => Found | null
  /** Whether there is something to tell. */
  isOver: (runs: readonly Run[], variants: readonly Variant[], scenario: ScenarioPlan) => boolean | null
  reasonOfBounds: (verdict: Verdict, found: QuestionFound, pair: Pair) => Reason | null
  isBoundAtMost: (reason: Reason | null) => true | null // no more stands against it than that
  amounts: (found: QuestionFound) => FoundAmounts | null
  checkBounds: (found: QuestionFound, judged: Pick<ScenarioResult, 'candidates' | 'limits'>) => Warning[] | null
  // of loads that are parts of it
  checkParts: (found: QuestionFound, scenario: string, settings: Settings) => Warning[] | null
  checkTrend: (found: QuestionFound) => Warning[] | null
}
