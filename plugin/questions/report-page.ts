import { capacityPage } from './capacity/report/capacity-section.ts'
import { lossesPage } from './losses/report/losses-section.ts'
import { profilePage } from './profile/report/profile-section.ts'
import { workersSection } from './workers/report/section.ts'
import { asking } from './concepts-codes.ts'
import type { Question, QuestionFound, QuestionResult } from './concepts.ts'
import type { ScenarioResult } from '../concepts/comparison.ts'
import type { RunDetail } from '../concepts/report-data.ts'
import type { Content, Markup } from '../report/markup.ts'
import type { PageFigure, ScenarioView } from '../report/page/section.ts'

/** What the page shows of a question in place of speeds. */
interface Page {
  question: Pick<Question, 'isTold' | 'happenedTo'>
  section: readonly [id: string, link: string, render: (view: ScenarioView) => Markup | null]
  styles: string[]
  shown: string[] // ids of the sections that mean something then
  titles: readonly string[] // of figures
  figures: (result: QuestionResult, candidate: string) => PageFigure[]
  why: (result: QuestionResult) => Content[] // the most important first
  details: (result: ScenarioResult) => string[]
}

const pages: Page[] = [lossesPage]

/** What it shows of a search beside speeds. */
interface SearchPage {
  section: Page['section']
  tiles: (result: ScenarioResult) => { title: string; variant: string; value: string; detail: string }[] | null
  trust: (found: QuestionFound) => SearchTrust | null // null: it was not asked
}

interface SearchTrust {
  errors: string | null // of loads that keep the limits; null: none does
  late: { lateMs: number; isVoid: boolean }[] // of each load in which users were due at a time
  isAtBound: boolean // some variant
}

const searches: SearchPage[] = [capacityPage]

/** Of what is found after the rounds. */
interface BesidePage {
  section: Page['section'] // of a version the first: what changed
  style: string
  isShown: (result: QuestionResult) => boolean
}

const besides: BesidePage[] = [profilePage]

export const sectionsBeside = besides.map(({ section }) => section)
export const stylesBeside = (results: readonly QuestionResult[]) =>
  besides.flatMap(({ style, isShown }) => (results.some(isShown) ? [style] : []))

export const questionSections = [...searches, ...pages].map(({ section }) => section)
/** Below those of speedups. */
export const numberSections: Page['section'][] = [workersSection]
export const { tiles: tilesFound, trust: trustOf } = asking(searches)

/** @returns null: speeds were compared */
export const pageOf = (result: QuestionResult) => pages.find(({ question }) => question.isTold(result)) ?? null

/** @returns the same, of runs that may be too few for a result */
export const pageInstead = (runs: readonly RunDetail[]) =>
  pages.find(({ question }) => runs.some(({ run }) => question.happenedTo(run))) ?? null
