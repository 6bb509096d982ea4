import type { Verdict } from '../../../concepts/verdicts.ts'
import { legible } from '../../../concepts/foreign-text.ts'
import { counted, list, percent, sized } from '../../../concepts/wording.ts'
import type { Growing, Growth, GrowthFound, Slope } from '../concepts.ts'

/** For how long it takes until there is so much more. */
const perSecond = 100

const twoDigits = (value: number) => Number(value.toPrecision(2))
const bytes = (value: number) => (value < 99.5 ? `${twoDigits(value)} B` : sized(value))
const few = (value: number) => `${twoDigits(value)}`

const ofBytes = { amount: bytes, full: 2 ** 30, fullWords: '1 GiB' }
/** In words. full: so much more of it is trouble */
const kinds: Record<Growing, typeof ofBytes & { left: string }> = {
  memory: { ...ofBytes, left: 'in memory' },
  outside: { ...ofBytes, left: 'in buffers and what else is outside of the heap' },
  resident: { ...ofBytes, left: 'in the process, outside of its heap and its buffers (native memory)' },
  descriptors: { amount: few, left: 'open files and sockets', full: 1000, fullWords: '1,000 more' },
  handles: {
    amount: few,
    left: 'timers, sockets and servers that keep the process alive',
    full: 10_000,
    fullWords: '10,000 more'
  }
}

const wordOf = { grows: 'grows', slowing: 'unknown', steady: 'steady' } as const

/** Of all that is new, what is told: kinds that are so much of it, what holds so much of it. */
const [isMuch, holdsMuch] = [0.05, 0.25]

/** What is said on the console. word: what a row begins with */
export const growthLines = (found: GrowthFound, growths: Growth[], verdict: Verdict) => ({
  title: `${found.app}: ${Math.round(found.seconds)} s, ${counted(found.rounds.length, 'start')}, each with ${found.rounds[0].feet.length - 1} cycles of ${found.requests.toLocaleString('en')} requests`,
  rows: [
    ...growths
      .filter(isTold)
      .map((growth) => ({ word: wordOf[growth.state], text: `a request ${sentenceOf(growth)}` })),
    ...(found.grown === null ? [] : [{ word: 'what' as const, text: grownWords(found.grown, growths[0].slope.value) }])
  ],
  closing: closingOf(found, verdict)
})

/** Of what does not grow, memory alone. What only the system sees says nothing more where it is known what grows. */
const isTold = ({ what, state }: Growth, _: number, [memory]: Growth[]) =>
  what === 'memory' || (state !== 'steady' && (what !== 'resident' || memory.state === 'steady'))

function sentenceOf({ what, state, slope, early }: Growth): string {
  const { amount, left, full, fullWords } = kinds[what]
  const told = ({ value, interval: [low, high] }: Slope) =>
    `${amount(value)} [${amount(Math.max(0, low))}, ${amount(high)}]`
  if (state === 'grows')
    return `leaves ${told(slope)} ${left}: ${fullWords} after ${many(full / slope.value)} requests, about ${lasting(full / slope.value / perSecond)} at ${perSecond}/s`
  if (early !== null && state === 'slowing')
    return `leaves ${told(early)} ${left} at first, and ${told(slope)} later: what fills up ends, and what leaks does not`
  const most = `leaves less than ${amount(Math.max(slope.interval[1], 1))} ${left}`
  return early === null ? most : `${most}, after ${amount(early.value)} at first, by what fills up once`
}

function closingOf({ limit, requests }: GrowthFound, verdict: Verdict): string {
  if (verdict === 'inconclusive') return `Cannot tell yet. A longer look: --requests ${4 * requests}`
  const isPass = verdict === 'pass'
  if (limit !== null) return `That is ${isPass ? 'within' : 'above'} the limit of ${bytes(limit)} a request.`
  return isPass ? 'It stays as it is, as far as so many requests show.' : 'It does not stay as it is.'
}

/** @param than what of, in words; before: bytes that one of that leaves */
export const moreWords = ({ value, interval: [low, high] }: Slope, than: string, before: number): string =>
  `a request leaves ${bytes(value)} [${bytes(low)}, ${bytes(high)}] more in memory than one of ${than}, which leaves ${bytes(before)}`

/** @param perRequest bytes that were found to stay */
export function grownWords(grown: NonNullable<GrowthFound['grown']>, perRequest: number): string {
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

/** @returns such as "3.4 million" */
const many = (value: number) => {
  const [size, name] = value < 999_500 ? [1, ''] : [1e6, ' million']
  return `${twoDigits(value / size).toLocaleString('en')}${name}`
}

const spans = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second']
] as const

/** @returns such as "9 hours" */
function lasting(seconds: number) {
  const [size, name] = spans.find(([size]) => seconds >= 1.5 * size) ?? spans[3]
  return counted(Math.max(1, Math.round(seconds / size)), name)
}
