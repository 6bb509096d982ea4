import { secondsLeft } from './forecast.ts'
import { measureRun, warmUp } from './measure-run.ts'
import { scheduleRound } from './schedule.ts'
import type { Answer, Run, ScenarioPlan, Settings } from '../vocabulary.ts'
import type { RunRecord } from './run-record.ts'
import type { Workplace } from './workplace.ts'

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
