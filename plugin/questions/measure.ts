import type { QuestionDetail, QuestionRun, QuestionSeen } from './concepts.ts'
import { together } from './concepts-codes.ts'
import { lossesMeasured } from './losses/measure/aftermath.ts'
import type { Life, Span } from '../concepts/spans.ts'
import type { Requests } from '../measure/read-requests.ts'
import type { Run } from '../concepts/run.ts'

/** What a question has of a run. */
export interface Measures {
  /** @param counted the part of the load that counts, by machine/clock.ts */
  ofRun: (
    samplesFile: string,
    seen: Partial<QuestionSeen> & { lives: Life[] },
    load: { originMs: number; counted: Span }
  ) => Promise<Partial<QuestionRun>>
  /** @returns of the rounds of a variant, the one that the page shows in detail */
  inDetail: (rounds: readonly Run[]) => Run
  /** isShown: whether it is that one */
  detail: (requests: Requests, run: Run, isShown: boolean) => Partial<QuestionDetail>
}

const questions: Measures[] = [lossesMeasured]

export const measuredOf = async (...about: Parameters<Measures['ofRun']>): Promise<QuestionRun> =>
  together(await Promise.all(questions.map(({ ofRun }) => ofRun(...about))))

/**
 * @param groups the rounds of each variant and scenario
 * @returns what tells more of a run on the page
 */
export function detailing(groups: readonly (readonly Run[])[]) {
  const shown = questions.map(({ inDetail }) => new Set(groups.map(inDetail)))
  return (requests: Requests, run: Run): QuestionDetail =>
    together(questions.map(({ detail }, i) => detail(requests, run, shown[i].has(run))))
}
