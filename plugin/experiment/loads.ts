import { metricFacts, withSpare } from '../concepts/metrics.ts'
import { usualWarmUpSeconds, type Answer, type Run } from '../concepts/run.ts'
import { arrivalPhases, phasesOf, type ScenarioPlan, type Settings } from '../concepts/settings.ts'
import { sum } from '../statistics/descriptive.ts'
import type { SoFar } from '../concepts/comparison.ts'
import type { Outlook } from '../concepts/load-results.ts'
import type { QuestionBeside } from '../questions/concepts.ts'
import type { Workplace } from './load-apps.ts'
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
}

/** @returns the load of so many users per second or, in a loop, of so many users */
export const loadAt = ({ loop }: ScenarioPlan, level: number, seconds: number) =>
  loop === null
    ? { phases: arrivalPhases(seconds), arrivalsPerSecond: level }
    : { phases: phasesOf({ users: level, seconds }) }

/** @returns whether its load is a part of what was found by a search */
export const isPart = ({ level, arrivals }: ScenarioPlan) => level !== null && arrivals !== null

/**
 * @returns how long users come: as was asked for, or until p95 has the responses that it needs, where that takes
 * longer, but not for too long
 */
export function secondsOfPart({ arrivals, cycle }: ScenarioPlan, usersPerSecond: number) {
  const seconds = arrivals === null ? NaN : (arrivals.seconds ?? 0)
  const needed = usualWarmUpSeconds + withSpare(metricFacts.p95.enoughLatencies) / (usersPerSecond * (cycle ?? 1))
  return arrivals?.isLeast ? Math.max(seconds, Math.min(mostOfPart, needed)) : seconds
}

/**
 * @param wallSeconds of a run, as measured
 * @returns seconds that the scenarios after this one will take at least, about: runs of the same length, but for parts
 * of what was found
 */
export function laterSeconds(
  scenario: ScenarioPlan,
  { variants, scenarios, rounds }: Settings,
  { wallSeconds, known }: { wallSeconds: number; known: Pick<Known, 'foundOf'> }
) {
  const each = scenarios
    .slice(scenarios.indexOf(scenario) + 1)
    .map((plan) =>
      plan.level === null || !isPart(plan)
        ? wallSeconds
        : exchangeSeconds + secondsOfPart(plan, plan.level.factor * (known.foundOf(plan.level.of) ?? Infinity))
    )
  return sum(each) * variants.length * rounds.min
}

export const exchangeSeconds = 1 // from one load to the next, before any is known
const mostOfPart = 30

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
