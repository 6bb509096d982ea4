import type { Verdict } from '../../../concepts/verdicts.ts'
import { legible } from '../../../concepts/foreign-text.ts'
import { counted, list, percent, type Sentences } from '../../../concepts/wording.ts'
import type { Growth, GrowthAdds, GrowthFound, Slope } from '../concepts.ts'
import { bytes, isTold, sentenceOf } from '../concepts/sentence.ts'

/** Of all that is new, what is told: kinds that are so much of it, what holds so much of it. */
const [isMuch, holdsMuch] = [0.05, 0.25]

/** What is said on the console. word: what a row begins with */
export const growthLines = (found: GrowthFound, growths: Growth[], verdict: Verdict) => ({
  title: `${found.app}: ${Math.round(found.seconds)} s, ${counted(found.rounds.length, 'start')}, each with ${found.rounds[0].feet.length - 1} cycles of ${found.requests.toLocaleString('en')} requests`,
  rows: [
    ...growths.filter(isTold).map((growth) => ({ word: growth.state, text: `a request ${sentenceOf(growth)}` })),
    ...(found.grown === null ? [] : [{ word: 'what' as const, text: grownWords(found.grown, growths[0].slope.value) }])
  ],
  closing: closingOf(found, verdict)
})

function closingOf({ limit, requests }: GrowthFound, verdict: Verdict) {
  if (verdict === 'inconclusive') return `Cannot tell yet. A longer look: --requests ${4 * requests}`
  const isPass = verdict === 'pass'
  if (limit !== null) return `That is ${isPass ? 'within' : 'above'} the limit of ${bytes(limit)} a request.`
  return isPass ? 'It stays as it is, as far as so many requests show.' : 'It does not stay as it is.'
}

/** @param than what of, in words; before: bytes that one of that leaves */
export const moreWords = ({ value, interval: [low, high] }: Slope, than: string, before: number) =>
  `a request leaves ${bytes(value)} [${bytes(low)}, ${bytes(high)}] more in memory than one of ${than}, which leaves ${bytes(before)}`

/** @param perRequest bytes that were found to stay */
export function grownWords(grown: NonNullable<GrowthFound['grown']>, perRequest: number) {
  if (typeof grown === 'string') return grown
  const { bytes, kinds, holders, requests } = grown
  if (bytes < (perRequest * requests) / 2) return 'not seen: two snapshots of the heap do not show so much.'
  const much = kinds.filter((kind) => kind.count > 0 && kind.bytes > isMuch * bytes).slice(0, 3)
  const held = holders
    .filter((holder) => holder.bytes > holdsMuch * bytes)
    .map((holder) => `${holder.name} holds ${percent(holder.bytes / bytes)} of it`)
  const by = held.length === 0 ? 'no variable of the app’s code leads to most of it' : list(held)
  return legible(
    `${list(much.map(({ name, count }) => `${name} (${count.toLocaleString('en')})`))} after ${requests.toLocaleString('en')} requests: ${by}.`
  )
}

export const growthExplanations = {
  growth: [
    'What each request leaves in memory, in five more starts of each variant after the rounds. A warning: it grows. A note: by less than so much, or ever less.',
    'What lives as long as the process holds on to what belongs to a request: a list, a map, a listener, a timer. What fills up once, such as a cache, has a note.',
    '`npx artillery-speedup growth` with this file says what there is more of, and which variable holds it.'
  ]
} satisfies Record<string, Sentences>

/** What is told of it outside of its command. */
export const growthTold = {
  planned: ({ growth }: GrowthAdds['settings']) => growth && ', then what requests leave in memory'
}
