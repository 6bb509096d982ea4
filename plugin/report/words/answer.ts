import { explain } from '../explanations.ts'
import { isOfSearch } from '../../concepts/metrics.ts'
import { isReason } from '../../concepts/warnings.ts'
import {
  decisionFacts,
  gainAtMost,
  mergeWords,
  onlyBaselineFails,
  weighWords,
  whoFails,
  type DecisionFacts
} from './decision.ts'
import {
  answerInstead,
  answerOfNumbers,
  carriesWords,
  toldTogether,
  wantedSentence,
  worstIn
} from '../../questions/report.ts'
import { counted, isolated, paragraph } from '../../concepts/wording.ts'
import { withWorkers } from './names.ts'
import { sidedText, times, timesRange } from './numbers.ts'
import { toldOfScenario } from './scenario-sentences.ts'
import { gainWords, placeOf, reasonClause } from './sentences.ts'
import { textOf } from './told.ts'
import type { Decision } from '../../concepts/load-results.ts'
import { resultOfOnly, type ScenarioResult } from '../../concepts/comparison.ts'

/**
 * What a reader wants to know first. word: the verdict, in capitals; empty: nothing was required. answer: to the
 * question that was asked, in a sentence; more: what was found, and judged; null: the answer says it.
 */
export interface Answer {
  word: string
  answer: string
  more: string | null
}

/** The first line of each output: they all say the same. */
export function answerOf(result: ScenarioResult): Answer {
  const told = answerInstead(result) ?? toldOfScenario(result)
  const [word, found] = [told.word ?? '', textOf(told)]
  const answer = result.preliminary ? null : (answerOfNumbers(result) ?? decided(result) ?? wantedSentence(result))
  const { decision, verdict, candidates } = result
  // What is wanted, and how far from it the interval is, is in the answer; or all that was found of the only candidate.
  const isSaid =
    verdict === 'inconclusive' &&
    decision !== null &&
    (decision.aim !== null || (decision.because === null && candidates.length === 1))
  return answer === null ? { word, answer: found, more: null } : { word, answer, more: isSaid ? null : found }
}

/** Of a comparison, the first of which stands for it: at which loads it pays off, then what came of each scenario. */
export function answersOf(comparison: Parameters<typeof toldTogether>[0]) {
  const { scenarios } = comparison
  const told = toldTogether(comparison)
  return [
    ...told.map((each) => ({ text: `${nameIn(told, { scenario: each.of })}${each.found.join(' ')}`, result: null })),
    ...scenarios.flatMap((result) => {
      const { word, answer } = answerOf(result)
      const text = `${word && `${word}. `}${nameIn(scenarios, result)}${answer}`
      return result.level === null ? [{ text, result }] : []
    })
  ]
}

/** @returns empty: there is no other */
const nameIn = (all: readonly unknown[], { scenario }: { scenario: string }) =>
  all.length === 1 ? '' : `${isolated(scenario)}: `

function decided(result: ScenarioResult): string | null {
  const facts = decisionFacts(result)
  if (facts === null) return null
  const { action } = facts.decision
  // What was required is answered, whatever else is not known, or of several candidates may be used all the same.
  const isOther =
    (result.verdict === 'pass' && action === 'unknown') ||
    (result.verdict === 'fail' && ['unknown', 'use', 'either', 'weigh'].includes(action))
  return isOther ? null : says[action](facts)
}

const says: Record<Decision['action'], (facts: DecisionFacts) => string> = {
  use: (facts) => `Yes: ${withWorkers(facts.name, facts.candidate.workers)} ${gain(facts)}.`,
  keep: (facts) => `No: keep ${facts.baseline}; ${gainAtMost(facts)}.`,
  either: (facts) => `Hardly any difference: ${gainAtMost(facts)}.`,
  'do not use': (facts) =>
    ({
      candidate: `No: ${facts.name} fails what is required.`,
      both: `No: neither ${facts.baseline} nor ${facts.name} meets what is required.`,
      baseline: `No: ${onlyBaselineFails(facts)}.`
    })[whoFails(facts)],
  merge: (facts) => `${facts.estimate.interval[0] > 1 ? 'Faster' : 'Not slower'}: ${mergeWords(facts)}.`,
  'do not merge': ({ result, candidate, name, estimate, baseline, decision }) =>
    decision.metric === null
      ? `No: ${name} fails what is required.`
      : estimate.interval[1] < 1
        ? `Slower${whereIn(result, candidate.name)}: ${name} ${gainWords(estimate, baseline)}.`
        : `No: ${name} ${gainWords(estimate, baseline)}.`,
  update: (facts) => says.merge(facts),
  'do not update': (facts) => says['do not merge'](facts),
  weigh: (facts) => `It depends: ${weighWords(facts)}.`,
  unknown: ({ result, candidate, name, decision, estimate, baseline }) => {
    const { because, aim, metric } = decision
    if (because !== null)
      return isReason(because)
        ? `Cannot tell yet about ${name}: ${reasonClause(because, baseline, name)}.`
        : `Cannot tell yet. ${explain(because)[0].meaning.replaceAll('`', '')}`
    if (metric === null || aim === null)
      return `Cannot tell yet. ${paragraph([textOf(toldOfScenario(resultOfOnly(candidate, result))), freshRun(decision)])}`
    const seen = `whether ${name} reaches ${times(aim)} ${placeOf(metric)}: it may be ${timesRange(estimate.interval)}.`
    return paragraph([`Cannot tell yet ${seen}`, freshRun(decision)])
  }
}

/** @returns false: nobody knows */
const freshRun = ({ minutes }: Decision) =>
  minutes !== null && `A fresh run of ${counted(minutes, 'minute')} would probably decide.`

/** @returns such as ", in escape (page.js:3)"; empty: no function is known that it spends more on */
function whereIn(result: ScenarioResult, name: string) {
  const worst = worstIn(result, name)
  return worst === null ? '' : `, in ${worst}`
}

/** @returns such as "serves 1.82 times as much as single" */
function gain({ result, candidate, estimate, baseline }: DecisionFacts) {
  const factor = sidedText(estimate, (value) => value.toFixed(2))
  if (estimate.metric === 'throughput')
    return result.variants.some(({ passes }) => passes)
      ? `gets users through ${factor} times as often as ${baseline}`
      : `serves ${factor} times as much as ${baseline}`
  const carries = isOfSearch(estimate.metric) ? carriesWords(result, candidate.name) : null
  return carries === null
    ? `is ${factor} times as quick as ${baseline} ${placeOf(estimate.metric)}`
    : `${carries}, ${factor} times as much as ${baseline}`
}
