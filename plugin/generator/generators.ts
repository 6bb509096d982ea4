import { runMetered } from './run-metered.ts'
import { runRecorded } from './run-recorded.ts'
import { summarise, type Counts, type LoadSummary, type SummaryOptions } from './counts.ts'
import { readMetrics } from './read-metrics.ts'
import { readSamples, keepsConnections, summariseSamples } from './read-samples.ts'
import type { Guard } from '../processes/guard.ts'
import type { GeneratorKind } from '../concepts/generators.ts'
import type { ClientUse } from '../concepts/run.ts'
import type { GeneratorOrder } from './start-generator.ts'
import type { GeneratorEvent, LoadOutcome, RunOrder } from './run-order.ts'

/** How each kind is run, and how its load is read back. */
const kinds: Record<GeneratorKind['seen'], {
  run: (generation: Generation, signal: AbortSignal) => Promise<LoadOutcome | null>
  read: (files: LoadFiles, outcome: Arrivals | null) => Promise<SeenLoad>
}> = {
  recorded: { run: runRecorded, read: readRecorded },
  metered: { run: runMetered, read: readMetered }
}

export interface Generation {
  order: RunOrder
  commandLine: GeneratorOrder
  logFile: string
  guard: Guard
  /** called at once with what a recorded one tells; a metered one tells nothing */
  heard: (event: GeneratorEvent) => void
  /** of load; then it is ended, and that is no error. A metered one has to end by itself: give it short phases */
  atMostSeconds?: number
}

/**
 * Runs a load generator to its end.
 *
 * @param signal ends it at once
 * @returns null: it was ended by us before its last user had finished
 * @throws SpeedupError GENERATOR_FAILED, with what it said last
 */
export async function runGenerator(generation: Generation, signal: AbortSignal): Promise<LoadOutcome | null> {
  signal.throwIfAborted()
  return kinds[generation.commandLine.metered == null ? 'recorded' : 'metered'].run(generation, signal)
}

interface LoadFiles {
  samplesFile: string
  metricsFile: string | null // what Artillery wrote with --output, of a metered load; null: every request was recorded
  originMs: number // what the samples count from, milliseconds since 1970
}

type Arrivals = Pick<LoadOutcome, 'lastArrivalMs'>

/** A run's load, read back, however it was seen. */
export interface SeenLoad extends Pick<Counts, 'requests' | 'failures' | 'failureKinds'> {
  span: { fromMs: number, toMs: number } // from the first request to the last response, milliseconds since 1970
  keepsConnections: boolean
  hasLatencies: boolean // of responses below 400
  client: ClientUse | null // null: the telemetry tells, or nobody does
  underWayMs: Float64Array // latencies of the requests that were under way when the last user came, sorted
  summarise: (options: SummaryOptions) => LoadSummary
}

/**
 * @param outcome null: it was ended before
 * @throws SpeedupError GENERATOR_FAILED
 */
export async function readLoad(files: LoadFiles, outcome: Arrivals | null): Promise<SeenLoad> {
  return kinds[files.metricsFile === null ? 'recorded' : 'metered'].read(files, outcome)
}

async function readRecorded({ samplesFile, originMs }: LoadFiles, outcome: Arrivals | null): Promise<SeenLoad> {
  const samples = await readSamples(samplesFile, outcome === null ? -Infinity : outcome.lastArrivalMs - originMs)
  return {
    ...seen(samples, originMs),
    hasLatencies: samples.failures < samples.requests,
    client: null,
    underWayMs: samples.underWayLatenciesMs,
    summarise: (options) => summariseSamples(samples, options)
  }
}

async function readMetered({ metricsFile }: LoadFiles): Promise<SeenLoad> {
  const metered = readMetrics(metricsFile as string)
  const { latencyMs } = metered.all
  return {
    ...seen(metered, 0),
    hasLatencies: latencyMs !== null,
    client: metered.client,
    // Nobody tells. Where a queue grows, the last ones wait longest; where none does, few wait as long as these.
    underWayMs: latencyMs === null ? new Float64Array() : Float64Array.of(latencyMs.p95),
    summarise: (options) => summarise(metered, (part) => metered[part], options)
  }
}

function seen({ requests, failures, failureKinds, firstStartMs, lastEndMs, connections }: Counts, originMs: number) {
  const span = { fromMs: originMs + firstStartMs, toMs: originMs + lastEndMs }
  return { requests, failures, failureKinds, span, keepsConnections: keepsConnections({ requests, connections }) }
}
