import { rounded } from '../statistics/descriptive.ts'
import type { Counts, SummaryOptions } from './counts.ts'
import { keepsConnections, readSamples, summariseSamples, type Samples, type Times } from './read-samples.ts'
import { usualWarmUpSeconds, type ClientUse, type GeneratorUse } from '../concepts/run.ts'
import { around, type Span } from '../concepts/spans.ts'
import { RequestCosts } from './request-costs.ts'
import type { UsageReport } from '../messages/app.ts'
import type { LoadOutcome } from '../messages/load.ts'

export interface LoadFiles {
  samplesFile: string
  originMs: number // what the samples count from, by machine/clock.ts
  byWhole?: boolean // latencies go to the last byte
  usage?: UsageReport[] // of all processes of the app, in the order of time; left out: unknown
}

/** A run's load, read back. */
export interface SeenLoad extends Pick<Counts, 'requests' | 'failures' | 'failureKinds' | 'passes' | 'asked'> {
  span: Span // from the first request to the last response, by machine/clock.ts
  counted: Span[] // the parts of it that count
  keepsConnections: boolean
  hasLatencies: boolean // of responses below 400
  client?: ClientUse | null // null: it is unknown; left out: the telemetry has it
  bodyShare: number // of the time until last bytes; 0: unknown
  slowestMs: number // of the slowest request to its last byte, on average; 0: unknown
  leastLatencyMs: number | null // of all responses below 400
  halves: [number, number] | null // responses below 400 in each half of what counts; null: unknown
  earlyMs?: Float64Array // latencies of what those asked who came early, sorted; left out: metered
  early?: GeneratorUse['early'] // metered
  underWayMs: Float64Array // latencies of the requests that were in progress when the last user came, sorted
  summarise: (options: SummaryOptions, names?: Record<number, string>) => ReturnType<typeof summariseSamples>
}

/** isOpen: users come at a rate */
export type CountedSeconds = { warmUp: number | null; load: number | null; isOpen?: boolean }

/**
 * What counts of a recorded load begins when its warm-up is over: users have come, connections have been accepted, code
 * has been compiled.
 *
 * Where users go on for a time, it ends with that time: a request counts that has its answer by then. Those that are in
 * progress are finished, but only counted as requests and failures of the whole load. As many were under way when the
 * warm-up ended, and count.
 *
 * Else it ends when the first user may leave after the last one has come, unless hardly anything is left then: some
 * users are there for a moment only.
 *
 * Where users come at a rate, latencies are of the requests that began in it, so that who still waits at its end counts
 * with all of the time that passed until the answer: of an app that can't keep up, those that ended in time are the
 * quick ones.
 *
 * @param outcome null where the load was ended before: then all of it counts
 * @param seconds warmUp: null: 1.5, but a third of the load at most; a load of which nothing is left then counts as a
 * whole
 */
export async function readLoad(
  files: LoadFiles,
  outcome: LoadTimes | null,
  seconds: CountedSeconds
): Promise<SeenLoad> {
  const { originMs } = files
  if (outcome === null) return readRecorded(files)
  const { beganMs, lastArrivalMs, endedMs, shortestSessionMs } = outcome
  const warmUpMs =
    seconds.warmUp === null ? Math.min(1000 * usualWarmUpSeconds, (endedMs - beganMs) / 3) : 1000 * seconds.warmUp
  const firstMayLeaveMs =
    seconds.load === null
      ? Math.min(endedMs, lastArrivalMs + (shortestSessionMs ?? Infinity))
      : beganMs + 1000 * seconds.load
  const isMost = seconds.load !== null || firstMayLeaveMs - beganMs - warmUpMs > (endedMs - beganMs) / 3
  const times = {
    fromMs: rounded(beganMs + warmUpMs - originMs),
    toMs: rounded((isMost ? firstMayLeaveMs : endedMs) - originMs),
    ...momentsOf(outcome, originMs),
    byStart: seconds.isOpen,
    byWhole: files.byWhole,
    byPasses: seconds.load !== null && !seconds.isOpen
  }
  const costs = costsOf(files)
  const samples = await readSamples(files.samplesFile, times, costs)
  // Users who pause at its end belong to it.
  if (seconds.load !== null) samples.counted.toMs = times.toMs
  if (seconds.load === null && seconds.warmUp === null && samples.counted.served === 0)
    return readRecorded(files, { ...times, fromMs: beganMs - originMs, toMs: endedMs - originMs })
  return recorded(samples, originMs, costs)
}

/**
 * A load that took turns with others: latencies are of what began in its slices, however late it ended.
 *
 * @param slices by machine/clock.ts, in the order of time, at least one
 */
export function readSlices(files: LoadFiles, outcome: LoadOutcome, slices: readonly Span[]): Promise<SeenLoad> {
  const own = slices.map(({ fromMs, toMs }) => ({
    fromMs: rounded(fromMs - files.originMs),
    toMs: rounded(toMs - files.originMs)
  }))
  return readRecorded(files, {
    ...around(own),
    ...momentsOf(outcome, files.originMs),
    slices: own,
    byPasses: true,
    byWhole: files.byWhole
  })
}

const momentsOf = (outcome: LoadTimes, originMs: number) => ({
  lastArrivalMs: outcome.lastArrivalMs - originMs,
  earlyToMs: earlyUntil(outcome) - originMs
})

async function readRecorded(files: LoadFiles, times?: Times) {
  const costs = costsOf(files)
  return recorded(await readSamples(files.samplesFile, times, costs), files.originMs, costs)
}

const costsOf = ({ originMs, usage = [] }: LoadFiles) => new RequestCosts(originMs, usage)

/** Of fewer, a high quantile says nothing. */
const fewEarly = 15

/**
 * @returns by machine/clock.ts: who came before has hardly met a queue that grows for as long as users come; the first
 * tenth, or more of a few
 */
export function earlyUntil({ beganMs, lastArrivalMs, users }: LoadTimes) {
  const part = Math.min(1 / 2, Math.max(1 / 10, fewEarly / users))
  return beganMs + part * (lastArrivalMs - beganMs)
}

export type LoadTimes = Pick<LoadOutcome, 'beganMs' | 'lastArrivalMs' | 'endedMs' | 'shortestSessionMs' | 'users'>

function recorded(samples: Samples, originMs: number, costs: RequestCosts): SeenLoad {
  const found = seen(samples, originMs)
  return {
    ...found,
    hasLatencies: samples.counted.served > 0,
    bodyShare: samples.ofRequests.bodyShare,
    leastLatencyMs: samples.leastLatencyMs,
    halves: samples.halves ?? null,
    earlyMs: samples.earlyLatenciesMs,
    underWayMs: samples.underWayLatenciesMs,
    summarise(options, names = {}) {
      const { flow, ...all } = summariseSamples(samples, options, names)
      return { ...all, ...(flow && { flow: costs.addTo(flow, names, found.counted) }) }
    }
  }
}

/** What is the same of a load, however it is known. */
export function seen(
  { requests, failures, failureKinds, passes, asked, firstStartMs, lastEndMs, connections, counted }: Counts,
  originMs: number
) {
  const ofClock = ({ fromMs, toMs }: Span) => ({ fromMs: originMs + fromMs, toMs: originMs + toMs })
  return {
    requests,
    failures,
    failureKinds,
    passes,
    asked,
    slowestMs: counted.slowestMs ?? 0,
    span: ofClock({ fromMs: firstStartMs, toMs: lastEndMs }),
    counted: (counted.slices ?? [counted]).map(ofClock),
    keepsConnections: keepsConnections({ requests, connections })
  }
}
