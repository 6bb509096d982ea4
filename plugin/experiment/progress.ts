import type { SoFar } from '../concepts/comparison.ts'
import type { Outlook } from '../concepts/load-results.ts'
import type { Answer, Run } from '../concepts/run.ts'
import type { ScenarioPlan } from '../concepts/settings.ts'
import type { QuestionBeside } from '../questions/concepts.ts'

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
