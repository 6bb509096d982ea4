/** @import { Ranged } from '../vocabulary.js' */

/** @param {number} speedup */
export function times(speedup) {
  return `${speedup.toFixed(2)}x`
}

/**
 * Rounded outward, so that a printed interval never contradicts its verdict.
 *
 * @param {[number, number]} interval
 */
export function interval([low, high]) {
  return `[${outward(low, 2, Math.floor)}, ${outward(high, 2, Math.ceil)}]`
}

/**
 * A value with its interval, which has as many decimals and is rounded outward.
 *
 * @param {Ranged} ranged
 * @param {number} [digits] that matter
 * @returns {{ value: string, range: string }}
 */
export function ranged({ value, interval: [low, high] }, digits = 3) {
  const size = Number((Math.abs(value) || Math.abs(high) || 1).toPrecision(digits))
  const decimals = Math.min(9, Math.max(0, digits - 1 - Math.floor(Math.log10(size))))
  return { value: inGroups(value.toFixed(decimals)), range: `[${inGroups(outward(low, decimals, Math.floor))}, ${inGroups(outward(high, decimals, Math.ceil))}]` }
}

/** @param {string} figure @returns {string} with its thousands apart */
function inGroups(figure) {
  const [whole, ...decimals] = figure.split('.')
  return [grouped(Number(whole)), ...decimals].join('.')
}

/**
 * @param {number} value
 * @param {number} decimals
 * @param {(value: number) => number} rounding
 */
function outward(value, decimals, rounding) {
  const scale = 10 ** decimals
  // A value that is printed exactly must not be pushed on by how it is stored.
  return (rounding(Number((value * scale).toFixed(6))) / scale).toFixed(decimals)
}

/** @param {number} latencyMs three digits that matter */
export function milliseconds(latencyMs) {
  return latencyMs >= 99.95 ? latencyMs.toFixed(0) : latencyMs >= 9.995 ? latencyMs.toFixed(1) : latencyMs >= 0.9995 ? latencyMs.toFixed(2) : latencyMs.toPrecision(3)
}

/** @param {number} rate responses a second, three digits that matter */
export function perSecond(rate) {
  return rate >= 99.95 ? grouped(Math.round(rate)) : rate >= 9.995 ? rate.toFixed(1) : rate.toPrecision(3)
}

/**
 * @param {number} value
 * @param {number} required
 * @returns {string} with two digits, or as many as show on which side of what is required it is
 */
export function beside(value, required) {
  for (let digits = 2; digits < 15; digits++) {
    const text = value.toPrecision(digits)
    if (value === required || Math.sign(Number(text) - required) === Math.sign(value - required)) return text
  }
  return String(value)
}

/** @param {number} count */
export function grouped(count) {
  return count.toLocaleString('en-US')
}

/**
 * @param {number} count
 * @param {string} one
 * @returns {string} such as "1 request", "1,200 requests"
 */
export function groupedCount(count, one) {
  return `${grouped(count)} ${count === 1 ? one : `${one}s`}`
}

/** @param {number} seconds */
export function duration(seconds) {
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  const rest = whole % 60
  return rest === 0 ? `${Math.floor(whole / 60)} min` : `${Math.floor(whole / 60)} min ${rest} s`
}
