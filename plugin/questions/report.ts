import { capacityExplanations, capacityTold } from './capacity/report/told.ts'
import { crossoversTold } from './crossover/report/told.ts'
import { findingCodes } from './doctor/report/explanations.ts'
import { growthExplanations, growthTold } from './growth/report/console.ts'
import { lossCodes, lossDiagnosis, lossesTold } from './losses/report/told.ts'
import { profileCures, profileExplanations, profileTold } from './profile/report/told.ts'
import { workersTold } from './workers/report/told.ts'
import {
  isLeftAlone,
  ownOf,
  type QuestionComparison,
  type QuestionDescription,
  type QuestionHistory,
  type QuestionRun,
  type QuestionSettings
} from './concepts.ts'
import { asking, table } from './concepts-codes.ts'
import type { CandidateResult, ScenarioResult } from '../concepts/comparison.ts'
import type { Tells, TellsBeside, TellsMore, TellsNumbers, ToldOfResults } from '../report/words/told.ts'

const questions: Tells[] = [lossesTold]

type Concluded = QuestionComparison & { scenarios: readonly ScenarioResult[] }

const together: ((comparison: Concluded) => ToldOfResults[])[] = [crossoversTold]

/** What is told before the results, of several of them. */
export const toldTogether = (comparison: Concluded) => together.flatMap((tell) => tell(comparison))

/** Of a search, as TellsMore says; null: nothing was searched for. */
export const {
  whyMissing,
  unit: unitFound,
  textOf: textFound,
  tables: tablesFound,
  wanted,
  carries: carriesWords,
  planned: plannedSearch,
  step: stepWords,
  amounts: amountWords,
  load: loadSearched,
  method: searchMethod
} = asking<TellsMore>([capacityTold])

const numbers: TellsNumbers[] = [workersTold]

/** What is told of variants that differ in one thing alone; answer: null: something else is asked. */
export const { answer: answerOfNumbers } = asking(numbers)
export const toldOfNumbers = (result: ScenarioResult) => numbers.flatMap(({ told }) => told(result, amountWords))

/** @returns who carries what is wanted, and which to take; null: nothing is, or how many workers is told */
export const wantedSentence = (result: ScenarioResult) => wanted(result, toldOfNumbers(result).length > 0)

/**
 * Null: speeds were compared. candidate: what is told of one; result: what came of all variants; decision: what to do
 */
export const {
  candidate: toldInstead,
  result: answerInstead,
  decision: decisionInstead,
  blocks: blocksInstead,
  threshold: thresholdInstead
} = asking(questions)

export const toldOfOne = (candidate: CandidateResult, result: ScenarioResult) =>
  toldInstead({ ...result, ...candidate, ...ownOf(result, candidate.name) })

/** @returns columns of the list of comparisons, with the text of each candidate that has one */
export const columnsInstead = (all: readonly QuestionHistory[]) =>
  questions
    .map(({ column, brief }) => ({ ...column, textOf: brief }))
    .filter(({ textOf }) => all.some((of) => textOf(of) !== null))

export const plannedWords = (settings: QuestionSettings) => questions.map(({ planned }) => planned(settings)).join('')

const besides: Partial<TellsBeside>[] = [profileTold, growthTold]

export const { seen: seenBeside, worstIn, cause: causeBeside } = asking(besides)

/** @returns the end of a sentence about what comes after the rounds; empty: nothing does */
export const plannedBeside = (settings: QuestionSettings) =>
  besides.map(({ planned }) => planned?.(settings) || '').join('')

/** @returns empty: it is told by its speed */
export const wordsOfRun = (run: QuestionRun) =>
  questions
    .map(({ ofRun }) => ofRun(run))
    .filter(Boolean)
    .join('; ')

export const metricsInstead = (...of: Parameters<Tells['metrics']>) =>
  questions.flatMap(({ metrics }) => metrics(...of))

export const factsInstead = (settings: QuestionDescription) => questions.map(({ fact }) => fact(settings))

/** @returns how it was found; empty: by the usual method */
export const methodInstead = (runs: readonly QuestionRun[]) =>
  runs.every(isLeftAlone) ? [] : questions.flatMap(({ method }) => method)

/** Groups of codes, each with its headings and what they mean. */
export const questionCodes = [lossCodes, findingCodes] as const

/** What the diagnoses of questions mean, and their warnings. */
export const questionExplanations = table([lossDiagnosis])
export const warningsExplained = table([capacityExplanations, growthExplanations, profileExplanations])
/** By code: what to do about it, as a question shows more. */
export const questionCures: Record<string, string> = table([profileCures])
