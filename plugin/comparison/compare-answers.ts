import type { Answer } from '../concepts/run.ts'
import type { AnswerComparison } from '../concepts/comparison.ts'

/** The answers of fresh processes to the same users, in the order they came. */
type AnswersByVariant = Record<string, Answer[]>

/** Below this, two series of answers are not taken for the same. */
const alike = 0.95
/** A candidate that agrees with an unsteady baseline this much less than the baseline with itself answers otherwise. */
const tolerance = 0.2

/** @returns whether any candidate's answers are not the baseline's */
export function answersDiffer(byVariant: AnswersByVariant, baseline: string): boolean {
  const candidates = Object.keys(byVariant).filter((name) => name !== baseline)
  return candidates.some((name) => {
    const [ofBaseline, ofCandidate] = [byRequest(byVariant[baseline]), byRequest(byVariant[name])]
    return sharedRequests(ofBaseline, ofCandidate).some((request) => agreement(ofBaseline, ofCandidate, request) < alike)
  })
}

/**
 * Two starts of the baseline are the measure: what it answers otherwise itself (the time, say) differs by nature.
 * What it repeats (the counter of a session, which is 1, 2, 3 after each start) must come from a candidate, too.
 *
 * @param baselineAgain of another fresh baseline; null: nothing differed
 * @returns one for each candidate
 */
export function compareAnswers(byVariant: AnswersByVariant, baselineAgain: Answer[] | null, baseline: string): AnswerComparison[] {
  const candidates = Object.keys(byVariant).filter((name) => name !== baseline)
  return candidates.map((variant) => {
    const [ofBaseline, ofCandidate] = [byRequest(byVariant[baseline]), byRequest(byVariant[variant])]
    const again = byRequest(baselineAgain ?? byVariant[baseline])
    const requests = sharedRequests(ofBaseline, ofCandidate)
    const suspicious = requests.filter((request) => agreement(ofBaseline, ofCandidate, request) < alike)
    const different = suspicious.filter((request) => {
      // What the second baseline was not asked, nobody knows to be steady.
      const itself = again.has(request) ? agreement(ofBaseline, again, request) : 0
      return itself >= alike || agreement(ofBaseline, ofCandidate, request) + tolerance < itself
    })
    return { variant, requests: requests.length, different, unsteady: suspicious.filter((request) => !different.includes(request)) }
  })
}

/** @returns request -> status and hash of each answer */
function byRequest(answers: Answer[]): Map<string, string[]> {
  const series: Map<string, string[]> = new Map()
  for (const { request, status, hash } of answers) series.set(request, [...(series.get(request) ?? []), `${status} ${hash}`])
  return series
}

function sharedRequests(a: Map<string, string[]>, b: Map<string, string[]>): string[] {
  return [...a.keys()].filter((request) => b.has(request))
}

/**
 * How much two series have in common, as far as both go; the order within is left out of account, since several
 * users ask at once.
 *
 * @param request that both have
 * @returns from 0 to 1
 */
function agreement(a: Map<string, string[]>, b: Map<string, string[]>, request: string): number {
  const [first, second] = [a.get(request) ?? [], b.get(request) ?? []]
  const length = Math.min(first.length, second.length)
  const left = count(second.slice(0, length))
  let common = 0
  for (const answer of first.slice(0, length)) {
    const remaining = left.get(answer) ?? 0
    if (remaining === 0) continue
    left.set(answer, remaining - 1)
    common++
  }
  return common / length
}

function count(answers: string[]) {
  const counts: Map<string, number> = new Map()
  for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1)
  return counts
}
