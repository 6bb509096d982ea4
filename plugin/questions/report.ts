import { lossCodes, lossDiagnosis } from './losses/report/explanations.ts'
import { lossesTold } from './losses/report/told.ts'
import {
  firstOf,
  isLeftAlone,
  ownOf,
  type QuestionCandidate,
  type QuestionDescription,
  type QuestionHistory,
  type QuestionResult,
  type QuestionRun,
  type QuestionSettings,
  together,
  type All
} from './concepts.ts'
import type { CandidateResult, ScenarioResult } from '../concepts/comparison.ts'
import type { Verdict } from '../concepts/verdicts.ts'
import type { Table } from '../report/tables/table.ts'
import type { Coded, Told } from '../report/words/told.ts'

type Candidate = QuestionCandidate & CandidateResult & Pick<ScenarioResult, 'baseline' | 'rounds' | 'preliminary'>

/** What a question tells in place of speeds; null: it was not asked. */
interface Tells {
  candidate: (candidate: Candidate) => Instead | null
  result: (result: ScenarioResult) => Told | null
  blocks: (result: ScenarioResult) => Block[] | null
  brief: (candidate: QuestionHistory) => string | undefined
  column: { title: string; id: string } // of brief, in the list of comparisons
  planned: (settings: QuestionSettings) => string // the end of a sentence; empty: nothing
  ofRun: (run: QuestionRun) => string // on a line
  metrics: (result: QuestionResult, candidate: string) => [metric: string, value: number][]
  threshold: (metric: string, required: number) => string | null
  fact: (settings: QuestionDescription) => readonly [label: string, lines: string[]]
  method: string[]
}

interface Instead {
  was: string // what happened to it, after its name
  ask: string // sentences
  assert: string
  demand: string // an example of what can be required of it
  problems: string[] // without a full stop
  told: () => Told
  unmet: () => { sentences: string[]; why: string[] } // why a demand is not met; without a full stop
  outcomes: () => { name: string; verdict: Verdict | null; lines: string[] }[] // of each demand
}

interface Block {
  title: string
  table: Table // what came of demands is its last column
  limits: string[]
  problems: { variant: string; problem: string }[]
  why: Coded[]
}

const questions: Tells[] = [lossesTold]

/** @returns null: its speed is known */
export const toldInstead = (of: Candidate): Instead | null => firstOf(questions, ({ candidate }) => candidate(of))

export const toldOfOne = (candidate: CandidateResult, result: ScenarioResult): Instead | null =>
  toldInstead({ ...result, ...candidate, ...ownOf(result, candidate.name) })

/** @returns what came of all variants; null: speeds were compared */
export const answerInstead = (of: ScenarioResult): Told | null => firstOf(questions, ({ result }) => result(of))

/** @returns null: speeds were compared */
export const blocksInstead = (of: ScenarioResult): Block[] | null => firstOf(questions, ({ blocks }) => blocks(of))

/** @returns what stands in the list of comparisons; null: its speed does */
export const briefInstead = (of: QuestionHistory): string | null => firstOf(questions, ({ brief }) => brief(of))

/** @returns columns of the list of comparisons, with the text of each candidate that has one */
export const columnsInstead = (all: readonly QuestionHistory[]) =>
  questions
    .map(({ column, brief }) => ({ ...column, textOf: (of: QuestionHistory) => brief(of) }))
    .filter(({ textOf }) => all.some((of) => textOf(of) !== undefined))

export const plannedWords = (settings: QuestionSettings): string =>
  questions.map(({ planned }) => planned(settings)).join('')

/** @returns empty: it is told by its speed */
export const wordsOfRun = (run: QuestionRun): string =>
  questions
    .map(({ ofRun }) => ofRun(run))
    .filter(Boolean)
    .join('; ')

export const metricsInstead = (...of: Parameters<Tells['metrics']>): [metric: string, value: number][] =>
  questions.flatMap(({ metrics }) => metrics(...of))

/** @returns null: it is one of a speedup */
export const thresholdInstead = (...of: Parameters<Tells['threshold']>): string | null =>
  firstOf(questions, ({ threshold }) => threshold(...of))

export const factsInstead = (settings: QuestionDescription) => questions.map(({ fact }) => fact(settings))

/** @returns how it was found; empty: by the usual method */
export const methodInstead = (runs: readonly QuestionRun[]): string[] =>
  runs.every(isLeftAlone) ? [] : questions.flatMap(({ method }) => method)

/** Groups of codes, each with its headings and what they mean. */
export const questionCodes = [lossCodes] as const

const diagnoses = [lossDiagnosis] as const
/** What the diagnoses of questions mean. */
export const questionExplanations = together(diagnoses) as All<typeof diagnoses>
