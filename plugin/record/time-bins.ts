import { quantileOfSorted } from '../statistics/descriptive.ts'
import { groupLatencies } from './group-latencies.ts'
import { round } from './round.ts'
import { stepsBy, worthwhileSteps } from './time-steps.ts'
import type { TimeBin } from '../vocabulary.ts'
import type { Requests } from './read-requests.ts'

const mostBins = 60

/** What began in each part of the load's time. */
export function timeBins(requests: Requests): TimeBin[] {
  const bins = worthwhileSteps(requests, mostBins)
  const stepOf = stepsBy(requests, bins)
  const binOf = new Uint8Array(requests.count)
  const began = new Uint32Array(bins)
  const failures = new Uint32Array(bins)
  for (let request = 0; request < requests.count; request++) {
    const bin = stepOf(request)
    binOf[request] = bin
    began[bin]++
    failures[bin] += requests.failed[request]
  }
  const binSeconds = (requests.lastEndMs - requests.firstStartMs) / 1000 / bins
  return groupLatencies(requests, bins, binOf).map((sorted, bin) => ({
    fromSeconds: round(bin * binSeconds),
    toSeconds: round((bin + 1) * binSeconds),
    requests: began[bin],
    failures: failures[bin],
    latencyMs: sorted.length === 0 ? null : bandOf(sorted)
  }))
}

function bandOf(sorted: Float64Array) {
  const at = (probability: number) => round(quantileOfSorted(sorted, probability))
  return { p5: at(0.05), p50: at(0.5), p95: at(0.95) }
}
