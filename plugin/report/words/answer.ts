import { answerInstead, answerOfNumbers, causeBeside, toldTogether, wantedSentence } from '../../questions/report.ts'
import { applying, isolated, list, paragraph } from '../../concepts/wording.ts'
import { decisionAnswer } from './decision.ts'
import { leader, toldOfScenario } from './scenario-sentences.ts'
import { textOf } from './told.ts'
import { effectOf, headline, type CandidateResult, type ScenarioResult } from '../../concepts/comparison.ts'

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

/** @returns the answer, after the verdict where there is one. about: whose it is, where there are several */
export function claimOf(result: ScenarioResult, about = '') {
  const { word, answer } = answerOf(result)
  return `${word && `${word}. `}${about}${answer}`
}

/** Of a comparison, the first of which stands for it: at which loads it pays off, then what came of each scenario. */
export function answersOf(comparison: Parameters<typeof toldTogether>[0]) {
  const { scenarios } = comparison
  const told = toldTogether(comparison)
  return [
    ...told.map(({ of, found }) => ({ text: `${nameIn(told, of)}${found.join(' ')}`, result: null })),
    ...scenarios
      .filter(({ level }) => level === null)
      .map((result) => ({ text: claimOf(result, nameIn(scenarios, result.scenario)), result }))
  ]
}

/** @returns empty: there is no other */
const nameIn = (all: readonly unknown[], scenario: string) => (all.length === 1 ? '' : `${isolated(scenario)}: `)

/**
 * Why candidates are faster, or are not: the same reason once, by the figures of the fastest candidate it holds for.
 * That of the fastest of all comes first.
 */
export function reasonsOf(result: ScenarioResult) {
  const best = leader(result)
  const sorted = [best, ...result.candidates.filter((candidate) => candidate !== best)]
  // The same cause may make one candidate faster, and another one not.
  const groups = Map.groupBy(sorted, (candidate) => `${candidate.diagnosis.code} ${effectOf(headline(candidate))}`)
  return [...groups.values()].map(([{ name: variant, diagnosis }, ...others]) => {
    const also = others.length > 0 && `The same holds for ${list(others.map(({ name }) => isolated(name)))}.`
    return { variant, code: diagnosis.code, text: paragraph([diagnosis.message, also]) }
  })
}

/** What is known of why, of the baseline or the first candidate; null: nothing. */
export const causeOf = ({ candidates }: ScenarioResult) => causeBeside(candidates[0].diagnosis)

/** @returns lines about one candidate, for where there is nothing else to say why */
export function whyOf({ diagnosis }: CandidateResult) {
  const cause = causeBeside(diagnosis)
  return applying([`why: ${diagnosis.message}`, cause && `${cause.label}: ${cause.text}`])
}
