import { join } from 'node:path'
import { SpeedupError } from '../errors.ts'
import { findSamples } from '../load/sample-files.ts'
import { readTelemetry, type TelemetryLine } from '../telemetry/telemetry-file.ts'
import { counted } from '../wording.ts'
import { sortedLatencies } from './group-latencies.ts'
import { latencyCloud } from './latency-cloud.ts'
import { quantiles } from './quantiles.ts'
import { readRequests } from './read-requests.ts'
import { round } from './round.ts'
import { timeBins } from './time-bins.ts'
import { busiest, utilizationPoints } from './utilization.ts'
import { inOrderOfStart } from './worker-order.ts'
import type { Run, RunDetail, WorkerShare } from '../vocabulary.ts'
import type { Span } from '../telemetry/usage-over.ts'

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
