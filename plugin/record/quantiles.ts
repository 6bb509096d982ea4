import { commonPercentiles, probabilityOf } from '../concepts/metrics.ts'
import { quantileOfSorted, rounded } from '../statistics/descriptive.ts'
import type { RunDetail } from '../concepts/report-data.ts'
import type { Requests } from './read-requests.ts'

/** What is named in charts and tables. */
const named = [0, 0.75, 0.9, 1, ...commonPercentiles.map(probabilityOf)]
/** Points of a curve whose x is -log10(1 - probability): so many for each unit, up to p99.9. */
const pointsPerDecade = 40
const decades = 3
const curve = Array.from({ length: decades * pointsPerDecade + 1 }, (_, i) => 1 - 10 ** (-i / pointsPerDecade))

/**
 * The same probabilities for every run, as far as its sample reaches, so that rounds can be compared point by point.
 * Those that are named are there however small the sample is.
 *
 * @param sorted in ms
 */
export function quantiles(sorted: Float64Array): RunDetail['quantiles'] {
  if (sorted.length === 0) return []
  const reached = curve.filter((probability) => probability <= 1 - 1 / sorted.length)
  const probabilities = [...new Set([...named, ...reached])].sort((a, b) => a - b)
  return probabilities.map((probability) => ({ probability, latencyMs: rounded(quantileOfSorted(sorted, probability)) }))
}

/** @returns all latencies that count, in ms, sorted */
export function sortedLatencies({ byLatency: { latencyUs } }: Requests): Float64Array {
  return new Float64Array(latencyUs).map((us) => us / 1000)
}

/**
 * The latencies that count, dealt out into groups.
 *
 * @param groupOf each request, from 0; below: it belongs to none
 * @returns for each group, in ms, sorted
 */
export function groupLatencies({ counting, byLatency: { requests, latencyUs } }: Requests, groups: number, groupOf: ArrayLike<number>): Float64Array[] {
  const sizes = new Uint32Array(groups)
  for (const request of counting) {
    if (groupOf[request] >= 0) sizes[groupOf[request]]++
  }
  const grouped = Array.from(sizes, (size) => new Float64Array(size))
  const filled = new Uint32Array(groups)
  for (let i = 0; i < requests.length; i++) {
    const group = groupOf[requests[i]]
    if (group >= 0) grouped[group][filled[group]++] = latencyUs[i] / 1000
  }
  return grouped
}
