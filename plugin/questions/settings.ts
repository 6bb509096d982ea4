import { capacityRead, capacityWritten } from './capacity/settings.ts'
import type { QuestionApp, QuestionSettings, QuestionVariant } from './concepts.ts'
import { commitsRead, commitsWritten } from './commits/settings.ts'
import { crossoverRead, crossoverWritten } from './crossover/settings.ts'
import { doctorWritten } from './doctor/settings.ts'
import { growthRead, growthWritten } from './growth/settings.ts'
import { asking, together, type All, type Part } from './concepts-codes.ts'
import { lossesWritten } from './losses/settings/options.ts'
import { lossesRead } from './losses/settings/read.ts'
import { profileRead, profileWritten } from './profile/settings.ts'
import type { OptionTable } from '../settings/shapes.ts'
import type { ScenarioPlan, Variant } from '../concepts/settings.ts'

type Map = Record<string, any>

/** What a question lets users write. */
interface Written {
  options?: OptionTable
  apart?: OptionTable // for a command of its own, or for what is found after the rounds
  app?: OptionTable // that say how the app is started
  variants?: OptionTable // that say how a variant is
  loads?: OptionTable // that say how users come
  limits?: OptionTable // of candidates alone
  variantLimits?: OptionTable
  numbersOf?: Record<string, (written: string) => number> // of limits, in the unit in which they are judged
  usualLength?: string // of a load, in words
  factors?: OptionTable // that multiply the load of the script
  loadExample?: string // in code
  conflicts?: Conflicts
  explaining?: object // options that have a comparison say why versions differ
  explains?: string // what it does then
  instead?: Record<string, string> // flags of `against`: what it compares then in place of speed
  flags?: Record<string, string> // of `artillery-speedup run`, as the options that they set; what each does
  // why variants can't be loaded in turns then, and what to do
  noTurns?: readonly [isAsked: (settings: QuestionSettings & { scenarios: ScenarioPlan[] }) => boolean, why: string]
}

type Conflicts = readonly (readonly [option: string, other: string, why: string])[]

/** What a question makes of it. */
export interface Reads {
  /** @throws SpeedupError INVALID_SETTINGS */
  app: (options: Map, pathOf: (option: string, path: string) => string) => QuestionApp
  /** @throws SpeedupError INVALID_SETTINGS */
  variant: (path: string, options: Map) => QuestionVariant
  /** @throws SpeedupError INVALID_SETTINGS */
  read: (options: Map, given: Given) => Partial<QuestionSettings>
  /** @returns with the load that it needs; null: it was not asked */
  plan: (plan: ScenarioPlan, settings: QuestionSettings, script: Map) => ScenarioPlan | null
  /**
   * Of a question that chooses the loads.
   *
   * @param scenarios that are compared; place: of each, in the script; config: of the script
   * @returns the plans of what is searched, and of loads that are parts of what is found; null: it was not asked
   * @throws SpeedupError INVALID_SETTINGS
   */
  search: (
    options: Map,
    scenarios: (Map & { place: string })[],
    config: Map
  ) => ((plan: ScenarioPlan, duration: string | undefined) => ScenarioPlan[]) | null
  /**
   * Of a question that multiplies the load.
   *
   * @param script as Artillery completed it, with the scenarios of the plan alone
   * @returns the scenario under each load, the least first; null: it was not asked
   * @throws SpeedupError INVALID_SETTINGS
   */
  atEachLoad: (plan: ScenarioPlan, options: Map, script: Map) => ScenarioPlan[] | null
}

export interface Given {
  script: Map
  variants: Variant[]
  scenarios: ScenarioPlan[]
  warmUpSeconds: number | null
}

const written = [
  lossesWritten,
  capacityWritten,
  profileWritten,
  doctorWritten,
  growthWritten,
  crossoverWritten,
  commitsWritten
] as const satisfies readonly Written[]
const reading: Partial<Reads>[] = [lossesRead, profileRead, growthRead, capacityRead, crossoverRead, commitsRead]

const ofAll = <Key extends keyof Written>(key: Key) =>
  together(written.map((row: Written) => (row[key] ?? {}) as object)) as All<Part<typeof written, Key>>

export const questionOptions = ofAll('options')
export const optionsApart = ofAll('apart')
export const appOptions = ofAll('app')
export const variantOptions = ofAll('variants')
export const questionLoads = ofAll('loads')
export const questionFactors = ofAll('factors')
export const questionLimits = ofAll('limits')
export const questionVariantLimits = ofAll('variantLimits')
export const questionNumbers: NonNullable<Written['numbersOf']> = ofAll('numbersOf')
export const questionConflicts = written.flatMap((row: Written) => row.conflicts ?? [])
export const explaining = ofAll('explaining')
export const explains = written.flatMap((row: Written) => row.explains ?? [])
export const insteadOfSpeed: Record<string, string> = ofAll('instead')
export const questionFlags: Record<string, string> = ofAll('flags')
export const usualLengths = written.flatMap((row: Written) => row.usualLength ?? [])
export const loadExamples = written.flatMap((row: Written) => row.loadExample ?? [])
export const questionObstacles = written.flatMap((row: Written) => (row.noTurns ? [row.noTurns] : []))

/** @returns what each question adds to the settings */
export const readQuestions = (...asked: Parameters<Reads['read']>): QuestionSettings =>
  together(reading.map(({ read }) => read?.(...asked)))

/**
 * Null: no question adds to the app, to a variant, says how long the load is, chooses the loads, or multiplies them.
 */
export const {
  app: readAppOptions,
  variant: readVersion,
  plan: planned,
  search: searchAsked,
  atEachLoad
} = asking(reading)
