import jStat from 'jstat'
import { largestBy, mean, standardDeviation, sum, sumBy } from '../../statistics/descriptive.ts'
import { seededNormal, studentTQuantile } from '../../statistics/distributions.ts'
import { spreadFloor } from '../../statistics/sequential-rule.ts'

export const fewestPoints = 3 // as many as there are unknowns
const replicaCount = 1001 // such that the tails of all our confidences begin at a whole rank
const reach = 2 // beyond this many times the most workers that were measured, the law is a guess
const curvePoints = 64 // about

export type Point = { workers: number; logs: readonly number[] } // logs: of the throughput, at least two

/**
 * Gunther's Universal Scalability Law, fitted to the geometric mean at each number of workers, at least three of them.
 * The intervals are those of a parametric bootstrap: the means are drawn anew around the law, with the standard
 * deviation of all points together, widened by Student's t over the normal quantile since it is itself estimated. How
 * often they cover the truth (95 %, 3 to 10 rounds of each of 3 to 5 numbers, 1,000 simulated sweeps for each of ten
 * laws): 90 to 98 %, and up to 100 % for a sigma or kappa of 0; a peak is told where there is none in 2 %. The same
 * points always give the same intervals.
 *
 * @returns the peak is null where kappa may be 0, and where it is beyond the curve, which ends at twice the most
 * workers
 */
export function fitScalability(points: readonly Point[], confidence: number) {
  const ns = points.map(({ workers }) => workers)
  const law = fitLaw(
    ns,
    points.map(({ logs }) => Math.exp(mean(logs)))
  )
  const replicas = drawReplicas(law, points, confidence)
  const rank = Math.round(((1 - confidence) / 2) * (replicaCount - 1))
  const withInterval = (valueOf: (law: Law) => number) => {
    const values = new Float64Array(replicas.map(valueOf))
    return {
      value: valueOf(law),
      interval: [select(values, rank), select(values, replicaCount - 1 - rank)] as [number, number]
    }
  }
  const kappa = withInterval((fitted) => fitted.kappa)
  const end = reach * Math.max(...ns)
  const perWhole = Math.max(1, Math.round(curvePoints / end))
  const peak = withInterval(peakOf)
  return {
    lambda: withInterval((fitted) => fitted.lambda),
    sigma: withInterval((fitted) => fitted.sigma),
    kappa,
    peak: kappa.interval[0] > 0 && peak.value <= end ? { workers: peak.value, interval: peak.interval } : null,
    // In equal steps that meet every whole number.
    curve: Array.from({ length: (end - 1) * perWhole + 1 }, (_, i) => 1 + i / perWhole).map((workers) => {
      const { value, interval } = withInterval((fitted) => valueAt(fitted, workers))
      return { workers, throughputPerSecond: value, interval }
    })
  }
}

/** @returns fitted to what might have been measured */
function drawReplicas(law: Law, points: readonly Point[], confidence: number) {
  const upper = (1 + confidence) / 2
  const degreesOfFreedom = sumBy(points, ({ logs }) => logs.length - 1)
  const squares = sumBy(points, ({ logs }) => (logs.length - 1) * standardDeviation(logs) ** 2)
  const spread = Math.max(Math.sqrt(squares / degreesOfFreedom), spreadFloor)
  const widened = (spread * studentTQuantile(upper, degreesOfFreedom)) / jStat.normal.inv(upper, 0, 1)
  const normal = seededNormal(1)
  const ns = points.map(({ workers }) => workers)
  const means = points.map(({ workers, logs }) => ({
    centre: valueAt(law, workers),
    error: widened / Math.sqrt(logs.length)
  }))
  return Array.from({ length: replicaCount }, () =>
    fitLaw(
      ns,
      means.map(({ centre, error }) => centre * Math.exp(error * normal()))
    )
  )
}

/**
 * Hoare's quickselect, because sorting all replicas for each point of the curve takes most of the time. Reorders the
 * values.
 */
function select(values: Float64Array, rank: number) {
  for (let [low, high] = [0, values.length - 1]; low < high;) {
    const pivot = values[(low + high) >> 1]
    let i = low
    let j = high
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

/** lambda: throughput of one; sigma: contention, at least 0; kappa: coherency, at least 0 */
export type Law = Record<'lambda' | 'sigma' | 'kappa', number>

/** @param n at least 1 */
export const valueAt = ({ lambda, sigma, kappa }: Law, n: number) =>
  (lambda * n) / (1 + sigma * (n - 1) + kappa * n * (n - 1))

/** @returns the n, at least 1, at which the value is largest; Infinity: more always get more done */
export function peakOf({ sigma, kappa }: Law) {
  if (sigma >= 1) return 1
  return kappa === 0 ? Infinity : Math.max(1, Math.sqrt((1 - sigma) / kappa))
}

/**
 * The law that fits best: n / value is linear in 1 / lambda, sigma / lambda and kappa / lambda, none of which can be
 * negative. Each equation is weighted with value / n, since what is measured has a relative error.
 *
 * @param ns at least three different ones
 */
export function fitLaw(ns: readonly number[], values: readonly number[]) {
  const weights = values.map((value, i) => value / ns[i])
  const columns = [
    weights,
    weights.map((weight, i) => weight * (ns[i] - 1)),
    weights.map((weight, i) => weight * ns[i] * (ns[i] - 1))
  ]
  // Least squares: the sum of the columns times the terms is to be 1. Columns of size 1 keep that well conditioned.
  const sizes = columns.map((column) => Math.sqrt(product(column, column)))
  const matrix = columns.map((a, j) => columns.map((b, k) => product(a, b) / sizes[j] / sizes[k]))
  const vector = columns.map((column, j) => sum(column) / sizes[j])
  /** Only these terms; the others are 0. */
  const fit = (set: number[]) => {
    const sums = set.map((j) => vector[j])
    const solution = jStat.gauss_elimination(
      set.map((j) => set.map((k) => matrix[j][k])),
      sums.map((each) => [each])
    )
    const terms = sizes.map((size, j) => (set.includes(j) ? solution[set.indexOf(j)] / size : 0))
    return { terms, explained: product(solution, sums) }
  }
  const isPossible = ({ terms }: ReturnType<typeof fit>) => terms.every((term) => term >= 0)
  // Nothing explains more than all terms do, where they are possible. Else the best of the others, the second or third
  // held at 0, or both.
  const all = fit([0, 1, 2])
  const best = isPossible(all)
    ? all
    : largestBy([[0], [0, 1], [0, 2]].map(fit).filter(isPossible), ({ explained }) => explained)
  const [each, contended, coherent] = best.terms
  return { lambda: 1 / each, sigma: contended / each, kappa: coherent / each }
}

function product(a: number[], b: number[]) {
  let total = 0
  for (let i = 0; i < a.length; i++) total += a[i] * b[i]
  return total
}
