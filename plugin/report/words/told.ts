import {
  effectOf,
  headline,
  isKnown,
  type CandidateResult,
  type Comparison,
  type ScenarioResult,
  type TimeSpent
} from '../../concepts/comparison.ts'
import { resultWords, type Verdict } from '../../concepts/verdicts.ts'
import { counted, joinParts, list, paragraph, shortSha } from '../../concepts/wording.ts'
import type { Metric, Percentile, Ranged } from '../../concepts/metrics.ts'
import type { Run } from '../../concepts/run.ts'
import type {
  QuestionBeside,
  QuestionCandidate,
  QuestionDescription,
  QuestionDiagnosis,
  QuestionFound,
  QuestionHistory,
  QuestionPlan,
  QuestionResult,
  QuestionRun,
  QuestionSettings
} from '../../questions/concepts.ts'
import type { Content, Markup } from '../markup.ts'
import type { LookOf } from '../palette.ts'
import type { Cell, Column, Table } from '../tables/table.ts'
import { minuteOf, timeSpan, timesWithin } from './numbers.ts'

/** What came of something. word: the verdict, in capitals; null: nothing was required. sentences: whole ones */
export interface Told {
  word: string | null
  sentences: readonly string[]
}

/** Sentences, and the code to look up, if they have one. */
export interface Coded {
  text: string
  code: string | null
}

/** @returns with the code at the end, such as "It did not leave. [app-killed]" */
export const codedText = ({ text, code }: Coded) => (code === null ? text : `${text} [${code}]`)

/** @returns what was found, in a paragraph */
export const textOf = ({ word, sentences }: Told) => paragraph([...sentences, word === null && 'No threshold is set.'])

/** @returns the same in a line, behind its verdict. about: whose it is, where there are several */
export const lineOf = (told: Told, about = '') => joinParts([told.word, `${about}${textOf(told)}`], '  ')

/** @param claim what was seen until then */
export const toldEarly = (claim: string, rounds: number): Told => ({
  word: resultWords.preliminary,
  sentences: [claim, `Ended after ${counted(rounds, 'round')}, too early for a verdict.`]
})

/** @returns why a comparison ended early; its message may have several lines */
export const toldOfError = ({ code, message }: NonNullable<Comparison['error']>): Told => ({
  word: resultWords[code === 'INTERRUPTED' ? 'interrupted' : 'notMeasured'],
  sentences: [message]
})

/** @returns which result this one was compared with */
export function earlierSentence({ file, results, ...of }: NonNullable<Comparison['settings']['compareWith']>) {
  const newest = `${file} (${momentOf(of.finishedAt, of.commit)})`
  return results === 1
    ? `Compared with ${newest}.`
    : `Compared with the level of ${results} results since it last changed; the newest is ${newest}.`
}

const momentOf = (time: string, sha: string | null) =>
  joinParts([`${minuteOf(time)} UTC`, sha && `commit ${shortSha(sha)}`])

/** @returns what has changed since the last comparison of the file, of the metric that is told first; null: unknown */
export function sinceSentence(candidate: CandidateResult, scenario: string, previous: Comparison['previous']) {
  const now = headline(candidate)
  const before = previous?.estimates.find(
    (each) => each.scenario === scenario && each.candidate === candidate.name && each.metric === now.metric
  )
  if (previous === null || before === undefined || !isKnown(now)) return null
  const effect = effectOf(now, before.interval)
  const change = { faster: 'it has risen', slower: 'it has fallen', same: 'no measurable change' }[effect]
  const then = momentOf(previous.startedAt, previous.commit)
  return `${now.metric} ${timesWithin(before)} (${then}), now ${timesWithin(now)}: ${change}.`
}

/** Where the time of a comparison went. */
export function timeSentence({ countedSeconds, uncountedSeconds, exchangeSeconds, otherSeconds }: TimeSpent) {
  const parts = [
    `${timeSpan(countedSeconds)} of measured load`,
    `${timeSpan(uncountedSeconds)} of warm-up and of users leaving`,
    `${timeSpan(exchangeSeconds)} to stop and start apps`,
    `${timeSpan(otherSeconds)} to start Artillery and for unmeasured runs`
  ]
  return `${timeSpan(countedSeconds + uncountedSeconds + exchangeSeconds + otherSeconds)}: ${list(parts)}`
}

/** What is told of several variants, or results, together: in each output whole. */
export interface ToldTogether {
  asked: string
  of: string // a variant, or a scenario, as it was written
  head: string // of what was found, on a console
  found: string[] // sentences
  table: Table
  remarks: string[]
  aside?: string // to them, on a console
}

/** Of several results: with a section of the page. */
export interface ToldOfResults extends ToldTogether {
  id: string
  title: string // what was found, in short
  lead: string
  variants: string[]
  chart: (names: readonly string[], lookOf: LookOf) => Markup
  caption: (baseline: Content) => Content // of the table
}

type Candidate = QuestionCandidate & CandidateResult & Pick<ScenarioResult, 'baseline' | 'rounds' | 'preliminary'>

/** What a question tells in place of speeds; null: it was not asked. */
export interface Tells {
  candidate: (candidate: Candidate) => Instead | null
  result: (result: ScenarioResult) => Told | null
  decision: (result: ScenarioResult) => string | null
  blocks: (result: ScenarioResult) => Block[] | null
  brief: (candidate: QuestionHistory) => string | null
  column: { title: string; id: string } // of brief, in the list of comparisons
  planned: (settings: QuestionSettings) => string // the end of a sentence; empty: nothing
  ofRun: (run: QuestionRun) => string // on a line
  metrics: (result: QuestionResult, candidate: string) => [metric: string, value: number][]
  threshold: (metric: string, required: number) => string | null
  fact: (settings: QuestionDescription) => readonly [label: string, lines: string[]]
  method: string[]
}

export interface Instead {
  was: string // what happened to it, after its name
  ask: string // sentences
  assert: string
  demand: string // an example of what can be required of it
  problems: string[] // without a full stop
  told: () => Told
  unmet: () => { sentences: string[]; why: string[] } // why a demand is not met; without a full stop
  outcomes: () => { name: string; verdict: Verdict | null; lines: string[] }[] // of each demand
}

export interface Block {
  title: string
  table: Table // what came of demands is its last column
  limits: string[]
  problems: { variant: string; problem: string }[]
  why: Coded[]
}

/** What is told of what was found after the rounds; null: nothing. */
export interface TellsBeside {
  planned: (settings: QuestionSettings) => string | false // the end of a sentence; false: nothing
  seen: (seen: Partial<QuestionBeside>) => { turn: { round: string; variant: string }; text: string } | null // on a line
  worstIn: (result: QuestionResult, candidate: string) => string | null // on which a version spends more
  /** Why it is as it is, beside what explains it. label: on the console */
  cause: (diagnosis: QuestionDiagnosis) => { label: string; title: string; text: string } | null
}

/** What a search tells beside speedups; null: it was not asked. */
export interface TellsMore {
  whyMissing: (found: QuestionFound, metric: Metric) => string | null // why there is no speedup of it, and what to do
  unit: (found: QuestionFound) => string | null // in names of metrics; null: per second
  textOf: (found: QuestionFound, variant: string) => string | null // what was found of it
  tables: (result: ScenarioResult) => Table[] | null
  // who carries what is wanted, in a sentence; isTold: how many workers do is told beside it
  wanted: (result: ScenarioResult, isTold: boolean) => string | null
  carries: (found: QuestionFound, variant: string) => string | null // after its name
  planned: (plan: QuestionPlan & { loop: unknown }) => string | null // the end of a sentence
  step: (run: Run, plan: QuestionPlan) => { level: string; limited: Percentile[]; came: string } | null
  amounts: (unit: '/s' | 'users' | null) => AmountWords | null
  // a limit that each load has to keep; the load; and what factors of the load are parts of
  load: (found: QuestionFound) => { limits: [label: string, text: string]; load: string; part: string } | null
  method: () => string[]
}

/** What was found of numbers of workers; unit: also in full. */
export interface AmountWords {
  what: string
  unit: string
  inFull: string
  columns: Column[]
  cells: (amount: Amount, words: { factor: Cell; app: string }) => Cell[]
}

interface Amount {
  workers: number
  end: 'found' | 'not reached' | 'not exhausted' | null
  throughputPerSecond: Ranged // or what was found
  appMegabytes: number | null
}

/** What is told of variants that differ in one thing alone, below all else of a result. */
export interface TellsNumbers {
  answer: (result: ScenarioResult) => string | null // to what is asked first; null: that is something else
  told: (result: ScenarioResult, wordsOf: TellsMore['amounts']) => ToldTogether[]
}
