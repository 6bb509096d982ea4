/**
 * The sum of the square roots of all i < n: 2 to 3 ns a step, so `n` sets the length of the work.
 *
 * @param {number} n
 */
export function sumSquareRoots(n) {
  let sum = 0
  for (let i = 0; i < n; i++) sum += Math.sqrt(i)
  return sum
}
