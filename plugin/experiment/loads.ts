import type { Answer, Run } from '../concepts/run.ts'
import type { ScenarioPlan, Settings } from '../concepts/settings.ts'
import type { SoFar } from '../concepts/comparison.ts'
import type { Outlook } from '../concepts/load-results.ts'
import type { QuestionBeside } from '../questions/concepts.ts'
import type { Workplace } from './load-apps.ts'
import type { OwnLoad } from './run-of.ts'
import type { Pace } from './warm-up.ts'

/**
 * begins: a run, with round null a warm-up, or what a word says that comes after the rounds; beside: what it saw.
 * secondsLeft of this scenario: if the earliest possible look decides, without what comes after the rounds, and if only
 * the last one does, with it; left: seconds that the whole comparison will probably still take, once the run is known.
 */
export type Progress =
  | { event: 'scenario'; scenario: ScenarioPlan }
  | { event: 'begins'; round: number | string | null; variant: string }
  | { event: 'warmed-up'; scenario: ScenarioPlan; answers: WarmUpAnswers }
  | { event: 'run'; scenario: ScenarioPlan; run: Run; secondsLeft: [number, number]; left: () => number }
  | { event: 'lengthened'; seconds: number; why: string } // of the scenario, at least
  | { event: 'so far'; leader: SoFar | null }
  | { event: 'planned'; scenario: ScenarioPlan; outlook: Outlook }
  | { event: 'beside'; scenario: ScenarioPlan; seen: Partial<QuestionBeside> }

export interface WarmUpAnswers {
  byVariant: Record<string, Answer[]> // in the order of the answers
  baselineAgain: Answer[] | null // those of another fresh baseline, where any differed
}

/** What is known of what has been measured. */
export interface Known {
  hasAnswers: (scenario: ScenarioPlan) => boolean
  differ: (byVariant: WarmUpAnswers['byVariant']) => boolean
  soFar: (scenario: ScenarioPlan) => SoFar | null
  isDecided: (scenario: ScenarioPlan, rounds: Settings['rounds']) => boolean
  // by a search, of the baseline, of a scenario as it was written; null: nothing
  foundOf: (scenario: string) => number | null
  roundsNeeded: (scenario: ScenarioPlan, rounds: Settings['rounds']) => number // in all, probably
}

/** With what a scenario's loads are chosen. */
export interface SearchContext {
  settings: Settings
  known: Known
  workplace: Workplace
  seconds: number | null // that it may take; null: rounds say when it ends
  pace: Pace // of the warm-ups
  byWhole: boolean // latencies go to the last byte
  laterSeconds: (wallSeconds: number) => number // of the scenarios after it, if a run takes so long
}

/** What a question chooses the loads by: a row of questions/experiment-search.ts. */
export interface ChoosesLoads {
  /** Makes loads until what is asked is found; null: nothing is searched for. */
  searchLoads: (scenario: ScenarioPlan, context: SearchContext) => AsyncGenerator<Progress> | null
  /** The load of a scenario that is a part of what was found, as far as that is known; null: it is none. */
  partOf: (
    scenario: ScenarioPlan,
    known: Pick<Known, 'foundOf'>
  ) => { isFound: boolean; seconds: number; load: OwnLoad } | null
}

/** What is seen after the rounds of a scenario, if it is asked. seconds: that it will probably take; 0: it is not */
export interface LooksBeside {
  seconds: (settings: Settings, pace: Pace, of: { scenario: ScenarioPlan; runs: readonly Run[] }) => number
  measure: (
    scenario: ScenarioPlan,
    context: Pick<SearchContext, 'settings' | 'pace' | 'workplace'> & { loadSeconds: number | null } // of its last round
  ) => AsyncGenerator<Progress>
}

export const exchangeSeconds = 1 // from one load to the next, before any is known

/**
 * The order of the variants in a round, which count from 1: A B, B A, A B ... and, with more of them, also rotated, so
 * that none always follows the same neighbour or meets the coldest machine.
 */
export function scheduleRound<T>(variants: readonly T[], round: number) {
  // Two variants are alternated only: rotating them too would undo it every other time.
  const turn = variants.length === 2 ? 0 : Math.floor((round - 1) / 2) % variants.length
  const order = [...variants.slice(turn), ...variants.slice(0, turn)]
  return round % 2 === 0 ? order.reverse() : order
}
