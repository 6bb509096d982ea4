/** @import { Answer, AnswerComparison } from '../vocabulary.js' */

/**
 * The answers of fresh processes to the same users, in the order they came.
 *
 * @typedef {Record<string, Answer[]>} AnswersByVariant
 */

/** Below this, two series of answers are not taken for the same. */
const alike = 0.95
/** A candidate that agrees with an unsteady baseline this much less than the baseline with itself answers otherwise. */
const tolerance = 0.2

/**
 * @param {AnswersByVariant} byVariant
 * @param {string} baseline
 * @returns {boolean} whether any candidate's answers are not the baseline's
 */
export function answersDiffer(byVariant, baseline) {
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
 * @param {AnswersByVariant} byVariant
 * @param {Answer[] | null} baselineAgain of another fresh baseline; null: nothing differed
 * @param {string} baseline
 * @returns {AnswerComparison[]} one for each candidate
 */
export function compareAnswers(byVariant, baselineAgain, baseline) {
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

/**
 * @param {Answer[]} answers
 * @returns {Map<string, string[]>} request -> status and hash of each answer
 */
function byRequest(answers) {
  /** @type {Map<string, string[]>} */
  const series = new Map()
  for (const { request, status, hash } of answers) series.set(request, [...(series.get(request) ?? []), `${status} ${hash}`])
  return series
}

/** @type {(a: Map<string, string[]>, b: Map<string, string[]>) => string[]} */
function sharedRequests(a, b) {
  return [...a.keys()].filter((request) => b.has(request))
}

/**
 * How much two series have in common, as far as both go; the order within is left out of account, since several
 * users ask at once.
 *
 * @param {Map<string, string[]>} a
 * @param {Map<string, string[]>} b
 * @param {string} request that both have
 * @returns {number} from 0 to 1
 */
function agreement(a, b, request) {
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

/** @param {string[]} answers */
function count(answers) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1)
  return counts
}
