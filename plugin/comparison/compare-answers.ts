import { quotable } from '../concepts/foreign-text.ts'
import type { AnswerComparison, UnequalAnswers, UsualAnswer } from '../concepts/comparison.ts'
import type { Answer } from '../concepts/run.ts'

const alike = 0.95 // below this, two series of answers are not taken for the same
// a candidate that agrees with an unsteady baseline this much less than the baseline with itself differs
const tolerance = 0.2

/**
 * Of sizes that differ by nature, so many of one all lie beyond twice as many of the other once in 9,000 times; small
 * ones differ by a digit.
 */
const gap = { factor: 1.1, bytes: 100, answers: 6 }

type KeyOf = (answer: Answer) => string

const contentOf: KeyOf = ({ status, hash }) => `${status} ${hash}`

const statusOf: KeyOf = ({ status }) => String(status)

const aspects: [UnequalAnswers['in'], KeyOf][] = [
  ['status', statusOf],
  ['encoding', ({ encoding }) => encoding],
  ['connection', ({ closes }) => String(closes)]
]

/**
 * Two starts of the baseline are the measure: what it answers differently itself (the time, say) differs by nature.
 * What it repeats (the counter of a session, which is 1, 2, 3 after each start) must come from a candidate, too.
 *
 * @param byVariant the answers of fresh processes to the same users, in the order they came
 * @param baselineAgain of another fresh baseline; null: there was none, so that every difference is one
 * @param nameOf what is told of a request, such as its name in the script; a query may hold a key
 */
export function compareAnswers(
  byVariant: Record<string, Answer[]>,
  baselineAgain: Answer[] | null,
  baseline: string,
  nameOf: (request: string) => string = quotable
): AnswerComparison[] {
  const ofBaseline = byRequest(byVariant[baseline])
  const again = byRequest(baselineAgain ?? byVariant[baseline])
  const candidates = Object.keys(byVariant).filter((name) => name !== baseline)
  return candidates.map((variant) => {
    const ofCandidate = byRequest(byVariant[variant])
    const requests = [...ofBaseline.keys()].filter((request) => ofCandidate.has(request))
    const compared = requests.map((request) => {
      // What the second baseline was not asked may not be steady.
      const series = [ofBaseline, again, ofCandidate].map((answers) => answers.get(request) ?? [])
      return compareSeries(nameOf(request), series)
    })
    const unequal = compared.flatMap((one) => one.unequal)
    const namesOf = (contents: 'different' | 'unsteady') => [
      ...new Set(compared.flatMap((one) => (one.contents === contents ? one.request : [])))
    ]
    return {
      variant,
      requests: requests.length,
      different: namesOf('different'),
      unsteady: namesOf('unsteady'),
      unequal: [...Map.groupBy(unequal, (one) => `${one.in} ${one.request}`).values()].map(([first]) => first)
    }
  })
}

/** @param series of the baseline, of another start of it, and of the candidate */
function compareSeries(request: string, series: Answer[][]) {
  const [ofBaseline, again, ofCandidate] = series
  const agreed = (keyOf: KeyOf) => agreement(ofBaseline, ofCandidate, keyOf)
  const itself = (keyOf: KeyOf) => agreement(ofBaseline, again, keyOf)
  const differs = (keyOf: KeyOf) => agreed(keyOf) + tolerance < itself(keyOf)
  const isDifferent = itself(contentOf) >= alike || differs(contentOf) || differs(statusOf)
  const contents = agreed(contentOf) >= alike ? 'alike' : isDifferent ? 'different' : 'unsteady'
  const told = (aspect: UnequalAnswers['in'], keyOf: KeyOf) => ({ in: aspect, request, ...usual(series, keyOf) })
  const unequal = aspects.filter(([, keyOf]) => differs(keyOf)).map((aspect) => told(...aspect))
  // Another content, or another encoding of it, is of another size.
  const isExplained = contents === 'different' || unequal.some((one) => one.in === 'encoding')
  if (!isExplained && haveOtherSizes(series)) unequal.push(told('size', () => ''))
  return { request, contents, unequal }
}

const byRequest = (answers: Answer[]) => Map.groupBy(answers, ({ request }) => request)

/**
 * @returns from 0 to 1: how much both have in common, as far as both go, in any order, because several users ask at
 * once; 0: one is empty
 */
function agreement(first: Answer[], second: Answer[], keyOf: KeyOf) {
  const length = Math.min(first.length, second.length)
  const left = Map.groupBy(second.slice(0, length), keyOf)
  const common = first.slice(0, length).filter((answer) => left.get(keyOf(answer))?.pop() !== undefined)
  return common.length / length || 0
}

function haveOtherSizes([ofBaseline, again, ofCandidate]: Answer[][]) {
  const ranges = [[...ofBaseline, ...again], ofCandidate]
    .map((answers) => answers.map(({ bytes }) => bytes))
    .map((sizes) => ({ least: Math.min(...sizes), most: Math.max(...sizes) }))
  const [lower, upper] = ranges.sort((a, b) => a.most - b.most)
  const isEnough = Math.min(ofBaseline.length, ofCandidate.length) >= gap.answers
  return isEnough && upper.least > gap.factor * lower.most && upper.least - lower.most >= gap.bytes
}

/** Of the most frequent kind, the one of median size. */
function usual([ofBaseline, , ofCandidate]: Answer[][], keyOf: KeyOf) {
  const [baseline, candidate] = [ofBaseline, ofCandidate].map((answers): UsualAnswer => {
    const [most] = [...Map.groupBy(answers, keyOf).values()].sort((a, b) => b.length - a.length)
    const { request: _request, hash: _hash, ...rest } = most.toSorted((a, b) => a.bytes - b.bytes)[most.length >> 1]
    return rest
  })
  return { baseline, candidate }
}
