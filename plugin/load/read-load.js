import { readMetrics } from './read-metrics.js'
import { readSamples } from './read-samples.js'
import { summariseMetrics } from './summarise-metrics.js'
import { keepsConnections, summariseSamples } from './summarise-samples.js'
/**
 * @import { ClientUse, Run } from '../vocabulary.js'
 * @import { LoadOutcome } from './run-order.js'
 * @import { Workers } from './summarise-counts.js'
 */

/**
 * A run's load, read back, however it was seen.
 *
 * @typedef {object} SeenLoad
 * @property {number} requests
 * @property {number} failures without a response below 400
 * @property {Record<string, number>} failureKinds status or error code -> count
 * @property {{ fromMs: number, toMs: number }} span from the first request to the last response, milliseconds since 1970
 * @property {boolean} keepsConnections
 * @property {boolean} hasLatencies of responses below 400
 * @property {ClientUse | null} client null: the telemetry tells, or nobody does
 * @property {Float64Array} underWayMs latencies of the requests that were under way when the last user came, sorted
 * @property {(how: { firstRequestsApart: boolean } & Workers) => Pick<Run, 'requests' | 'failures' | 'failureKinds'
 *   | 'loadSeconds' | 'latencyMs' | 'firstRequests' | 'throughputPerSecond' | 'workers' | 'unattributed'>} summarise
 */

/**
 * @param {{ samplesFile: string, metricsFile: string | null, originMs: number }} where metricsFile: what Artillery wrote with
 *   --output, where the load is known by that alone; null: every request was recorded. originMs: what the samples count from,
 *   milliseconds since 1970
 * @param {Pick<LoadOutcome, 'lastArrivalMs'> | null} outcome null: it was ended before
 * @returns {Promise<SeenLoad>}
 * @throws {SpeedupError} GENERATOR_FAILED
 */
export async function readLoad({ samplesFile, metricsFile, originMs }, outcome) {
  if (metricsFile !== null) return fromMetrics(metricsFile)
  const samples = await readSamples(samplesFile, outcome === null ? -Infinity : outcome.lastArrivalMs - originMs)
  const { requests, failures, failureKinds, firstStartMs, lastEndMs } = samples
  return {
    requests,
    failures,
    failureKinds,
    span: { fromMs: originMs + firstStartMs, toMs: originMs + lastEndMs },
    keepsConnections: keepsConnections(samples),
    hasLatencies: failures < requests,
    client: null,
    underWayMs: samples.underWayLatenciesMs,
    summarise: (how) => summariseSamples(samples, how)
  }
}

/**
 * @param {string} file
 * @returns {SeenLoad}
 */
function fromMetrics(file) {
  const metered = readMetrics(file)
  const { requests, failures, failureKinds, firstStartMs, lastEndMs, client, all } = metered
  return {
    requests,
    failures,
    failureKinds,
    span: { fromMs: firstStartMs, toMs: lastEndMs },
    keepsConnections: keepsConnections(metered),
    hasLatencies: all.latencyMs !== null,
    client,
    // Nobody tells. Where a queue grows, the last ones wait longest; where none does, few wait as long as these.
    underWayMs: all.latencyMs === null ? new Float64Array() : Float64Array.of(all.latencyMs.p95),
    summarise: (how) => summariseMetrics(metered, how)
  }
}
