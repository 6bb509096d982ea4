import jStat from 'jstat'
import { mean, standardDeviation, sum } from './descriptive.ts'
import { studentTQuantile } from './distributions.ts'
import { spreadFloor } from './sequential-rule.ts'
import type { Ranged } from '../concepts/load-results.ts'

/** Three unknowns need as many points. */
export const fewestPoints = 3

/** Such that the tails of all our confidences begin at a whole rank. */
const replicaCount = 1001

/** Beyond this many times the largest n that was measured, the law is a guess. */
const reach = 2

/** About how many points a curve has. */
const curvePoints = 64

export interface Point {
  n: number
  logs: readonly number[] // logarithms of what was measured, at least two
}

/** value = lambda n / (1 + sigma (n - 1) + kappa n (n - 1)) */
interface Scalability {
  lambda: Ranged // in the unit of what was measured
  sigma: Ranged
  kappa: Ranged
  /** where the value is largest; null: kappa may be 0, or it is farther than twice the largest n */
  peak: { n: number, interval: [number, number] } | null
  curve: ({ n: number } & Ranged)[] // from 1 to twice the largest n; each interval holds for its n alone
}

/**
 * Gunther's Universal Scalability Law, fitted to the geometric mean at each n. The intervals are those of a parametric
 * bootstrap: the means are drawn anew around the law, with the standard deviation of all points together, widened by
 * Student's t over the normal quantile since it is itself estimated. How often they cover the truth (95 %, 3 to 10 values
 * at each of 3 to 5 n, 1,000 simulated sweeps for each of ten laws): 90 to 98 %, and up to 100 % for a sigma or kappa of
 * 0; a peak is told where there is none in 2 %. The same points always give the same intervals.
 *
 * @param points at least three, each n once
 * @param confidence of each interval, such as 0.95
 */
export function fitScalability(points: readonly Point[], confidence: number): Scalability {
  const ns = points.map(({ n }) => n)
  const law = fitLaw(ns, points.map(({ logs }) => Math.exp(mean(logs))))
  const replicas = drawReplicas(law, points, confidence)
  const tail = (1 - confidence) / 2
  const ranged = (value: (law: Law) => number) => ({ value: value(law), interval: spanOf(replicas.map(value), tail) })
  const kappa = ranged((fitted) => fitted.kappa)
  const largest = Math.max(...ns)
  const peak = ranged(peakOf)
  const isSeen = kappa.interval[0] > 0 && peak.value <= reach * largest
  return {
    lambda: ranged((fitted) => fitted.lambda),
    sigma: ranged((fitted) => fitted.sigma),
    kappa,
    peak: isSeen ? { n: peak.value, interval: peak.interval } : null,
    curve: curveTo(reach * largest).map((n) => ({ n, ...ranged((fitted) => valueAt(fitted, n)) }))
  }
}

/** @returns fitted to what might have been measured */
function drawReplicas(law: Law, points: readonly Point[], confidence: number): Law[] {
  const upper = (1 + confidence) / 2
  const degreesOfFreedom = sum(points.map(({ logs }) => logs.length - 1))
  const squares = sum(points.map(({ logs }) => (logs.length - 1) * standardDeviation(logs) ** 2))
  const spread = Math.max(Math.sqrt(squares / degreesOfFreedom), spreadFloor)
  const widened = (spread * studentTQuantile(upper, degreesOfFreedom)) / jStat.normal.inv(upper, 0, 1)
  const normal = seededNormal(1)
  const ns = points.map(({ n }) => n)
  const means = points.map(({ n, logs }) => ({ centre: valueAt(law, n), error: widened / Math.sqrt(logs.length) }))
  return Array.from({ length: replicaCount }, () => fitLaw(ns, means.map(({ centre, error }) => centre * Math.exp(error * normal()))))
}

function spanOf(values: number[], tail: number): [number, number] {
  const [left, rank] = [new Float64Array(values), Math.round(tail * (values.length - 1))]
  return [select(left, rank), select(left, values.length - 1 - rank)]
}

/** Hoare's quickselect, since sorting all replicas at each n takes most of the time: the value at a rank, once sorted. */
function select(values: Float64Array, rank: number): number {
  for (let [low, high] = [0, values.length - 1]; low < high;) {
    const pivot = values[(low + high) >> 1]
    let [i, j] = [low, high]
    while (i <= j) {
      while (values[i] < pivot) i++
      while (values[j] > pivot) j--
      if (i <= j) [values[i++], values[j--]] = [values[j], values[i]]
    }
    if (rank <= j) high = j
    else if (rank >= i) low = i
    else break
  }
  return values[rank]
}

/** @returns from 1, in equal steps that meet every whole number */
function curveTo(end: number): number[] {
  const perWhole = Math.max(1, Math.round(curvePoints / end))
  return Array.from({ length: (end - 1) * perWhole + 1 }, (_, i) => 1 + i / perWhole)
}

/** Gunther's Universal Scalability Law: how much n of a kind get done together. */
export interface Law {
  lambda: number // what one gets done
  sigma: number // contention, at least 0
  kappa: number // coherency, at least 0
}

/** @param n at least 1 */
export function valueAt({ lambda, sigma, kappa }: Law, n: number): number {
  return (lambda * n) / (1 + sigma * (n - 1) + kappa * n * (n - 1))
}

/** @returns the n, at least 1, at which the value is largest; Infinity: more always get more done */
export function peakOf({ sigma, kappa }: Law): number {
  if (sigma >= 1) return 1
  return kappa === 0 ? Infinity : Math.max(1, Math.sqrt((1 - sigma) / kappa))
}

/** Which of the terms 1 / lambda, sigma / lambda and kappa / lambda are not held at 0, besides all three. */
const fewerTerms = [[0], [0, 1], [0, 2]]

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
  // Least squares: the sum of the columns times the terms is to be 1. Columns of size 1 keep that well conditioned.
  const sizes = columns.map((column) => Math.sqrt(product(column, column)))
  const matrix = columns.map((a, j) => columns.map((b, k) => product(a, b) / sizes[j] / sizes[k]))
  const vector = columns.map((column, j) => sum(column) / sizes[j])
  const fit = (set: number[]) => {
    const sums = set.map((j) => vector[j])
    const solution = solve(set.map((j) => set.map((k) => matrix[j][k])), sums)
    const terms = sizes.map((size, j) => (set.includes(j) ? solution[set.indexOf(j)] / size : 0))
    return { terms, explained: product(solution, sums) }
  }
  const isPossible = ({ terms }: ReturnType<typeof fit>) => terms.every((term) => term >= 0)
  // Nothing explains more than all terms do, where they are possible.
  const all = fit([0, 1, 2])
  const best = isPossible(all) ? all : fewerTerms.map(fit).filter(isPossible).reduce((a, b) => (b.explained > a.explained ? b : a))
  const [each, contended, coherent] = best.terms
  return { lambda: 1 / each, sigma: contended / each, kappa: coherent / each }
}

function product(a: number[], b: number[]) {
  let total = 0
  for (let i = 0; i < a.length; i++) total += a[i] * b[i]
  return total
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
  for (let i = rows.length - 1; i >= 0; i--) solution[i] = (rows[i][rows.length] - product(solution, rows[i])) / rows[i][i]
  return solution
}

/** Uniform random numbers from 0, below 1, the same for the same whole seed: mulberry32, Tommy Ettinger's 32-bit generator. */
export function seededUniform(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Normal random numbers with mean 0 and standard deviation 1, by Box and Muller. */
export function seededNormal(seed: number): () => number {
  const uniform = seededUniform(seed)
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
}
