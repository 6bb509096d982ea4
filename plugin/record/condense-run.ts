import { join } from 'node:path'
import { SpeedupError } from '../concepts/errors.ts'
import { counted } from '../concepts/wording.ts'
import { findSamples } from '../generator/samples.ts'
import { rounded } from '../statistics/descriptive.ts'
import { latencyCloud, timeBins } from './latency-cloud.ts'
import { quantiles, sortedLatencies } from './quantiles.ts'
import { readRequests } from './read-requests.ts'
import { readTelemetry } from './telemetry-file.ts'
import { usageOver, utilizationOf, type Span, type Reading } from './usage-over.ts'
import type { Run } from '../concepts/run.ts'
import type { RunDetail, UtilizationPoint } from '../concepts/report-data.ts'

/** @throws SpeedupError NOT_A_RECORD */
export async function condenseRun(kept: Run, { folder, withCloud }: { folder: string, withCloud: boolean }): Promise<RunDetail> {
  const run = { ...kept, samples: findSamples(folder, kept.samples) }
  const shares = inOrderOfStart(run.workers)
  const requests = await read(run, 'samples', folder, (file) => readRequests(file, run, shares.map(({ pid }) => pid)))
  // A load that is known by Artillery's metrics alone left its samples file empty: there is no single latency to show. None of
  // its load threads told of itself either.
  const isMetered = run.generator.threads === 0
  if (requests.count !== (isMetered ? 0 : run.requests)) refuseCut(run, folder, requests.count)
  const telemetry = await read(run, 'telemetry', folder, readTelemetry)
  const reports = Map.groupBy(telemetry.filter((line) => line.source === 'worker'), ({ pid }) => String(pid))
  const threads = Map.groupBy(telemetry.filter((line) => line.source === 'load-thread'), ({ thread }) => thread)
  const originMs = Date.parse(run.startedAt)
  const load = { fromMs: originMs + requests.firstStartMs, toMs: originMs + requests.lastEndMs }
  const { apart, count } = run.firstRequests
  const workers = shares.map(({ pid, requests: ofWorker, connections, usage }) => ({
    pid, requests: ofWorker, connections, usage, utilization: utilizationPoints(reports.get(pid) ?? [], load)
  }))
  return {
    run,
    beganMs: rounded(load.fromMs),
    counted: isMetered ? run.requests - run.failures - (apart ? count : 0) : requests.counting.length,
    quantiles: quantiles(sortedLatencies(requests)),
    bins: timeBins(requests),
    workers,
    generator: utilizationPoints(busiest([...threads.values()], load), load),
    cloud: withCloud ? latencyCloud(requests, shares.length) : null
  }
}

async function read<T>(run: Run, part: 'samples' | 'telemetry', folder: string, reader: (file: string) => T | Promise<T>) {
  const file = join(folder, run[part])
  try {
    return await reader(file)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const reason = code === 'ENOENT' ? 'is missing' : `cannot be read (${message})`
    const advice = 'copy the whole folder of the comparison, with samples/, which has the files of all runs.'
    throw new SpeedupError('NOT_A_RECORD', `${file} ${reason}; ${advice}`)
  }
}

function refuseCut({ samples, requests, variant, round }: Run, folder: string, found: number): never {
  const had = `${join(folder, samples)} has only ${counted(found, 'request')}, but ${variant} had ${requests} in round ${round}`
  throw new SpeedupError('NOT_A_RECORD', `${had}: the file was cut off; copy the whole folder of the comparison again.`)
}

/**
 * The system numbers processes as it starts them, mostly; an app that names its workers itself may give names.
 *
 * @returns by number, then by name
 */
function inOrderOfStart<T extends { pid: string }>(workers: readonly T[]): T[] {
  const rank = ({ pid }: T) => (/^\d+$/.test(pid) ? Number(pid) : Number.MAX_VALUE)
  return workers.toSorted((a, b) => rank(a) - rank(b) || (a.pid < b.pid ? -1 : 1))
}

const mostPoints = 60

/**
 * How busy an event loop was over a load, from reading to reading.
 *
 * @param readings in the order of time
 * @returns within the load, and one beyond its end; of many, every second, third ...
 */
export function utilizationPoints(readings: readonly Reading[], { fromMs, toMs }: Span): UtilizationPoint[] {
  const first = readings.findIndex(({ atMs }, i) => i > 0 && atMs > fromMs)
  if (first < 0) return []
  const beyond = readings.findIndex(({ atMs }) => atMs >= toMs)
  const during = readings.slice(first, beyond < 0 ? undefined : beyond + 1)
  const stride = Math.ceil(during.length / mostPoints)
  // The last one stays.
  const chosen = during.filter((_, i) => (during.length - 1 - i) % stride === 0)
  return chosen.map((reading, i) => {
    const before = chosen[i - 1] ?? readings[first - 1]
    const utilization = utilizationOf(reading.activeMs - before.activeMs, reading.idleMs - before.idleMs)
    return { seconds: rounded((reading.atMs - fromMs) / 1000), utilization: rounded(utilization) }
  })
}

/**
 * @param threads each one's readings, in the order of time
 * @returns those of the busiest; empty where none told enough
 */
function busiest<T extends Reading>(threads: readonly T[][], load: Span): T[] {
  const utilization = (readings: T[]) => usageOver(readings, load)?.utilization ?? -1
  return threads.filter((readings) => utilization(readings) >= 0).sort((a, b) => utilization(b) - utilization(a))[0] ?? []
}
