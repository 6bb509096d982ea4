import type { AnswerComparison, CandidateResult, ScenarioResult } from '../concepts/comparison.ts'
import type { Run } from '../concepts/run.ts'
import type { ScenarioPlan, Settings } from '../concepts/settings.ts'
import type { QuestionResult } from '../questions/concepts.ts'

/** What comes of a question that is asked in place of how fast variants are. */
export interface Conclusion {
  part: Partial<QuestionResult>
  judge: (candidate: string) => Pick<CandidateResult, 'diagnosis' | 'verdict'>
  decided: boolean // no further round is needed
}

/** The part of a question that concludes: a row of questions/comparison.ts. */
export interface Concludes {
  /** Of at least three whole rounds; null: it is not asked. */
  conclude: (
    measured: { runs: Run[]; answers: AnswerComparison[] },
    scenario: ScenarioPlan,
    settings: Settings
  ) => Conclusion | null
  unasked: Partial<QuestionResult>
  undecided: (result: ScenarioResult) => Partial<QuestionResult>
}
