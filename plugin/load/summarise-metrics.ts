import { summariseCounts, type Counts, type Workers } from './summarise-counts.ts'
import type { Run } from '../vocabulary.ts'
import type { Metered } from './read-metrics.ts'

/** @returns as summariseSamples */
export function summariseMetrics(metered: Counts & Metered, { firstRequestsApart, ...workers }: { firstRequestsApart: boolean } & Workers): Pick<Run, 'requests' | 'failures' | 'failureKinds' | 'loadSeconds' | 'latencyMs' | 'firstRequests'
   | 'throughputPerSecond' | 'workers' | 'unattributed'> {
  const { all, first, later } = metered
  const apart = firstRequestsApart && later.count > 0
  return {
    ...summariseCounts(metered, workers),
    latencyMs: (apart ? later : all).latencyMs,
    firstRequests: { apart, ...first }
  }
}
