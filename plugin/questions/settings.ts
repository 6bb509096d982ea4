import { firstOf, together, type All, type Part, type QuestionSettings } from './concepts.ts'
import { lossesWritten } from './losses/settings/options.ts'
import { lossesRead } from './losses/settings/read.ts'
import type { OptionTable } from '../settings/shapes.ts'
import type { ScenarioPlan, Variant } from '../concepts/settings.ts'

/** What a question lets users write. */
interface Written {
  options: OptionTable
  limits: OptionTable // of candidates alone
  numbersOf: Record<string, (written: string) => number> // of limits, in the unit in which they are judged
  usualLength: string // of a load, in words
  conflicts: readonly (readonly [option: string, other: string, why: string])[]
  // why variants can't be loaded in turns then, and what to do
  noTurns: readonly [isAsked: (settings: QuestionSettings) => boolean, why: string]
}

/** What a question makes of it. */
export interface Reads {
  /** @throws SpeedupError INVALID_SETTINGS */
  read: (options: Record<string, any>, given: Given) => Partial<QuestionSettings>
  /** @returns with the load that it needs; null: it was not asked */
  plan: (plan: ScenarioPlan, settings: QuestionSettings, script: Record<string, any>) => ScenarioPlan | null
}

export interface Given {
  script: Record<string, any>
  variants: Variant[]
  scenarios: ScenarioPlan[]
  warmUpSeconds: number | null
}

const written = [lossesWritten] as const satisfies readonly Written[]
const reading: Reads[] = [lossesRead]

const ofAll = <Key extends keyof Written>(key: Key) =>
  together(written.map((row: Written) => row[key] as object)) as All<Part<typeof written, Key>>

export const questionOptions = ofAll('options')
export const questionLimits = ofAll('limits')
export const questionNumbers: Written['numbersOf'] = ofAll('numbersOf')
export const questionConflicts = written.flatMap((row: Written) => row.conflicts)
export const usualLengths = written.map((row: Written) => row.usualLength)
export const questionObstacles = written.map((row: Written) => row.noTurns)

/** @returns what each question adds to the settings */
export const readQuestions: (...asked: Parameters<Reads['read']>) => QuestionSettings = (...asked) =>
  together(reading.map(({ read }) => read(...asked))) as QuestionSettings

/** @returns null: no question says how long the load is */
export const planned = (...asked: Parameters<Reads['plan']>): ScenarioPlan | null =>
  firstOf(reading, ({ plan }) => plan(...asked))
