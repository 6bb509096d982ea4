import { quotable } from '../concepts/foreign-text.ts'
import { namedRequest } from '../concepts/load-description.ts'
import { isAtBounds, levelFound, type QuestionBeside } from '../questions/concepts.ts'
import { together } from '../questions/concepts-codes.ts'
import { compareAnswers } from './compare-answers.ts'
import { compareScenario, judgeScenario } from './compare-scenario.ts'
import { foundBeside, isSearchOver, undecidedParts } from '../questions/comparison.ts'
import { leaveOutOfRun } from '../concepts/leave-out.ts'
import { checkRun } from './candidate-limits.ts'
import { worstFirst } from './warnings.ts'
import { estimateOf, type AnswerComparison, type LeftOut, type ScenarioResult } from '../concepts/comparison.ts'
import { fewestRounds, type Answer, type Run } from '../concepts/run.ts'
import { worstOf } from '../concepts/verdicts.ts'
import { nameAsWritten, type ScenarioPlan, type Settings } from '../concepts/settings.ts'

/** What is known of a comparison while it is made. */
export class Findings {
  readonly runs: Run[] = [] // of all scenarios
  readonly leftOut: LeftOut[] = [] // of the runs
  #answers = new Map<string, AnswerComparison[]>() // by scenario, as it was written: under every load it gives the same
  #beside = new Map<string, Partial<QuestionBeside>>() // by scenario
  #judged = new Map<ScenarioPlan, ReturnType<typeof judgeScenario>>() // once, until more is known
  #settings: Settings
  #rounds = new Map<string, Settings['rounds']>() // by scenario, of those that were planned while they ran

  constructor(settings: Settings) {
    this.#settings = settings
  }

  addAnswers(answers: { byVariant: Record<string, Answer[]>; baselineAgain: Answer[] | null }, scenario: ScenarioPlan) {
    const { baseline, load } = this.#settings
    // They are kept, and shown: what users send stays out of it.
    const nameOf = (request: string) => namedRequest(quotable(request), load)
    const compared = compareAnswers(answers.byVariant, answers.baselineAgain, baseline, nameOf)
    this.#answers.set(nameAsWritten(scenario), compared)
    this.#judged.clear()
  }

  addBeside(seen: Partial<QuestionBeside>, { name }: ScenarioPlan) {
    this.#beside.set(name, { ...this.#beside.get(name), ...seen })
  }

  /** @throws SpeedupError TOO_MANY_ERRORS, NOT_ATTRIBUTED */
  addRun(run: Run, scenario: ScenarioPlan) {
    const { kept, leftOut } = leaveOutOfRun(run)
    this.leftOut.push(...leftOut)
    if (kept === null) return
    this.runs.push(kept)
    this.#judged.clear()
    checkRun(kept, { runs: this.#runsOf(scenario), scenario }, this.#settings)
  }

  hasAnswers(scenario: ScenarioPlan) {
    return this.#answers.has(nameAsWritten(scenario))
  }

  /** @returns whether any candidate answers differently from the baseline */
  differ(byVariant: Record<string, Answer[]>) {
    return compareAnswers(byVariant, null, this.#settings.baseline).some(
      ({ different, unequal }) => different.length + unequal.length > 0
    )
  }

  /** @param rounds that this scenario has */
  isDecided(scenario: ScenarioPlan, rounds: Settings['rounds']) {
    this.#allow(scenario, rounds)
    return this.#isComparable(scenario) && this.#judge(scenario).decided
  }

  /** @returns the round after which this scenario will probably be decided */
  roundsNeeded(scenario: ScenarioPlan, rounds: Settings['rounds']) {
    this.#allow(scenario, rounds)
    if (!this.#isComparable(scenario)) return rounds.max
    const { rounds: done, decided, candidates, limits } = this.#judge(scenario)
    if (decided) return done
    const open = [...limits, ...candidates.flatMap(({ estimates }) => estimates)].filter(
      ({ verdict, reason }) => verdict === 'inconclusive' && reason === null
    )
    return Math.min(
      rounds.max,
      Math.max(done + 1, ...open.map(({ roundsThatWouldDecide }) => roundsThatWouldDecide ?? rounds.max))
    )
  }

  /** @returns what is known so far of the candidate that leads; null: nothing is */
  soFar(scenario: ScenarioPlan) {
    if (!this.#isComparable(scenario)) return null
    const known = this.#judge(scenario).candidates.flatMap(({ name, estimates }) => {
      const carried = estimates.filter(({ reason }) => reason === null)
      const asked = scenario.loop === null ? undefined : estimateOf({ estimates: carried }, 'throughput')
      const estimate = carried.find(({ required }) => required !== null) ?? asked ?? carried[0]
      return estimate === undefined ? [] : { name, estimate }
    })
    return known.sort((one, other) => other.estimate.speedup - one.estimate.speedup)[0] ?? null
  }

  foundOf(scenario: string) {
    const plan = this.#settings.scenarios.find(({ name }) => name === scenario)
    if (plan === undefined || !this.#isComparable(plan)) return null
    return levelFound(this.#judge(plan).searched, this.#settings.baseline)
  }

  /** @returns of the scenarios that were measured, as far as they were */
  results(): ScenarioResult[] {
    return this.#settings.scenarios
      .filter((scenario) => this.#isComparable(scenario))
      .map((scenario) => {
        const compared = compareScenario(this.#measured(scenario), scenario, this.#settingsOf(scenario))
        const result = preliminary(compared)
        const found = foundBeside(this.#beside.get(scenario.name) ?? {}, scenario, result)
        const limits = found.flatMap((own) => own.limits)
        return {
          ...result,
          ...together(found.map(({ part }) => part)),
          limits: [...result.limits, ...limits],
          warnings: worstFirst([...result.warnings, ...found.flatMap(({ warnings }) => warnings)]),
          verdict: worstOf([result, ...limits])
        }
      })
  }

  /** A run that had to be left out takes its round with it. */
  #isComparable(scenario: ScenarioPlan) {
    const { variants } = this.#settings
    const runs = this.#runsOf(scenario)
    const isOver = isSearchOver(runs, variants, scenario)
    if (isOver !== null) return isOver
    const rounds = [...Map.groupBy(runs, ({ round }) => round).values()]
    return rounds.filter(({ length }) => length === variants.length).length >= fewestRounds
  }

  #judge(scenario: ScenarioPlan) {
    const judged =
      this.#judged.get(scenario) ?? judgeScenario(this.#measured(scenario), scenario, this.#settingsOf(scenario))
    this.#judged.set(scenario, judged)
    return judged
  }

  #allow({ name }: ScenarioPlan, rounds: Settings['rounds']) {
    const known = this.#rounds.get(name)
    if (known?.min === rounds.min && known.max === rounds.max) return
    this.#rounds.set(name, rounds)
    this.#judged.clear()
  }

  #measured(scenario: ScenarioPlan) {
    return { runs: this.#runsOf(scenario), answers: this.#answers.get(nameAsWritten(scenario)) ?? [] }
  }

  #settingsOf({ name }: ScenarioPlan) {
    return { ...this.#settings, rounds: this.#rounds.get(name) ?? this.#settings.rounds }
  }

  #runsOf({ name }: ScenarioPlan) {
    return this.runs.filter((run) => run.scenario === name)
  }
}

/**
 * What is left of a scenario that was cut short: its figures without a verdict, unless it had been decided or had
 * finished its last round.
 */
export function preliminary(result: ScenarioResult): ScenarioResult {
  const { rounds, roundsAllowed, decided } = result
  // Who met a bound needs no rounds.
  if (isAtBounds(result) || rounds >= roundsAllowed.max || (decided && rounds >= roundsAllowed.min)) return result
  const candidates = result.candidates.map((candidate) => ({
    ...candidate,
    selfCheck: null,
    againstEarlier: null,
    earlierDiffers: [],
    verdict: null,
    estimates: undecided(candidate.estimates).map((estimate) => ({ ...estimate, regression: false })),
    limits: undecided(candidate.limits),
    flow: candidate.flow && {
      ...candidate.flow,
      requests: candidate.flow.requests.map((own) => ({ ...own, estimates: undecided(own.estimates) }))
    }
  }))
  const limits = undecided(result.limits)
  return { ...result, preliminary: true, verdict: null, leaders: null, candidates, limits, ...undecidedParts(result) }
}

const undecided = <T>(judged: readonly T[]) => judged.map((each) => ({ ...each, verdict: null }))
