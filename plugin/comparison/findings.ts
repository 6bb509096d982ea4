import { answersDiffer, compareAnswers } from './compare-answers.ts'
import { compareScenario, type Measured } from './compare-scenario.ts'
import { preliminary } from './conclude.ts'
import { checkRun } from './limits.ts'
import type { AnswerComparison, ScenarioResult } from '../concepts/comparison.ts'
import type { Answer, Run } from '../concepts/run.ts'
import type { ScenarioPlan, Settings } from '../concepts/settings.ts'

type Answers = { byVariant: Record<string, Answer[]>, baselineAgain: Answer[] | null }

/** Below this no interval means anything. */
const fewestRounds = 3

/** What is known of a comparison while it is made. */
export class Findings {
  readonly runs: Run[] = [] // of all scenarios
  #answers = new Map<string, AnswerComparison[]>() // by scenario, as it was written: under every load it gives the same
  #settings: Settings

  constructor(settings: Settings) {
    this.#settings = settings
  }

  addAnswers({ byVariant, baselineAgain }: Answers, scenario: ScenarioPlan) {
    this.#answers.set(nameAsWritten(scenario), compareAnswers(byVariant, baselineAgain, this.#settings.baseline))
  }

  /** @throws SpeedupError TOO_MANY_ERRORS, NOT_ATTRIBUTED */
  addRun(run: Run, scenario: ScenarioPlan) {
    this.runs.push(run)
    checkRun(run, scenario, this.#settings)
  }

  hasAnswers(scenario: ScenarioPlan): boolean {
    return this.#answers.has(nameAsWritten(scenario))
  }

  /** @returns whether any candidate answers otherwise than the baseline */
  differ(byVariant: Record<string, Answer[]>): boolean {
    return answersDiffer(byVariant, this.#settings.baseline)
  }

  isDecided(scenario: ScenarioPlan): boolean {
    return compareScenario(this.#measured(scenario), scenario, this.#settings).decided
  }

  /** @returns of the scenarios that were measured, as far as they were */
  results(): ScenarioResult[] {
    const { scenarios, variants } = this.#settings
    const measured = scenarios.filter((scenario) => this.#measured(scenario).runs.length >= fewestRounds * variants.length)
    return measured.map((scenario) => preliminary(compareScenario(this.#measured(scenario), scenario, this.#settings)))
  }

  #measured(scenario: ScenarioPlan): Measured {
    return { runs: this.runs.filter((run) => run.scenario === scenario.name), answers: this.#answers.get(nameAsWritten(scenario)) ?? [] }
  }
}

function nameAsWritten({ name, level }: ScenarioPlan) {
  return level?.of ?? name
}
