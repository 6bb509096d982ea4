import { readWholeNumber } from './input.js'

/** @import { RequestHandler } from 'express' */

/**
 * The sum of the square roots of all i < n: 2 to 3 ns a step, so `n` sets the length of the work.
 *
 * @type {RequestHandler}
 */
export const heavyComputation = ({ query }, response) => {
  const n = readWholeNumber(query.n, { name: 'n', most: 100_000_000, fallback: 5_000_000 })
  let result = 0
  for (let i = 0; i < n; i++) result += Math.sqrt(i)
  response.json({ n, result })
}
