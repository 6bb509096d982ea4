import type { Side } from '../../concepts/comparison.ts'
import type { Ranged } from '../../concepts/metrics.ts'
import type { Ends, Figure } from '../tables/table.ts'

export const times = (speedup: number) => `${speedup.toFixed(2)}x`

/** With more digits where two would not show on which side of what is required it is. */
export const timesBeside = (speedup: number, required: number) =>
  `${besideIn((digits) => speedup.toFixed(digits), speedup, required)}x`

/** Rounded outward, so that a printed interval never contradicts its verdict. */
export const endsOf = ([low, high]: Ranged['interval']): Ends => [
  outward(low, 2, Math.floor).toFixed(2),
  outward(high, 2, Math.ceil).toFixed(2)
]

/** @returns such as "1.34x to 1.92x" */
export const timesRange = (range: Ranged['interval']) => range.map(times).join(' to ')

export const bracketed = ([low, high]: Ends) => `[${low}, ${high}]`

export const interval = (range: Ranged['interval']) => bracketed(endsOf(range))

/** @returns such as "1.60x [1.34, 1.92]" */
export const figureText = ({ text, ends }: Figure) => (ends ? `${text} ${bracketed(ends)}` : text)

/** side: from which it is known; responsesPerRun: so few that it is rough */
type Speedup = { speedup: number; side?: Side | null; responsesPerRun?: number | null } & Pick<Ranged, 'interval'>

/** @returns such as "1.60x"; "~1.60x" where it is rough, "at least ~1.34x" where it is known from one side only, too */
export const speedupText = (estimate: Speedup) =>
  sidedText(estimate, (value) => `${estimate.responsesPerRun == null ? '' : '~'}${times(value)}`)

/** @returns such as "[1.34, 1.92]"; null: it is known from one side only */
export const speedupRange = ({ side, interval: range }: Speedup) => (side ? null : interval(range))

export const speedupFigure = (estimate: Speedup): Figure => ({
  text: speedupText(estimate),
  ends: estimate.side ? null : endsOf(estimate.interval)
})

/** @returns such as "1.60x [1.34, 1.92]", "at least 1.34x" */
export const timesWithin = (estimate: Speedup) => figureText(speedupFigure(estimate))

/** @returns such as "bound 1.80x"; empty: it is not above what this machine and this load allow, or that is unknown */
export const boundText = ({ above }: { above: number | null }) => (above === null ? '' : `bound ${times(above)}`)

/** @returns such as "its interval is [1.34, 1.92]", "it is at least 1.34x" */
export const rangeWords = (estimate: Speedup) =>
  estimate.side ? `it is ${speedupText(estimate)}` : `its interval is ${interval(estimate.interval)}`

/** @param write one number, rounded to two decimals */
export function sidedText({ speedup, side, interval: [low, high] }: Speedup, write: (speedup: number) => string) {
  if (!side) return write(speedup)
  return side === 'unknown'
    ? side
    : `${side} ${write(side === 'at least' ? outward(low, 2, Math.floor) : outward(high, 2, Math.ceil))}`
}

/** @returns such as "1.60", a factor in a sentence */
export const factorText = (estimate: Speedup) => sidedText(estimate, (value) => value.toFixed(2))

/** @returns a share in percent, as a bound: upward, such as "at most 4 %" */
export const percentUp = (share: number) => `${Math.ceil(Number((100 * share).toFixed(6)))} %`

/** A value with three digits that matter, and its interval, which has as many decimals and is rounded outward. */
export function ranged({ value, interval: [low, high] }: Ranged): { text: string; ends: Ends } {
  const size = Number((Math.abs(value) || Math.abs(high) || 1).toPrecision(3))
  const decimals = Math.min(9, Math.max(0, 2 - Math.floor(Math.log10(size))))
  const written = (number: number) =>
    number.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  return {
    text: written(Number(value.toFixed(decimals))),
    ends: [written(outward(low, decimals, Math.floor)), written(outward(high, decimals, Math.ceil))]
  }
}

export const rangedText = (measured: Ranged) => figureText(ranged(measured))

function outward(value: number, decimals: number, rounding: (value: number) => number) {
  const scale = 10 ** decimals
  // A value that is printed exactly must not be pushed on by how it is stored.
  const rounded = rounding(Number((value * scale).toFixed(6))) / scale
  return rounded === 0 ? 0 : rounded // not -0
}

/** @returns three digits that matter, or all whole ones */
export const milliseconds = (latencyMs: number) => (latencyMs >= 99.95 ? latencyMs.toFixed(0) : threeDigits(latencyMs))
export const perSecond = (rate: number) => (rate >= 99.95 ? grouped(Math.round(rate)) : threeDigits(rate))

const threeDigits = (value: number) => (value >= 9.995 ? value.toFixed(1) : value.toPrecision(3))

/** @returns with two digits, or as many as show on which side of what is required it is */
export const beside = (value: number, required: number) =>
  besideIn((digits) => (value >= 99.5 ? value.toFixed(digits - 2) : value.toPrecision(digits)), value, required)

function besideIn(write: (digits: number) => string, value: number, required: number) {
  for (let digits = 2; digits < 15; digits++) {
    const text = write(digits)
    if (value === required || Math.sign(Number(text) - required) === Math.sign(value - required)) return text
  }
  return String(value)
}

/** @returns such as "five", "12" */
export const inWords = (count: number) =>
  ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'][count] ?? String(count)

export const grouped = (count: number) => count.toLocaleString('en-US')

/** @returns such as "1 request", "1,200 requests" */
export const groupedCount = (count: number, one: string) => `${grouped(count)} ${count === 1 ? one : `${one}s`}`

export function duration(seconds: number) {
  const whole = Math.round(seconds)
  const minutes = Math.floor(whole / 60)
  const rest = whole % 60
  if (minutes === 0) return `${whole} s`
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`
}

/** With a digit more where it is short. */
export const timeSpan = (seconds: number) =>
  seconds >= 9.95 ? duration(seconds) : `${seconds < 1 ? Number(seconds.toPrecision(2)) : seconds.toFixed(1)} s`

/** @param time ISO 8601 */
export const minuteOf = (time: string) => time.slice(0, 16).replace('T', ' ')

/** @returns the sum of that figure */
export const total = <Key extends string>(rows: readonly Record<Key, number>[], key: Key) =>
  rows.reduce((sum, row) => sum + row[key], 0)

/** @returns a share as a count in so many that it can be pictured, such as "2.6 in 10,000" */
export function inSoMany(share: number) {
  if (share === 0) return 'none'
  if (share < 1e-6) return 'fewer than 1 in 1,000,000'
  const all = share >= 0.01 ? 100 : 10 ** Math.ceil(Math.log10(1 / share) - 1e-9)
  // Upward: it is a bound.
  const upward = (value: number) => Number((Math.ceil(value * 10 - 1e-6) / 10).toPrecision(3))
  return all === 100 ? `${upward(share * 100)} %` : `${upward(share * all)} in ${grouped(all)}`
}
