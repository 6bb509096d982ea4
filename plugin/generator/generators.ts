import { runMetered } from './run-metered.ts'
import { runRecorded } from './run-recorded.ts'
import type { GeneratorKind } from '../concepts/generators.ts'
import type { Guard } from '../processes/guard.ts'
import type { GeneratorOrder } from './start-generator.ts'
import type { GeneratorEvent, LoadOutcome, RunOrder } from './run-order.ts'
import { readMetrics, summariseMetrics } from './read-metrics.ts'
import { readSamples, keepsConnections, summariseSamples } from './read-samples.ts'
import type { ClientUse, Run } from '../concepts/run.ts'
import type { Workers } from './counts.ts'

export interface Generation {
  order: RunOrder
  commandLine: GeneratorOrder
  logFile: string
  guard: Guard
  /** called with what it tells, at once; one that is known by its metrics alone tells nothing */
  heard: (event: GeneratorEvent) => void
  /**
   * of load; then it is ended, and that is no error. One that is known by its metrics alone has to end by itself:
   * give it short phases
   */
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

/** How each kind is run, and how its load is read back. */
const kinds: Record<GeneratorKind['seen'], Kind> = {
  recorded: { run: runRecorded, read: fromSamples },
  metered: { run: runMetered, read: fromMetrics }
}

interface Kind {
  run: (generation: Generation, signal: AbortSignal) => Promise<LoadOutcome | null>
  read: (files: LoadFiles, outcome: Arrivals | null) => Promise<SeenLoad>
}

/** A run's load, read back, however it was seen. */
export interface SeenLoad {
  requests: number
  failures: number // without a response below 400
  failureKinds: Record<string, number> // status or error code -> count
  span: { fromMs: number, toMs: number } // from the first request to the last response, milliseconds since 1970
  keepsConnections: boolean
  hasLatencies: boolean // of responses below 400
  client: ClientUse | null // null: the telemetry tells, or nobody does
  underWayMs: Float64Array // latencies of the requests that were under way when the last user came, sorted
  summarise: (how: { firstRequestsApart: boolean } & Workers) => Pick<Run, 'requests' | 'failures' | 'failureKinds'
   | 'loadSeconds' | 'latencyMs' | 'firstRequests' | 'throughputPerSecond' | 'workers' | 'unattributed'>
}

interface LoadFiles {
  samplesFile: string
  metricsFile: string | null // what Artillery wrote with --output, where the load is known by that alone; null: every request was recorded
  originMs: number // what the samples count from, milliseconds since 1970
}

type Arrivals = Pick<LoadOutcome, 'lastArrivalMs'>

/**
 * @param outcome null: it was ended before
 * @throws SpeedupError GENERATOR_FAILED
 */
export async function readLoad(files: LoadFiles, outcome: Arrivals | null): Promise<SeenLoad> {
  return kinds[files.metricsFile === null ? 'recorded' : 'metered'].read(files, outcome)
}

async function fromSamples({ samplesFile, originMs }: LoadFiles, outcome: Arrivals | null): Promise<SeenLoad> {
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

async function fromMetrics({ metricsFile }: LoadFiles): Promise<SeenLoad> {
  const metered = readMetrics(metricsFile as string)
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
