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
 * Calls each in turn, in alternating order.
 *
 * @template {string} Name
 * @param {number} rounds
 * @param {Record<Name, () => Promise<number>>} measures
 * @returns {Promise<Record<Name, number[]>>} what each returned, one a round
 */
export async function inTurn(rounds, measures) {
  const names = /** @type {Name[]} */ (Object.keys(measures))
  const values = /** @type {Record<Name, number[]>} */ (Object.fromEntries(names.map((name) => [name, /** @type {number[]} */ ([])])))
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) values[name].push(await measures[name]())
  }
  return values
}

/**
 * @param {readonly number[]} a
 * @param {readonly number[]} b
 * @returns {number[]} a / b, one a round
 */
export function ratiosOf(a, b) {
  return a.map((value, i) => value / b[i])
}
