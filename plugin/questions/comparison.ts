import { lossesQuestion } from './losses/comparison/conclude.ts'
import type { Conclusion, Concludes } from '../comparison/question.ts'
import type { ScenarioResult } from '../concepts/comparison.ts'
import { firstOf, together, type QuestionResult } from './concepts.ts'

/** Those that are asked in place of how fast variants are; the first that is asked is answered. */
const questions: Concludes[] = [lossesQuestion]

/** @returns what the question that is asked concludes; null: how fast variants are is the question */
export const concludeInstead = (...about: Parameters<Concludes['conclude']>): Conclusion | null =>
  firstOf(questions, (question) => question.conclude(...about))

/** @returns what stands in the result of a scenario in which no question was asked */
export const unasked = (): QuestionResult => together(questions.map((question) => question.unasked)) as QuestionResult

/** @returns the parts of all questions, without their verdicts, of a comparison that was cut short */
export const undecidedParts = (result: ScenarioResult): QuestionResult =>
  together(questions.map((question) => question.undecided(result))) as QuestionResult
