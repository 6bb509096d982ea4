import { secondsLeft } from './forecast.js'
import { measureRun, warmUp } from './measure-run.js'
import { scheduleRound } from './schedule.js'
/**
 * @import { Answer, Run, ScenarioPlan, Settings } from '../vocabulary.js'
 * @import { RunRecord } from './run-record.js'
 * @import { Workplace } from './workplace.js'
 */

/**
 * @typedef {{ event: 'warmed-up', answers: WarmUpAnswers }
 *   | { event: 'run', run: Run, secondsLeft: [number, number] }} Step secondsLeft of this scenario: if the earliest
 *   possible look decides, and if only the last one does
 *
 * @typedef {object} WarmUpAnswers
 * @property {Record<string, Answer[]>} byVariant in the order of the answers
 * @property {Answer[] | null} baselineAgain those of another fresh baseline, where any differed
 */

/**
 * Runs one scenario against every variant, round by round, until nothing is undecided or the rounds are used up.
 * Under several loads, one comes after the other: variants are compared within a load, where they alternate, and a load
 * that has been decided need not wait for the others. Between loads, a machine that grows slower over minutes would look
 * like an effect of the load, as it does between any two scenarios.
 *
 * @param {{ settings: Settings, scenario: ScenarioPlan, scenarioNumber: number, isWarm: boolean }} what isWarm: the
 *   scenario was warmed up under another load. That run brings a few users of its own, whatever the load, so once is
 *   enough for what it finds: that all works, and that all variants answer alike
 * @param {{ workplace: Workplace, record: RunRecord, isDecided: (runs: Run[]) => boolean,
 *   differ: (byVariant: WarmUpAnswers['byVariant']) => boolean }} means
 * @param {AbortSignal} signal
 * @yields {Step} each run is in the record before it is told
 */
export async function* runScenario({ settings, scenario, scenarioNumber, isWarm }, { workplace, record, isDecided, differ }, signal) {
  const { variants, rounds } = settings
  const plan = { variants: variants.map(({ name }) => name), rounds }
  /** @type {Run[]} */
  const runs = []
  if (!isWarm) yield /** @type {Step} */ ({ event: 'warmed-up', answers: await warmUpAll({ settings, scenario }, { workplace, differ }, signal) })
  for (let round = 1; round <= rounds.max; round++) {
    for (const [i, variant] of scheduleRound(variants, round).entries()) {
      const files = record.createFiles({ scenario: scenarioNumber, round, turn: i + 1, variant: variant.name })
      const firstRequestsApart = runs[0]?.firstRequests.apart ?? null
      const run = await record.append(await measureRun({ settings, scenario, variant, round, files, firstRequestsApart }, workplace, signal))
      runs.push(run)
      yield /** @type {Step} */ ({ event: 'run', run, secondsLeft: secondsLeft(runs, plan) })
    }
    if (round >= rounds.min && isDecided(runs)) return
  }
}

/**
 * Once through all variants; and where their answers differ, through the baseline again, which tells whether it
 * agrees with itself.
 *
 * @param {{ settings: Settings, scenario: ScenarioPlan }} what
 * @param {{ workplace: Workplace, differ: (byVariant: WarmUpAnswers['byVariant']) => boolean }} means
 * @param {AbortSignal} signal
 * @returns {Promise<WarmUpAnswers>}
 */
async function warmUpAll({ settings, scenario }, { workplace, differ }, signal) {
  /** @type {WarmUpAnswers} */
  const answers = { byVariant: {}, baselineAgain: null }
  for (const variant of settings.variants) {
    answers.byVariant[variant.name] = await warmUp({ settings, scenario, variant }, workplace, signal)
  }
  if (!differ(answers.byVariant)) return answers
  const baseline = settings.variants.filter(({ name }) => name === settings.baseline)
  for (const variant of baseline) answers.baselineAgain = await warmUp({ settings, scenario, variant }, workplace, signal)
  return answers
}
