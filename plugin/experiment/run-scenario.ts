import { checkVariants } from '../app/modes.ts'
import { openWorkplace, type Workplace } from './load-app.ts'
import { measureRun, warmUp } from './measure-run.ts'
import type { Answer, Run } from '../concepts/run.ts'
import type { ScenarioPlan, Settings, Variant } from '../concepts/settings.ts'
import type { RunRecord } from '../record/run-record.ts'

/** secondsLeft of this scenario: if the earliest possible look decides, and if only the last one does */
export type Progress = { event: 'scenario', scenario: ScenarioPlan }
  | { event: 'warmed-up', scenario: ScenarioPlan, answers: WarmUpAnswers }
  | { event: 'run', scenario: ScenarioPlan, run: Run, secondsLeft: [number, number] }

interface WarmUpAnswers {
  byVariant: Record<string, Answer[]> // in the order of the answers
  baselineAgain: Answer[] | null // those of another fresh baseline, where any differed
}

/** What is known of what has been measured. */
interface Known {
  hasAnswers: (scenario: ScenarioPlan) => boolean
  differ: (byVariant: WarmUpAnswers['byVariant']) => boolean
  isDecided: (scenario: ScenarioPlan) => boolean
}

interface Experiment {
  settings: Settings
  record: RunRecord
  artillery: string // the script that is the `artillery` command
  flags: Record<string, any> // of the outer `artillery run`
}

interface Context extends Experiment {
  known: Known
  workplace: Workplace
  signal: AbortSignal
}

/**
 * Runs each scenario against every variant, round by round, until nothing is undecided or the rounds are used up.
 * Under several loads, one comes after the other: variants are compared within a load, where they alternate, and a load
 * that has been decided need not wait for the others. Between loads, a machine that grows slower over minutes would look
 * like an effect of the load, as it does between any two scenarios.
 *
 * @returns each run is in the record before it is told
 */
export async function* runExperiment(experiment: Experiment, known: Known, signal: AbortSignal): AsyncGenerator<Progress> {
  const { settings, record, artillery, flags } = experiment
  const workplace = openWorkplace({ recordFolder: record.folder, artillery, flags })
  const context = { ...experiment, known, workplace, signal }
  try {
    await checkVariants(settings, signal)
    for (const scenario of settings.scenarios) {
      yield { event: 'scenario', scenario }
      // Warm-ups bring a few users of their own, whatever the load: once is enough to find that all works, and whether
      // all variants answer alike.
      if (!known.hasAnswers(scenario)) yield { event: 'warmed-up', scenario, answers: await warmUpAll(scenario, context) }
      yield* runRounds(scenario, context)
    }
  } finally {
    await workplace.close()
  }
}

/**
 * Once through all variants; and where their answers differ, through the baseline again, which tells whether it
 * agrees with itself.
 */
async function warmUpAll(scenario: ScenarioPlan, { settings, known, workplace, signal }: Context): Promise<WarmUpAnswers> {
  const answersOf = (variant: Variant) => warmUp({ settings, scenario, variant }, workplace, signal)
  const byVariant: WarmUpAnswers['byVariant'] = {}
  for (const variant of settings.variants) byVariant[variant.name] = await answersOf(variant)
  const baseline = settings.variants.find(({ name }) => name === settings.baseline)
  return { byVariant, baselineAgain: baseline !== undefined && known.differ(byVariant) ? await answersOf(baseline) : null }
}

async function* runRounds(scenario: ScenarioPlan, { settings, record, known, workplace, signal }: Context): AsyncGenerator<Progress> {
  const { variants, rounds, scenarios } = settings
  const plan = { variants: variants.map(({ name }) => name), rounds }
  const runs: Run[] = []
  for (let round = 1; round <= rounds.max; round++) {
    for (const [i, variant] of scheduleRound(variants, round).entries()) {
      const files = record.createFiles({ scenario: scenarios.indexOf(scenario) + 1, round, turn: i + 1, variant: variant.name })
      const firstRequestsApart = runs[0]?.firstRequests.apart ?? null
      const measured = await measureRun({ settings, scenario, variant, round, files, firstRequestsApart }, workplace, signal)
      const run = await record.append(measured)
      runs.push(run)
      yield { event: 'run', scenario, run, secondsLeft: secondsLeft(runs, plan) }
    }
    if (round >= rounds.min && known.isDecided(scenario)) return
  }
}

/**
 * The order of the variants in a round: A B, B A, A B ... and, with more of them, also rotated, so that none
 * always follows the same neighbour or meets the coldest machine.
 *
 * @param round from 1
 */
export function scheduleRound<T>(variants: readonly T[], round: number): T[] {
  // Two variants are alternated only: rotating them too would undo it every other time.
  const turn = variants.length === 2 ? 0 : Math.floor((round - 1) / 2) % variants.length
  const order = [...variants.slice(turn), ...variants.slice(0, turn)]
  return round % 2 === 0 ? order.reverse() : order
}

type Timed = Pick<Run, 'variant' | 'wallSeconds'>

/**
 * How long the rest of a scenario's runs will take, from how long its runs have taken.
 *
 * @param runs so far, at least one
 * @returns seconds if the earliest possible look decides, and if only the last one does
 */
export function secondsLeft(runs: Timed[], { variants, rounds }: { variants: string[], rounds: Settings['rounds'] }): [number, number] {
  const measured = variants.map((variant) => runs.filter((run) => run.variant === variant).map(({ wallSeconds }) => wallSeconds))
  const means = measured.map((seconds) => (seconds.length === 0 ? null : sum(seconds) / seconds.length))
  const known = means.filter((seconds) => seconds !== null)
  const guess = sum(known) / known.length
  const until = (lastRound: number) => sum(measured.map((seconds, i) => (lastRound - seconds.length) * (means[i] ?? guess)))
  return [until(Math.max(rounds.min, Math.ceil(runs.length / variants.length))), until(rounds.max)]
}

function sum(values: number[]) {
  return values.reduce((total, value) => total + value, 0)
}
