import { capacityMatchers, type CapacityMatchers } from './capacity/kit/claims.ts'
import { capacityClaim } from './capacity/kit/judge.ts'
import { addLosses, lossMatchers, type LossMatchers } from './losses/kit/claims.ts'
import { table, type All } from './concepts-codes.ts'
import type { ChaiTools } from '../kit/chai-tools.ts'
import type { BoundClaim } from '../kit/judge-options.ts'

/** What questions add to the matchers of vitest and jest. */
export type QuestionMatchers<R> = All<[CapacityMatchers<R>, LossMatchers<R>]>
export const questionMatchers = table([capacityMatchers, lossMatchers])

const adding: ((tools: ChaiTools) => void)[] = [addLosses]

/** What they add to chai. */
export const addQuestions = (tools: ChaiTools) => adding.forEach((add) => add(tools))

export const boundClaims: BoundClaim[] = [capacityClaim]
