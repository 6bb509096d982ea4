import { readWholeNumber } from './input.js'

/** @import { RequestHandler } from 'express' */

/**
 * The n-th Fibonacci number by double recursion: nothing but calls. Each step of `n` takes 1.6
 * times as long; 45 takes over 10 s.
 *
 * @type {RequestHandler}
 */
export const fibonacci = ({ params }, response) => {
  const n = readWholeNumber(params.n, { name: 'n', most: 45 })
  response.json({ n, result: fib(n) })
}

/**
 * @param {number} n
 * @returns {number}
 */
function fib(n) {
  return n < 2 ? n : fib(n - 1) + fib(n - 2)
}
