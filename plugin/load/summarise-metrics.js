import { summariseCounts } from './summarise-counts.js'
/**
 * @import { Run } from '../vocabulary.js'
 * @import { Metered } from './read-metrics.js'
 * @import { Counts, Workers } from './summarise-counts.js'
 */

/**
 * @param {Counts & Metered} metered
 * @param {{ firstRequestsApart: boolean } & Workers} how
 * @returns {Pick<Run, 'requests' | 'failures' | 'failureKinds' | 'loadSeconds' | 'latencyMs' | 'firstRequests'
 *   | 'throughputPerSecond' | 'workers' | 'unattributed'>} as summariseSamples
 */
export function summariseMetrics(metered, { firstRequestsApart, ...workers }) {
  const { all, first, later } = metered
  const apart = firstRequestsApart && later.count > 0
  return {
    ...summariseCounts(metered, workers),
    latencyMs: (apart ? later : all).latencyMs,
    firstRequests: { apart, ...first }
  }
}
