import { counted } from '../../plugin/concepts/wording.ts'
import { times } from '../../plugin/report/words/numbers.ts'

/** In the order in which the pages explain them, the best first. */
export const answers = {
  yes: 'what is claimed lies inside our interval, or our interval lies beyond it',
  'in part': 'the direction is right, but our interval stays short of what is claimed; or one part of the claim holds',
  'in kind': 'the direction is right, but so large a speedup takes more cores; what ours allow stands beside it',
  no: 'our interval lies on the other side of 1, or contains 1 but not what is claimed',
  unknown: 'our data cannot decide it'
}
export type Answer = keyof typeof answers

/** Whether what is claimed is true here. why: a sentence or two; allowed: with "in kind", what the cores allow */
export type Judgement =
  | { answer: Exclude<Answer, 'in kind'>; why: string }
  | { answer: 'in kind'; why: string; allowed: { cores: number; atMost: number } }

/** @returns in Markdown */
export const answerWords = (judgement: Judgement): string =>
  judgement.answer === 'in kind'
    ? `**in kind** (our ${counted(judgement.allowed.cores, 'core')} allow ${times(judgement.allowed.atMost)})`
    : `**${judgement.answer}**`

/** @returns the answer to a question of several points: what all have, or "in part" if one holds at all */
export function together(given: readonly Judgement[]): Judgement {
  const kinds = new Set(given.map(({ answer }) => answer))
  if (kinds.size === 1) return given[0]
  const holds = kinds.has('yes') || kinds.has('in part') || kinds.has('in kind')
  return { answer: holds ? 'in part' : 'unknown', why: '' }
}
