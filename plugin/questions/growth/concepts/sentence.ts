import { counted, sized } from '../../../concepts/wording.ts'
import type { Growing, Growth, Slope } from '../concepts.ts'

/** For how long it takes until there is so much more. */
const perSecond = 100

const twoDigits = (value: number) => Number(value.toPrecision(2))
/** In whole bytes as long as that is short: an interval shows. */
export const bytes = (value: number) =>
  value < 99_500 ? `${(value < 99.5 ? twoDigits(value) : Math.round(value)).toLocaleString('en')} B` : sized(value)
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

/** Of what does not grow, memory alone. What only the system sees says nothing more where it is known what grows. */
export const isTold = ({ what, state }: Growth, _: number, [memory]: Growth[]) =>
  what === 'memory' || (state !== 'steady' && (what !== 'resident' || memory.state === 'steady'))

/** @returns such as "leaves 160 B [149 B, 171 B] in memory: 1 GiB after ..." */
export function sentenceOf({ what, state, slope, early }: Growth) {
  const { amount, left, full, fullWords } = kinds[what]
  const told = ({ value, interval: [low, high] }: Slope) =>
    `${amount(value)} [${amount(Math.max(0, low))}, ${amount(high)}]`
  if (state === 'grows')
    return `leaves ${told(slope)} ${left}: ${fullWords} after ${many(full / slope.value)} requests, about ${lasting(full / slope.value / perSecond)} at ${perSecond}/s`
  if (early !== null && state === 'unknown')
    return `leaves ${told(early)} ${left} at first, and ${told(slope)} later: what fills up ends, and what leaks does not`
  const most = `leaves less than ${amount(Math.max(slope.interval[1], 1))} ${left}`
  return early === null ? most : `${most}, after ${amount(early.value)} at first, by what fills up once`
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
