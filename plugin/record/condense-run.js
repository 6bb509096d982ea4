import { join } from 'node:path'
import { SpeedupError } from '../errors.js'
import { findSamples } from '../load/sample-files.js'
import { readTelemetry } from '../telemetry/telemetry-file.js'
import { counted } from '../wording.js'
import { sortedLatencies } from './group-latencies.js'
import { latencyCloud } from './latency-cloud.js'
import { quantiles } from './quantiles.js'
import { readRequests } from './read-requests.js'
import { round } from './round.js'
import { timeBins } from './time-bins.js'
import { busiest, utilizationPoints } from './utilization.js'
import { inOrderOfStart } from './worker-order.js'
/**
 * @import { Run, RunDetail, WorkerShare } from '../vocabulary.js'
 * @import { TelemetryLine } from '../telemetry/telemetry-file.js'
 * @import { Span } from '../telemetry/usage-over.js'
 */

/**
 * @param {Run} kept
 * @param {object} how
 * @param {string} how.folder of the comparison
 * @param {boolean} how.withCloud
 * @returns {Promise<RunDetail>}
 * @throws {SpeedupError} NOT_A_RECORD
 */
export async function condenseRun(kept, { folder, withCloud }) {
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

/**
 * @template T
 * @param {Run} run
 * @param {'samples' | 'telemetry'} part
 * @param {string} folder
 * @param {(file: string) => T | Promise<T>} reader
 */
async function read(run, part, folder, reader) {
  const file = join(folder, run[part])
  try {
    return await reader(file)
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
    const reason = code === 'ENOENT' ? 'is missing' : `cannot be read (${message})`
    throw new SpeedupError('NOT_A_RECORD', `${file} ${reason}; copy the whole folder of the comparison, with samples/, which has the files of all runs.`)
  }
}

/**
 * A load that is known by Artillery's metrics alone left its samples file empty: there is no single latency to show. None of
 * its load threads told of itself either.
 *
 * @param {Run} run
 */
function isMetered({ generator }) {
  return generator.threads === 0
}

/** @param {Run} run */
function responsesThatCount({ requests, failures, firstRequests: { apart, count } }) {
  return requests - failures - (apart ? count : 0)
}

/**
 * @param {Run} run
 * @param {string} folder
 * @param {number} found
 */
function checkWhole(run, folder, found) {
  const { samples, requests, variant, round: number } = run
  if (found === (isMetered(run) ? 0 : requests)) return
  const had = `${join(folder, samples)} has only ${counted(found, 'request')}, but ${variant} had ${requests} in round ${number}`
  throw new SpeedupError('NOT_A_RECORD', `${had}: the file was cut off; copy the whole folder of the comparison again.`)
}

/**
 * @param {Span} load
 * @param {WorkerShare[]} shares
 * @param {TelemetryLine[]} telemetry
 * @returns {RunDetail['workers']}
 */
function workersOver(load, shares, telemetry) {
  const lines = telemetry.filter((line) => line.source === 'worker')
  const byPid = Map.groupBy(lines, ({ pid }) => String(pid))
  return shares.map(({ pid, requests, connections, usage }) => ({ pid, requests, connections, usage, utilization: utilizationPoints(byPid.get(pid) ?? [], load) }))
}

/**
 * @param {Span} load
 * @param {TelemetryLine[]} telemetry
 * @returns {RunDetail['generator']}
 */
function generatorOver(load, telemetry) {
  const lines = telemetry.filter((line) => line.source === 'load-thread')
  return utilizationPoints(busiest([...Map.groupBy(lines, ({ thread }) => thread).values()], load), load)
}
