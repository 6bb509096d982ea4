import { readWholeNumber } from './input.js'

/** @import { Route } from './index.js' */

/**
 * The sum of the square roots of all i < n.
 *
 * @type {Route}
 */
export const heavyComputation =
  ({ sumSquareRoots }) =>
  async ({ query }, response) => {
    const n = readWholeNumber(query.n, { name: 'n', most: 100_000_000, fallback: 5_000_000 })
    response.json({ n, result: await sumSquareRoots(n) })
  }
