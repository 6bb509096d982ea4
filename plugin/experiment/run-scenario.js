import { secondsLeft } from './forecast.js'
import { measureRun, warmUp } from './measure-run.js'
import { scheduleRound } from './schedule.js'
/**
 * @import { Run, ScenarioPlan, Settings } from '../vocabulary.js'
 * @import { RunRecord } from './run-record.js'
 * @import { Workplace } from './workplace.js'
 */

/**
 * @typedef {{ event: 'run', run: Run, secondsLeft: [number, number] }} Step secondsLeft of this scenario: if the
 *   earliest possible look decides, and if only the last one does
 */

/**
 * Runs one scenario against every variant, round by round, until nothing is undecided or the rounds are used up.
 *
 * @param {{ settings: Settings, scenario: ScenarioPlan, scenarioNumber: number }} what
 * @param {{ workplace: Workplace, record: RunRecord, isDecided: (runs: Run[]) => boolean }} means
 * @param {AbortSignal} signal
 * @yields {Step} each run is in the record before it is told
 */
export async function* runScenario({ settings, scenario, scenarioNumber }, { workplace, record, isDecided }, signal) {
  const { variants, rounds } = settings
  const plan = { variants: variants.map(({ name }) => name), rounds }
  /** @type {Run[]} */
  const runs = []
  for (const variant of variants) await warmUp({ settings, scenario, variant }, workplace, signal)
  for (let round = 1; round <= rounds.max; round++) {
    for (const [i, variant] of scheduleRound(variants, round).entries()) {
      const samples = record.createSamples({ scenario: scenarioNumber, round, turn: i + 1, variant: variant.name })
      const firstRequestsApart = runs[0]?.firstRequests.apart ?? null
      const run = await measureRun({ settings, scenario, variant, round, samples, firstRequestsApart }, workplace, signal)
      record.append(run)
      runs.push(run)
      yield /** @type {Step} */ ({ event: 'run', run, secondsLeft: secondsLeft(runs, plan) })
    }
    if (round >= rounds.min && isDecided(runs)) return
  }
}
