import { readWholeNumber } from './input.js'

/** @import { Route } from './index.js' */

/**
 * The n-th Fibonacci number by double recursion; 45 takes over 10 s.
 *
 * @type {Route}
 */
export const fibonacci =
  ({ fibonacciOf }) =>
  async ({ params }, response) => {
    const n = readWholeNumber(params.n, { name: 'n', most: 45 })
    response.json({ n, result: await fibonacciOf(n) })
  }
