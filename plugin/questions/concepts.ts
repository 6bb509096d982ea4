import { losses, type LossesAdds } from './losses/concepts/losses.ts'

// A list has one row for each question that is asked in place of how fast variants are.

type Rows = [LossesAdds]

/** What all rows of a list have. */
export type All<Rows> = Rows extends readonly [infer Row, ...infer Rest] ? Row & All<Rest> : {}
/** What each row has there. */
export type Part<Rows, Key> = { [I in keyof Rows]: Key extends keyof Rows[I] ? Rows[I][Key] : never }
type Added<To> = All<Part<Rows, To>>

/** What questions let code write, as options and as limits; these are demands on candidates once they are read. */
export type QuestionOptions = Added<'options'>
export type QuestionLimits = Added<'limits'>
export type QuestionThresholds = Added<'thresholds'>
/** What they add to the settings, and how these are told. */
export type QuestionSettings = Added<'settings'>
export type QuestionDescription = Added<'description'>
/** To what is seen of a load, to a run, and to one that the page shows in detail. */
export type QuestionSeen = Added<'seen'>
export type QuestionRun = Added<'run'>
export type QuestionDetail = Added<'detail'>
/** To the result of a scenario, to a candidate of it, and to one in the list of comparisons. */
export type QuestionCandidate = Added<'candidate'>
export type QuestionResult = Added<'result'>
export type QuestionHistory = Added<'history'>

export interface Question {
  options: readonly string[] // their names; what they hold is no secret
  isAsked: (settings: QuestionSettings) => boolean
  isTold: (result: QuestionResult) => boolean
  describe: (settings: QuestionSettings) => Partial<QuestionDescription>
  wantsReload: (settings: QuestionSettings) => string | null // who has all workers replaced, in words
  ofRun: { lists: readonly string[]; unknown: Record<string, readonly string[]> } // unknown: of the items of a list, figures that may be
  own: (result: QuestionResult, candidate: string) => Partial<QuestionCandidate>
  happenedTo: (run: QuestionRun) => boolean // something was done to its app
}

const questions: readonly Question[] = [losses]
/** Codes of diagnoses that say why speeds are not compared. */
export const questionDiagnoses = [losses.diagnosis] as const

/** @returns what all parts have */
export const together = <Part extends object>(parts: readonly Part[]): Part => Object.assign({}, ...parts)

/** @returns what the first row says that says anything; null: none does */
export function firstOf<Row, Said>(rows: readonly Row[], say: (row: Row) => Said | null | undefined): Said | null {
  for (const row of rows) {
    const said = say(row)
    if (said != null) return said
  }
  return null
}

export const isAskedInstead = (settings: QuestionSettings): boolean =>
  questions.some(({ isAsked }) => isAsked(settings))
export const isToldInstead = (result: QuestionResult): boolean => questions.some(({ isTold }) => isTold(result))
export const questionOptionNames: string[] = questions.flatMap(({ options }) => options)
export const describeQuestions = (settings: QuestionSettings): QuestionDescription =>
  together(questions.map(({ describe }) => describe(settings))) as QuestionDescription
export const wantsReload = (settings: QuestionSettings): string | null =>
  firstOf(questions, (question) => question.wantsReload(settings))
export const listsOfRuns: string[] = questions.flatMap(({ ofRun }) => ofRun.lists)
export const unknownInLists: Record<string, readonly string[]> = together(questions.map(({ ofRun }) => ofRun.unknown))
export const ownOf = (...of: Parameters<Question['own']>): QuestionCandidate =>
  together(questions.map(({ own }) => own(...of))) as QuestionCandidate
export const isLeftAlone = (run: QuestionRun): boolean => !questions.some(({ happenedTo }) => happenedTo(run))
