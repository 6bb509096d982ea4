import { quantileOfSorted } from '../statistics/descriptive.js'
import { groupLatencies } from './group-latencies.js'
import { round } from './round.js'
import { stepsBy, worthwhileSteps } from './time-steps.js'
/**
 * @import { TimeBin } from '../vocabulary.js'
 * @import { Requests } from './read-requests.js'
 */

const mostBins = 60

/**
 * What began in each part of the load's time.
 *
 * @param {Requests} requests
 * @returns {TimeBin[]}
 */
export function timeBins(requests) {
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

/** @param {Float64Array} sorted */
function bandOf(sorted) {
  const at = (/** @type {number} */ probability) => round(quantileOfSorted(sorted, probability))
  return { p5: at(0.05), p50: at(0.5), p95: at(0.95) }
}
