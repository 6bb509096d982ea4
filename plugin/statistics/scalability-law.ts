/** Gunther's Universal Scalability Law: how much n of a kind get done together. */
export interface Law {
  lambda: number // what one gets done
  sigma: number // contention, at least 0
  kappa: number // coherency, at least 0
}

/**
 * @param n at least 1
 * @returns in the unit of lambda
 */
export function valueAt({ lambda, sigma, kappa }: Law, n: number): number {
  return (lambda * n) / (1 + sigma * (n - 1) + kappa * n * (n - 1))
}

/** @returns the n, at least 1, at which the value is largest; Infinity: more always get more done */
export function peakOf({ sigma, kappa }: Law): number {
  if (sigma >= 1) return 1
  return kappa === 0 ? Infinity : Math.max(1, Math.sqrt((1 - sigma) / kappa))
}

/** Which of the terms 1 / lambda, sigma / lambda and kappa / lambda are not held at 0. */
const termSets = [[0], [0, 1], [0, 2], [0, 1, 2]]

/**
 * The law that fits best: n / value is linear in 1 / lambda, sigma / lambda and kappa / lambda, none of which can be
 * negative. Each equation is weighted with value / n, since what is measured has a relative error. The best of so few
 * terms is found by trying which of them are 0.
 *
 * @param ns at least three different ones
 * @param values at each n, above 0
 */
export function fitLaw(ns: readonly number[], values: readonly number[]): Law {
  const weights = values.map((value, i) => value / ns[i])
  const columns = [weights, weights.map((weight, i) => weight * (ns[i] - 1)), weights.map((weight, i) => weight * ns[i] * (ns[i] - 1))]
  const equations = normalEquations(columns)
  const possible = termSets.map((set) => leastSquares(equations, set)).filter(({ terms }) => terms.every((term) => term >= 0))
  const { terms: [each, contended, coherent] } = possible.reduce((a, b) => (b.explained > a.explained ? b : a))
  return { lambda: 1 / each, sigma: contended / each, kappa: coherent / each }
}

/**
 * of the terms that bring the sum of the columns times them as near to 1 as possible, for columns that were divided by
 * their sizes: that keeps them well conditioned
 */
interface Equations {
  matrix: number[][]
  vector: number[]
  sizes: number[]
}

function normalEquations(columns: number[][]): Equations {
  const sizes = columns.map((column) => Math.sqrt(product(column, column)))
  return {
    matrix: columns.map((a, j) => columns.map((b, k) => product(a, b) / sizes[j] / sizes[k])),
    vector: columns.map((column, j) => column.reduce((sum, value) => sum + value, 0) / sizes[j]),
    sizes
  }
}

function product(a: number[], b: number[]) {
  return a.reduce((sum, value, i) => sum + value * b[i], 0)
}

/**
 * @param set of columns; the terms of the others are 0
 * @returns explained: the larger, the less is left over
 */
function leastSquares({ matrix, vector, sizes }: Equations, set: number[]): { terms: number[], explained: number } {
  const sums = set.map((j) => vector[j])
  const solution = solve(set.map((j) => set.map((k) => matrix[j][k])), sums)
  const terms = sizes.map((size, j) => (set.includes(j) ? solution[set.indexOf(j)] / size : 0))
  return { terms, explained: product(solution, sums) }
}

/** Linear equations, by elimination; without pivoting, which a symmetric positive definite matrix does not need. */
function solve(matrix: number[][], vector: number[]) {
  const rows = matrix.map((row, i) => [...row, vector[i]])
  for (let i = 0; i < rows.length; i++) {
    for (let k = i + 1; k < rows.length; k++) {
      const factor = rows[k][i] / rows[i][i]
      for (let j = i; j <= rows.length; j++) rows[k][j] -= factor * rows[i][j]
    }
  }
  const solution = rows.map(() => 0)
  for (let i = rows.length - 1; i >= 0; i--) {
    const known = solution.reduce((sum, value, j) => sum + value * rows[i][j], 0)
    solution[i] = (rows[i][rows.length] - known) / rows[i][i]
  }
  return solution
}
