import { measureRun, warmUp } from './measure-run.ts'
import type { Answer, Run } from '../concepts/run.ts'
import type { ScenarioPlan, Settings } from '../concepts/settings.ts'
import type { RunRecord } from '../record/run-record.ts'
import type { Workplace } from './load-app.ts'

/** secondsLeft of this scenario: if the earliest possible look decides, and if only the last one does */
export type Step = { event: 'warmed-up', answers: WarmUpAnswers }
  | { event: 'run', run: Run, secondsLeft: [number, number] }

interface WarmUpAnswers {
  byVariant: Record<string, Answer[]> // in the order of the answers
  baselineAgain: Answer[] | null // those of another fresh baseline, where any differed
}

/**
 * Runs one scenario against every variant, round by round, until nothing is undecided or the rounds are used up.
 * Under several loads, one comes after the other: variants are compared within a load, where they alternate, and a load
 * that has been decided need not wait for the others. Between loads, a machine that grows slower over minutes would look
 * like an effect of the load, as it does between any two scenarios.
 *
 * @param what isWarm: the scenario was warmed up under another load. That run brings a few users of its own, whatever
 *   the load, so once is enough for what it finds: that all works, and that all variants answer alike
 * @yields {Step} each run is in the record before it is told
 */
export async function* runScenario({ settings, scenario, scenarioNumber, isWarm }: { settings: Settings, scenario: ScenarioPlan, scenarioNumber: number, isWarm: boolean }, { workplace, record, isDecided, differ }: { workplace: Workplace, record: RunRecord, isDecided: (runs: Run[]) => boolean,
   differ: (byVariant: WarmUpAnswers['byVariant']) => boolean }, signal: AbortSignal) {
  const { variants, rounds } = settings
  const plan = { variants: variants.map(({ name }) => name), rounds }
  const runs: Run[] = []
  if (!isWarm) yield ({ event: 'warmed-up', answers: await warmUpAll({ settings, scenario }, { workplace, differ }, signal) } as Step)
  for (let round = 1; round <= rounds.max; round++) {
    for (const [i, variant] of scheduleRound(variants, round).entries()) {
      const files = record.createFiles({ scenario: scenarioNumber, round, turn: i + 1, variant: variant.name })
      const firstRequestsApart = runs[0]?.firstRequests.apart ?? null
      const run = await record.append(await measureRun({ settings, scenario, variant, round, files, firstRequestsApart }, workplace, signal))
      runs.push(run)
      yield ({ event: 'run', run, secondsLeft: secondsLeft(runs, plan) } as Step)
    }
    if (round >= rounds.min && isDecided(runs)) return
  }
}

/**
 * Once through all variants; and where their answers differ, through the baseline again, which tells whether it
 * agrees with itself.
 */
async function warmUpAll({ settings, scenario }: { settings: Settings, scenario: ScenarioPlan }, { workplace, differ }: { workplace: Workplace, differ: (byVariant: WarmUpAnswers['byVariant']) => boolean }, signal: AbortSignal): Promise<WarmUpAnswers> {
  const answers: WarmUpAnswers = { byVariant: {}, baselineAgain: null }
  for (const variant of settings.variants) {
    answers.byVariant[variant.name] = await warmUp({ settings, scenario, variant }, workplace, signal)
  }
  if (!differ(answers.byVariant)) return answers
  const baseline = settings.variants.filter(({ name }) => name === settings.baseline)
  for (const variant of baseline) answers.baselineAgain = await warmUp({ settings, scenario, variant }, workplace, signal)
  return answers
}

/**
 * The order of the variants in a round: A B, B A, A B ... and, with more of them, also rotated, so that none
 * always follows the same neighbour or meets the coldest machine.
 *
 * @param round from 1
 */
export function scheduleRound<T>(variants: readonly T[], round: number): T[] {
  const turn = Math.floor((round - 1) / 2) % variants.length
  const rotated = [...variants.slice(turn), ...variants.slice(0, turn)]
  // Two variants are alternated only: rotating them too would undo it every other time.
  const order = variants.length === 2 ? [...variants] : rotated
  return round % 2 === 0 ? order.reverse() : order
}

/**
 * How long the rest of a scenario's runs will take, from how long its runs have taken.
 *
 * @param runs so far, at least one
 * @returns seconds if the earliest possible look decides, and if only the last one does
 */
export function secondsLeft(runs: Pick<Run, 'variant' | 'wallSeconds'>[], { variants, rounds }: { variants: string[], rounds: { min: number, max: number } }): [number, number] {
  const done = Math.floor(runs.length / variants.length)
  const earliest = Math.max(rounds.min, runs.length % variants.length === 0 ? done : done + 1)
  const measured = variants.map((variant) => mean(runs.filter((run) => run.variant === variant)))
  const known = measured.filter((seconds) => seconds !== null)
  const guess = known.reduce((sum, seconds) => sum + seconds, 0) / known.length
  const until = (lastRound: number) =>
    variants.reduce((sum, variant, i) => {
      const missing = lastRound - runs.filter((run) => run.variant === variant).length
      return sum + missing * (measured[i] ?? guess)
    }, 0)
  return [until(earliest), until(rounds.max)]
}

function mean(runs: Pick<Run, 'wallSeconds'>[]) {
  if (runs.length === 0) return null
  return runs.reduce((sum, { wallSeconds }) => sum + wallSeconds, 0) / runs.length
}
