/** @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/**
 * @param {number[]} values
 * @returns {string} median and spread, as printed
 */
export function spread(values) {
  const digits = (/** @type {number} */ value) => value.toFixed(3)
  return `${digits(median(values))}  (${digits(Math.min(...values))}..${digits(Math.max(...values))}, n = ${values.length})`
}

/**
 * Calls each in turn, in alternating order, and pairs what they return.
 *
 * @param {number} rounds
 * @param {() => Promise<number>} measureA
 * @param {() => Promise<number>} measureB
 * @returns {Promise<{ ratios: number[], a: number[], b: number[] }>} ratios a / b, one a round
 */
export async function alternate(rounds, measureA, measureB) {
  /** @type {number[]} */
  const a = []
  /** @type {number[]} */
  const b = []
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? [measureA, measureB] : [measureB, measureA]
    for (const measure of order) (measure === measureA ? a : b).push(await measure())
  }
  return { ratios: a.map((value, i) => value / b[i]), a, b }
}
