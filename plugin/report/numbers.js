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
  return `[${outward(low, Math.floor)}, ${outward(high, Math.ceil)}]`
}

/**
 * @param {number} value
 * @param {(value: number) => number} rounding
 */
function outward(value, rounding) {
  // A value that is printed exactly must not be pushed on by how it is stored.
  return (rounding(Number((value * 100).toFixed(6))) / 100).toFixed(2)
}

/** @param {number} latencyMs three digits that matter */
export function milliseconds(latencyMs) {
  return latencyMs >= 100 ? latencyMs.toFixed(0) : latencyMs >= 10 ? latencyMs.toFixed(1) : latencyMs >= 1 ? latencyMs.toFixed(2) : latencyMs.toPrecision(3)
}

/** @param {number} rate responses a second, three digits that matter */
export function perSecond(rate) {
  return rate >= 1000 ? grouped(Math.round(rate)) : rate >= 100 ? rate.toFixed(0) : rate >= 10 ? rate.toFixed(1) : rate.toPrecision(3)
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
