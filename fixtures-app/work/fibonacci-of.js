/**
 * The n-th Fibonacci number by double recursion: nothing but calls. Each step of `n` takes 1.6 times as long.
 *
 * @param {number} n
 * @returns {number}
 */
export function fibonacciOf(n) {
  return n < 2 ? n : fibonacciOf(n - 1) + fibonacciOf(n - 2)
}
