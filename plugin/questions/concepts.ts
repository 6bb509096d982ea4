import { capacity, type CapacityAdds } from './capacity/concepts/capacity.ts'
import { commits, type CommitsAdds } from './commits/concepts.ts'
import { crossover, crossoverPart, type CrossoverAdds } from './crossover/concepts.ts'
import { doctor, type DoctorAdds } from './doctor/concepts.ts'
import { growth, type GrowthAdds } from './growth/concepts.ts'
import { asking, table, together, type All, type Part } from './concepts-codes.ts'
import { losses, type LossesAdds } from './losses/concepts/losses.ts'
import { profiling, type ProfileAdds } from './profile/concepts.ts'
import { workersCounts, workersPart, type WorkersAdds } from './workers/concepts.ts'
import type { Metric } from '../concepts/metrics.ts'

// A list has one row for each question that is asked in place of how fast variants are, or for each search: it finds a
// figure of each variant by loads that it chooses, and speedups are of that figure.

type Rows = [LossesAdds, CapacityAdds, ProfileAdds, DoctorAdds, GrowthAdds, CrossoverAdds, WorkersAdds, CommitsAdds]

/**
 * What they add to a shape that is everybody's. options, limits: what code may write; thresholds: what demands on
 * candidates these are once they are read; appOptions, variantOptions: to how the app and a variant are written
 */
export type Added<To> = All<Part<Rows, To>>

/** To what is made of how the app and a variant are written. */
export type QuestionApp = Added<'app'>
export type QuestionVariant = Added<'variant'>
/** To how a variant is told. */
export type QuestionDescribed = Added<'described'>
/** What they add to the settings, and how these are told. */
export type QuestionSettings = Added<'settings'>
export type QuestionDescription = Added<'description'>
/** To the plan of a scenario. */
export type QuestionPlan = Added<'plan'>
/** To what is seen of a load, to a run, and to one that the page shows in detail. */
export type QuestionSeen = Added<'seen'>
export type QuestionRun = Added<'run'>
export type QuestionDetail = Added<'detail'>
/** To the result of a scenario, to a candidate of it, and to one in the list of comparisons. */
export type QuestionCandidate = Added<'candidate'> & QuestionFound
export type QuestionResult = Added<'result'> & QuestionFound
/** What searches found: in a result and, for tests, in each of its candidates. */
export type QuestionFound = Added<'found'>
/** What is seen of a scenario after its rounds. */
export type QuestionBeside = Added<'beside'>
/** To why a candidate is faster, or is not. */
export type QuestionDiagnosis = Added<'diagnosis'>
/** To what a test suite knows of a comparison before it begins. */
export type QuestionCall = Added<'call'>
export type QuestionHistory = Added<'history'>
/** To a comparison, of several results together. */
export type QuestionComparison = Added<'comparison'>
/** Which numbers of workers a word stands for; example, most: in words. */
type NamedCount = { example: string; most: string; of: (cores: number) => number[] }
export type CountNames = keyof Added<'counts'>
const counts: Record<string, NamedCount> = table([workersCounts])
export const namedCounts = Object.entries(counts)
export const countsNamed = (name: CountNames, cores: number) => counts[name].of(cores)
/** Properties that no list of comparisons shows. */
export const unlistedParts: string[] = [crossoverPart, workersPart]

/** A row leaves out what it has not. */
export interface Question {
  options: readonly string[] // their names; what they hold is no secret
  isAsked: (settings: QuestionSettings) => boolean
  isTold: (result: QuestionResult) => boolean
  describe: (settings: QuestionSettings) => Partial<QuestionDescription>
  wantsReload: (settings: QuestionSettings) => string | null // who has all workers replaced, in words
  listsOfRun: readonly string[] // names of what it adds to a run
  own: (result: QuestionResult, candidate: string) => Partial<QuestionCandidate>
  happenedTo: (run: QuestionRun) => boolean // something was done to its app
  /** What quick asks once it has compared a cluster. packages: of an app for which it is the more worth asking */
  next: { question: string; command: string; packages: readonly string[] }
  none: Partial<QuestionResult> // where nothing was looked for after the rounds
  undiagnosed: Partial<QuestionDiagnosis> // the same
  call: (settings: QuestionSettings) => Partial<QuestionCall>
  cure: (call: QuestionCall) => string // of a comparison that takes too long: the end of a sentence
  unversioned: QuestionVariant // where a variant may run other files than those that are here: one that runs these
  describeVersion: (variant: QuestionVariant) => QuestionDescribed
  packagesOf: (variant: QuestionVariant) => string[] // other than its own, such as fastify@5.6.0
  versionWords: (described: QuestionDescribed) => string | null // null: the files that are here
}

/** seconds: null: as long as is best */
type Lasting = { seconds: number | null }
type Looping = { loop: Lasting | null }

/** Of a search. */
export interface Search {
  none: QuestionFound // in a result for which it was not asked; null, as next: it was not
  unplanned: QuestionPlan // the same, in a plan
  isAsked: (plan: QuestionPlan) => boolean
  arrivals: (plan: QuestionPlan) => Lasting | null // of users who come as it says, in place of the script's
  metricOf: (result: QuestionFound) => Metric | null // whose speedups are known alone
  own: (result: QuestionFound) => QuestionFound
  mostSeconds: (
    plan: QuestionPlan & Looping,
    settings: { variants: readonly unknown[]; rounds: { max: number } }
  ) => number
  runs: (result: QuestionFound) => number | null // how many there must be
  levelAsked: (run: QuestionRun) => number | null // of a load; null: it is as the script says
  levelOf: (result: QuestionFound, variant: string) => number | null // that was found; null: none was
  isWanted: (result: QuestionFound) => true | null // a load is wanted: who carries it is answered
  isAtBounds: (result: QuestionFound) => true | null // no variant needs rounds
  words: (result: QuestionFound) => string | null // what it searched for
  wordsOfPlan: (plan: QuestionPlan & { loop: unknown }) => string | null
}

const questions: readonly Partial<Question>[] = [losses, profiling, doctor, growth, crossover, commits]
const searches: readonly Search[] = [capacity]
/** Codes of diagnoses that say why speeds are not compared. */
export const questionDiagnoses = [losses.diagnosis] as const

export const isAskedInstead = (settings: QuestionSettings) => questions.some(({ isAsked }) => isAsked?.(settings))
export const isToldInstead = (result: QuestionResult) => questions.some(({ isTold }) => isTold?.(result))
export const questionOptionNames = questions.flatMap(({ options = [] }) => options)
export const describeQuestions = (settings: QuestionSettings): QuestionDescription =>
  together(questions.map(({ describe }) => describe?.(settings)))
/** Null: no question has any. */
export const { wantsReload, describeVersion, packagesOf, versionWords } = asking(questions)
export const listsOfRuns = questions.flatMap(({ listsOfRun = [] }) => listsOfRun)
export const ownOf = (...of: Parameters<Question['own']>): QuestionCandidate =>
  together([...questions, ...searches].map(({ own }) => own?.(...of)))
export const isLeftAlone = (run: QuestionRun) => !questions.some(({ happenedTo }) => happenedTo?.(run))
export const askedNext = questions.flatMap(({ next }) => next ?? [])

/** Of a scenario of which nothing is found after the rounds. */
export const noneBeside: QuestionResult = together(questions.map(({ none }) => none))
export const undiagnosed: QuestionDiagnosis = together(questions.map(({ undiagnosed }) => undiagnosed))
export const callBeside = (settings: QuestionSettings): QuestionCall =>
  together(questions.map(({ call }) => call?.(settings)))
export const cureBeside = (of: QuestionCall) => questions.map(({ cure }) => cure?.(of)).join('')

/** Of a variant that runs the files that are here; its keys are options. */
export const unversioned: QuestionVariant = together(questions.map(({ unversioned }) => unversioned))

/** Of a scenario whose loads no question chooses. */
export const unsearched: QuestionFound = together(searches.map(({ none }) => none))
export const unplanned: QuestionPlan = together(searches.map(({ unplanned }) => unplanned))
export const isSearch = (plan: QuestionPlan) => searches.some(({ isAsked }) => isAsked(plan))

/** As Search says. */
export const {
  metricOf: metricSearched,
  mostSeconds: mostSearchSeconds,
  runs: runsSearched,
  levelAsked,
  levelOf: levelFound,
  isWanted: isLoadWanted,
  isAtBounds
} = asking(searches)

const { arrivals, words, wordsOfPlan } = asking(searches)
/** Of users who go on, or come, for a time; null: as the script says. */
export const ownLoad = (plan: QuestionPlan & Looping) => plan.loop ?? arrivals(plan)
const oneLoad = 'one load'
/** What a comparison measured a scenario with, so that two can be told apart. */
export const searchWords = (result: QuestionFound) => words(result) ?? oneLoad
/** The same, of what is planned. */
export const plannedSearchWords = (plan: Parameters<Search['wordsOfPlan']>[0]) => wordsOfPlan(plan) ?? oneLoad
