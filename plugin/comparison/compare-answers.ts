import type { AnswerComparison } from '../concepts/comparison.ts'
import type { Answer } from '../concepts/run.ts'

const alike = 0.95 // below this, two series of answers are not taken for the same
const tolerance = 0.2 // a candidate that agrees with an unsteady baseline this much less than the baseline with itself differs

/**
 * Two starts of the baseline are the measure: what it answers differently itself (the time, say) differs by nature. What it repeats (the
 * counter of a session, which is 1, 2, 3 after each start) must come from a candidate, too.
 *
 * @param byVariant the answers of fresh processes to the same users, in the order they came
 * @param baselineAgain of another fresh baseline; null: there was none, so that every difference is one
 */
export function compareAnswers(byVariant: Record<string, Answer[]>, baselineAgain: Answer[] | null, baseline: string): AnswerComparison[] {
  const [ofBaseline, again] = [byVariant[baseline], baselineAgain ?? byVariant[baseline]].map(byRequest)
  const candidates = Object.keys(byVariant).filter((name) => name !== baseline)
  return candidates.map((variant) => {
    const ofCandidate = byRequest(byVariant[variant])
    const requests = [...ofBaseline.keys()].filter((request) => ofCandidate.has(request))
    const agreed = (request: string) => agreement(ofBaseline.get(request), ofCandidate.get(request))
    const suspicious = requests.filter((request) => agreed(request) < alike)
    const different = suspicious.filter((request) => {
      // What the second baseline was not asked may not be steady.
      const itself = agreement(ofBaseline.get(request), again.get(request))
      return itself >= alike || agreed(request) + tolerance < itself
    })
    return { variant, requests: requests.length, different, unsteady: suspicious.filter((request) => !different.includes(request)) }
  })
}

const byRequest = (answers: Answer[]) => Map.groupBy(answers, ({ request }) => request)

/** @returns from 0 to 1: how much both have in common, as far as both go, in any order, because several users ask at once; 0: one is empty */
function agreement(first: Answer[] = [], second: Answer[] = []): number {
  const length = Math.min(first.length, second.length)
  const keyOf = ({ status, hash }: Answer) => `${status} ${hash}`
  const left = Map.groupBy(second.slice(0, length), keyOf)
  const common = first.slice(0, length).filter((answer) => left.get(keyOf(answer))?.pop() !== undefined)
  return common.length / length || 0
}
