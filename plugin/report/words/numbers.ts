import type { Ranged } from '../../concepts/load-results.ts'

export function times(speedup: number) {
  return `${speedup.toFixed(2)}x`
}

/** Rounded outward, so that a printed interval never contradicts its verdict. */
export function interval([low, high]: [number, number]) {
  return `[${outward(low, 2, Math.floor)}, ${outward(high, 2, Math.ceil)}]`
}

/**
 * A value with its interval, which has as many decimals and is rounded outward.
 *
 * @param digits that matter
 */
export function ranged({ value, interval: [low, high] }: Ranged, digits: number = 3): { value: string, range: string } {
  const size = Number((Math.abs(value) || Math.abs(high) || 1).toPrecision(digits))
  const decimals = Math.min(9, Math.max(0, digits - 1 - Math.floor(Math.log10(size))))
  return { value: inGroups(value.toFixed(decimals)), range: `[${inGroups(outward(low, decimals, Math.floor))}, ${inGroups(outward(high, decimals, Math.ceil))}]` }
}

/** @returns with its thousands apart */
function inGroups(figure: string): string {
  const [whole, ...decimals] = figure.split('.')
  return [grouped(Number(whole)), ...decimals].join('.')
}

function outward(value: number, decimals: number, rounding: (value: number) => number) {
  const scale = 10 ** decimals
  // A value that is printed exactly must not be pushed on by how it is stored.
  return (rounding(Number((value * scale).toFixed(6))) / scale).toFixed(decimals)
}

/** @param latencyMs three digits that matter */
export function milliseconds(latencyMs: number) {
  return latencyMs >= 99.95 ? latencyMs.toFixed(0) : latencyMs >= 9.995 ? latencyMs.toFixed(1) : latencyMs >= 0.9995 ? latencyMs.toFixed(2) : latencyMs.toPrecision(3)
}

/** @param rate responses a second, three digits that matter */
export function perSecond(rate: number) {
  return rate >= 99.95 ? grouped(Math.round(rate)) : rate >= 9.995 ? rate.toFixed(1) : rate.toPrecision(3)
}

/** @returns with two digits, or as many as show on which side of what is required it is */
export function beside(value: number, required: number): string {
  for (let digits = 2; digits < 15; digits++) {
    const text = value.toPrecision(digits)
    if (value === required || Math.sign(Number(text) - required) === Math.sign(value - required)) return text
  }
  return String(value)
}

export function grouped(count: number) {
  return count.toLocaleString('en-US')
}

/** @returns such as "1 request", "1,200 requests" */
export function groupedCount(count: number, one: string): string {
  return `${grouped(count)} ${count === 1 ? one : `${one}s`}`
}

export function duration(seconds: number) {
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  const rest = whole % 60
  return rest === 0 ? `${Math.floor(whole / 60)} min` : `${Math.floor(whole / 60)} min ${rest} s`
}
