import { capacitySearch } from './capacity/comparison/searches.ts'
import { crossoverSpans } from './crossover/comparison.ts'
import { growthBeside } from './growth/comparison.ts'
import { lossesQuestion } from './losses/comparison/conclude.ts'
import { profileFound } from './profile/comparison.ts'
import { answersNumbers } from './workers/comparison/sweep.ts'
import type { Concludes, FindsBeside, FoundAmounts, Searches, Spans } from '../comparison/question.ts'
import type { Seen } from '../comparison/reason-against.ts'
import type { ScenarioResult } from '../concepts/comparison.ts'
import type { Settings } from '../concepts/settings.ts'
import type { QuestionResult } from './concepts.ts'
import { asking, together } from './concepts-codes.ts'

/** Those that are asked in place of how fast variants are; the first that is asked is answered. */
const questions: Concludes[] = [lossesQuestion]

/** Null: how fast variants are is the question. */
export const { conclude: concludeInstead } = asking(questions)

const besides: FindsBeside[] = [profileFound, growthBeside]

/** @returns what was found after the rounds, of each question that was asked */
export const foundBeside = (...of: Parameters<FindsBeside['besides']>) =>
  besides.flatMap((question) => question.besides(...of) ?? [])

/** @returns what stands in the result of a scenario in which no question was asked */
export const unasked = (): QuestionResult => together(questions.map((question) => question.unasked))

/** @returns the parts of all questions, without their verdicts, of a comparison that was cut short */
export const undecidedParts = (result: ScenarioResult): QuestionResult =>
  together(questions.map((question) => question.undecided(result)))

/** Of several results together, as Spans says; null: nothing is asked of them. */
export const { span, isSettled } = asking<Spans>([crossoverSpans])

/** As Searches says; null: nothing is searched for. */
export const {
  read: readSearch,
  isOver: isSearchOver,
  reasonOfBounds,
  isBoundAtMost,
  amounts: amountsFound,
  checkBounds,
  checkParts,
  checkTrend
} = asking<Searches>([capacitySearch])

interface AnswersNumbers {
  /** @param amounts what was searched for; null: nothing was */
  conclude: (seen: Seen, settings: Settings, amounts: FoundAmounts | null) => Partial<QuestionResult>
  best: (result: QuestionResult) => string[] | null // variants, of those that it is about
}

/** What is concluded from speedups, of variants that differ in one thing alone; null: nothing. */
export const { conclude: concludeNumbers, best: bestNumbers } = asking<AnswersNumbers>([answersNumbers])
