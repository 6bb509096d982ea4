import { addLosses, lossMatchers, type LossMatchers } from './losses/kit/claims.ts'
import { together, type All } from './concepts.ts'
import type { ChaiTools } from '../kit/chai-tools.ts'

/** What questions add to the matchers of vitest and jest. */
export type QuestionMatchers<R> = All<[LossMatchers<R>]>
const matchers = [lossMatchers] as const
export const questionMatchers = together(matchers) as All<typeof matchers>

const adding: ((tools: ChaiTools) => void)[] = [addLosses]

/** What they add to chai. */
export const addQuestions = (tools: ChaiTools): void => adding.forEach((add) => add(tools))
