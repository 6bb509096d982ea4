import { sketchSpreadFloor, spreadFloor } from '../statistics/sequential-rule.ts'
import type { Generator, Metric } from '../vocabulary.ts'

/**
 * @returns the smallest spread between rounds that is believed, on the log scale: percentiles that are taken from
 *   Artillery's metrics are less exact, counts and times are not
 */
export function leastSpread(metric: Metric, generator: Generator | null): number {
  return generator !== null && metric !== 'throughput' ? sketchSpreadFloor : spreadFloor
}
