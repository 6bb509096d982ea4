import { quantileOfSorted, rounded } from '../statistics/descriptive.ts'
import type { RunDetail } from '../concepts/report-data.ts'

/** What is named in charts and tables. */
const named = [0, 0.5, 0.75, 0.9, 0.95, 0.99, 1]
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
