import { summarise, type Counts, type SummaryOptions } from './counts.ts'
import { readMetrics } from './read-metrics.ts'
import { keepsConnections, readSamples, summariseSamples } from './read-samples.ts'
import type { ClientUse } from '../concepts/run.ts'
import type { LoadOutcome } from './run-order.ts'

interface LoadFiles {
  samplesFile: string
  metricsFile: string | null // what Artillery wrote with --output, of a metered load; null: every request was recorded
  originMs: number // what the samples count from, milliseconds since 1970
}

/** A run's load, read back, recorded or metered. */
export interface SeenLoad extends Pick<Counts, 'requests' | 'failures' | 'failureKinds'> {
  span: { fromMs: number, toMs: number } // from the first request to the last response, milliseconds since 1970
  keepsConnections: boolean
  hasLatencies: boolean // of responses below 400
  client: ClientUse | null // null: the telemetry has it, or it is unknown
  underWayMs: Float64Array // latencies of the requests that were under way when the last user came, sorted
  summarise: (options: SummaryOptions) => ReturnType<typeof summarise>
}

/** outcome: null where the load was ended before. Throws GENERATOR_FAILED where there are no metrics. */
export async function readLoad(files: LoadFiles, outcome: Pick<LoadOutcome, 'lastArrivalMs'> | null): Promise<SeenLoad> {
  const { samplesFile, metricsFile, originMs } = files
  if (metricsFile !== null) return readMetered(metricsFile)
  const samples = await readSamples(samplesFile, outcome === null ? -Infinity : outcome.lastArrivalMs - originMs)
  return {
    ...seen(samples, originMs),
    hasLatencies: samples.failures < samples.requests,
    client: null,
    underWayMs: samples.underWayLatenciesMs,
    summarise: (options) => summariseSamples(samples, options)
  }
}

function readMetered(metricsFile: string): SeenLoad {
  const metered = readMetrics(metricsFile)
  const { latencyMs } = metered.all
  return {
    ...seen(metered, 0),
    hasLatencies: latencyMs !== null,
    client: metered.client,
    // Unknown. Where a queue grows, the last requests wait longest; where none does, few wait as long as these.
    underWayMs: latencyMs === null ? new Float64Array() : Float64Array.of(latencyMs.p95),
    summarise: (options) => summarise(metered, (part) => metered[part], options)
  }
}

function seen({ requests, failures, failureKinds, firstStartMs, lastEndMs, connections }: Counts, originMs: number) {
  const span = { fromMs: originMs + firstStartMs, toMs: originMs + lastEndMs }
  return { requests, failures, failureKinds, span, keepsConnections: keepsConnections({ requests, connections }) }
}
