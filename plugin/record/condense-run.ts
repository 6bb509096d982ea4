import { join } from 'node:path'
import { SpeedupError } from '../concepts/errors.ts'
import { findSamples } from '../generator/samples.ts'
import { readTelemetry, type TelemetryLine } from './telemetry-file.ts'
import { counted } from '../concepts/wording.ts'
import { sortedLatencies, quantiles, round } from './quantiles.ts'
import { latencyCloud, timeBins } from './latency-cloud.ts'
import { readRequests } from './read-requests.ts'
import type { Run, WorkerShare } from '../concepts/run.ts'
import type { RunDetail, UtilizationPoint } from '../concepts/report-data.ts'
import { usageOver, type Span, type Reading } from './usage-over.ts'

/**
 * @param how.folder of the comparison
 * @throws SpeedupError NOT_A_RECORD
 */
export async function condenseRun(kept: Run, { folder, withCloud }: { folder: string, withCloud: boolean }): Promise<RunDetail> {
  const run = { ...kept, samples: findSamples(folder, kept.samples) }
  const shares = inOrderOfStart(run.workers)
  const requests = await read(run, 'samples', folder, (file) => readRequests(file, run, shares.map(({ pid }) => pid)))
  checkWhole(run, folder, requests.count)
  const telemetry = await read(run, 'telemetry', folder, readTelemetry)
  const originMs = Date.parse(run.startedAt)
  const load = { fromMs: originMs + requests.firstStartMs, toMs: originMs + requests.lastEndMs }
  const sorted = sortedLatencies(requests)
  return {
    run,
    beganMs: round(load.fromMs),
    counted: isMetered(run) ? responsesThatCount(run) : sorted.length,
    quantiles: quantiles(sorted),
    bins: timeBins(requests),
    workers: workersOver(load, shares, telemetry),
    generator: generatorOver(load, telemetry),
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
    throw new SpeedupError('NOT_A_RECORD', `${file} ${reason}; copy the whole folder of the comparison, with samples/, which has the files of all runs.`)
  }
}

/**
 * A load that is known by Artillery's metrics alone left its samples file empty: there is no single latency to show. None of
 * its load threads told of itself either.
 */
function isMetered({ generator }: Run) {
  return generator.threads === 0
}

function responsesThatCount({ requests, failures, firstRequests: { apart, count } }: Run) {
  return requests - failures - (apart ? count : 0)
}

function checkWhole(run: Run, folder: string, found: number) {
  const { samples, requests, variant, round: number } = run
  if (found === (isMetered(run) ? 0 : requests)) return
  const had = `${join(folder, samples)} has only ${counted(found, 'request')}, but ${variant} had ${requests} in round ${number}`
  throw new SpeedupError('NOT_A_RECORD', `${had}: the file was cut off; copy the whole folder of the comparison again.`)
}

function workersOver(load: Span, shares: WorkerShare[], telemetry: TelemetryLine[]): RunDetail['workers'] {
  const lines = telemetry.filter((line) => line.source === 'worker')
  const byPid = Map.groupBy(lines, ({ pid }) => String(pid))
  return shares.map(({ pid, requests, connections, usage }) => ({ pid, requests, connections, usage, utilization: utilizationPoints(byPid.get(pid) ?? [], load) }))
}

function generatorOver(load: Span, telemetry: TelemetryLine[]): RunDetail['generator'] {
  const lines = telemetry.filter((line) => line.source === 'load-thread')
  return utilizationPoints(busiest([...Map.groupBy(lines, ({ thread }) => thread).values()], load), load)
}

/**
 * The system numbers processes as it starts them, mostly; an app that names its workers itself may give names.
 *
 * @returns by number, then by name
 */
export function inOrderOfStart<T extends { pid: string }>(workers: readonly T[]): T[] {
  return workers.toSorted((a, b) => rank(a) - rank(b) || (a.pid < b.pid ? -1 : 1))
}

function rank({ pid }: { pid: string }) {
  return /^\d+$/.test(pid) ? Number(pid) : Number.MAX_VALUE
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
  return chosen.map((reading, i) => ({
    seconds: round((reading.atMs - fromMs) / 1000),
    utilization: round(between(chosen[i - 1] ?? readings[first - 1], reading))
  }))
}

/** @returns from 0 to 1 */
function between(before: Reading, after: Reading): number {
  const activeMs = after.activeMs - before.activeMs
  const idleMs = after.idleMs - before.idleMs
  return activeMs + idleMs === 0 ? 0 : activeMs / (activeMs + idleMs)
}

/**
 * @param threads each one's readings, in the order of time
 * @returns those of the busiest; empty where none told enough
 */
export function busiest<T extends Reading>(threads: readonly T[][], load: Span): T[] {
  const told = threads.flatMap((readings) => {
    const usage = usageOver(readings, load)
    return usage === null ? [] : [{ readings, utilization: usage.utilization }]
  })
  return told.length === 0 ? [] : told.reduce((a, b) => (b.utilization > a.utilization ? b : a)).readings
}
