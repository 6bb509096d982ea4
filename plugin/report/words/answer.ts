import { answerInstead, answerOfNumbers, toldTogether, wantedSentence } from '../../questions/report.ts'
import { isolated } from '../../concepts/wording.ts'
import { decisionAnswer } from './decision.ts'
import { toldOfScenario } from './scenario-sentences.ts'
import { textOf } from './told.ts'
import type { ScenarioResult } from '../../concepts/comparison.ts'

/**
 * What a reader wants to know first, in the first line of each output: they all say the same. word: the verdict, in
 * capitals; empty: nothing was required. answer: to the question that was asked, in a sentence; more: what was found,
 * and judged; null: the answer says it.
 */
export function answerOf(result: ScenarioResult) {
  const told = answerInstead(result) ?? toldOfScenario(result)
  const [word, found] = [told.word ?? '', textOf(told)]
  const answer = result.preliminary
    ? null
    : (answerOfNumbers(result) ?? decisionAnswer(result) ?? wantedSentence(result))
  if (answer === null) return { word, answer: found, more: null }
  const { decision, verdict, candidates } = result
  // What is wanted, and how far from it the interval is, is in the answer; or all that was found of the only candidate.
  const isSaid =
    verdict === 'inconclusive' &&
    decision !== null &&
    (decision.aim !== null || (decision.because === null && candidates.length === 1))
  return { word, answer, more: isSaid ? null : found }
}

/** Of a comparison, the first of which stands for it: at which loads it pays off, then what came of each scenario. */
export function answersOf(comparison: Parameters<typeof toldTogether>[0]) {
  const { scenarios } = comparison
  const told = toldTogether(comparison)
  return [
    ...told.map(({ of, found }) => ({ text: `${nameIn(told, of)}${found.join(' ')}`, result: null })),
    ...scenarios
      .filter(({ level }) => level === null)
      .map((result) => {
        const { word, answer } = answerOf(result)
        return { text: `${word && `${word}. `}${nameIn(scenarios, result.scenario)}${answer}`, result }
      })
  ]
}

/** @returns empty: there is no other */
const nameIn = (all: readonly unknown[], scenario: string) => (all.length === 1 ? '' : `${isolated(scenario)}: `)
