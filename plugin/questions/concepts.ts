import { lossesAsked, lossesTold, type LossesResult, type LossesSettings } from './losses/concepts/losses.ts'

// One row of each list for each question that is asked in place of how fast variants are.

/** What questions add to the settings. */
export type QuestionSettings = LossesSettings
/** What questions add to the result of a scenario. */
export type QuestionResult = LossesResult

const asked: ((settings: QuestionSettings) => boolean)[] = [lossesAsked]
const told: ((result: QuestionResult) => boolean)[] = [lossesTold]

export const isAskedInstead = (settings: QuestionSettings): boolean => asked.some((isAsked) => isAsked(settings))
export const isToldInstead = (result: QuestionResult): boolean => told.some((isTold) => isTold(result))
