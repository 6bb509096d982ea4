import { join } from 'node:path'
import { commonPercentiles, probabilityOf } from '../concepts/metrics.ts'
import { counted } from '../concepts/wording.ts'
import { findSamples } from '../record/samples.ts'
import { quantileOfSorted, rounded } from '../statistics/descriptive.ts'
import { refuse } from '../record/parse-comparison.ts'
import { readRequests, groupLatencies, type Requests } from './read-requests.ts'
import { isRecorded, type Run } from '../concepts/run.ts'
import { runsSearched } from '../questions/concepts.ts'
import { detailing } from '../questions/measure.ts'
import type { RunDetail, ReportData } from '../concepts/report-data.ts'
import type { Comparison } from '../concepts/comparison.ts'
import { readConclusion, readText, readRuns } from '../record/read-record.ts'

const leastSeconds = 0.001 // a run without any time still has an axis

/**
 * What a comparison left in its folder: its conclusions whole, its runs condensed. Throws SpeedupError NOT_A_RECORD.
 *
 * @param comparison that was just concluded from them; left out: it is read, too
 */
export async function readRecord(folder: string, comparison = readConclusion(folder)): Promise<ReportData> {
  const file = join(folder, 'runs.ndjson')
  const text =
    readText(file) ?? refuse(`${folder} has a comparison.json, but no runs.ndjson; copy the whole comparison folder`)
  const runs = readRuns(text, file)
  checkWhole(runs, comparison, file)
  const shown = runsInDetail(runs)
  const detailOf = detailing(alike(runs))
  const details: RunDetail[] = []
  // Two at a time, and not all: one is decompressed while the other is condensed, and only theirs are in memory.
  for (let at = 0; at < runs.length; at += 2) {
    const condensed = runs
      .slice(at, at + 2)
      .map((run) => condenseRun(run, { folder, withWorkerP95: shown.has(run), detailOf }))
    details.push(...(await Promise.all(condensed)))
  }
  return { comparison, runs: details }
}

/** The last lines may be cut off without a trace. */
function checkWhole(runs: Run[], { scenarios }: Comparison, file: string) {
  for (const result of scenarios) {
    const { scenario, rounds, variants } = result
    // A search has as many loads as it needs.
    const asked = runsSearched(result) ?? rounds * variants.length
    const found = runs.filter((run) => run.scenario === scenario).length
    if (found >= asked) continue
    const lack = `${counted(found, 'run')} of ${scenario}, but ${asked} were compared`
    refuse(`${file} has ${lack}; copy the whole comparison folder again`)
  }
}

/** One run of each variant and scenario: the one with the median p95 of its rounds, of an even number the lower one. */
export function runsInDetail(runs: readonly Run[]) {
  const p95 = ({ latencyMs }: Run) => latencyMs?.p95 ?? Number.MAX_VALUE
  return new Set(alike(runs).map((rounds) => rounds.toSorted((a, b) => p95(a) - p95(b))[(rounds.length - 1) >> 1]))
}

/** @returns the rounds of each variant and scenario */
const alike = (runs: readonly Run[]) => [
  ...Map.groupBy(runs, ({ scenario, variant }) => JSON.stringify([scenario, variant])).values()
]

/** @throws SpeedupError NOT_A_RECORD */
export async function condenseRun(
  kept: Run,
  {
    folder,
    withWorkerP95,
    detailOf
  }: { folder: string; withWorkerP95: boolean; detailOf: ReturnType<typeof detailing> }
): Promise<RunDetail> {
  const run = { ...kept, samples: findSamples(folder, kept.samples) }
  // The system numbers processes as it starts them, mostly; an app that names its workers itself may give names.
  const rank = (pid: string) => (/^\d+$/.test(pid) ? Number(pid) : Number.MAX_VALUE)
  const shares = run.workers.toSorted((a, b) => rank(a.pid) - rank(b.pid) || (a.pid < b.pid ? -1 : 1))
  const file = join(folder, run.samples)
  const pids = shares.map(({ pid }) => pid)
  const requests = await readRequests(file, run, pids).catch(({ code, message }: NodeJS.ErrnoException) => {
    const reason = code === 'ENOENT' ? 'is missing' : `cannot be read (${message})`
    return refuse(
      `${file} ${reason}; copy the whole comparison folder, including samples/, which has the files of all runs`
    )
  })
  if (requests.count !== (isRecorded(run) ? run.requests : 0)) {
    const found = `only ${counted(requests.count, 'request')}`
    refuse(
      `${file} has ${found}, but ${run.variant} had ${run.requests} in round ${run.round}: ` +
        'the file is truncated; copy the whole comparison folder again'
    )
  }
  return {
    run,
    beganMs: rounded(run.originMs + requests.firstStartMs),
    seconds: Math.max(leastSeconds, run.loadSeconds, rounded((requests.lastEndMs - requests.firstStartMs) / 1000)),
    counted: requests.count === 0 ? run.counted.latencies : requests.counting.length,
    quantiles: quantiles(Array.from(requests.byLatency.latencyUs, (us) => us / 1000)),
    workers: shares,
    workerP95Ms: withWorkerP95 ? workerP95Ms(requests, shares.length) : [],
    ...detailOf(requests, kept)
  }
}

/** What charts and tables name: there however small the sample is. */
const named = [0, 0.75, 0.9, 1, ...commonPercentiles.map(probabilityOf)]
/** Points of a curve whose x is -log10(1 - probability): 40 for each unit, up to p99.9. */
const curve = Array.from({ length: 121 }, (_, i) => 1 - 10 ** (-i / 40))

/**
 * The same probabilities for every run, as far as its sample reaches, so that rounds can be compared point by point.
 */
export function quantiles(sorted: ArrayLike<number>) {
  if (sorted.length === 0) return []
  const reached = curve.filter((probability) => probability <= 1 - 1 / sorted.length)
  return [...new Set([...named, ...reached])]
    .sort((a, b) => a - b)
    .map((probability) => ({ probability, latencyMs: rounded(quantileOfSorted(sorted, probability)) }))
}

/** A chart of more shows no single one. */
const most = { workers: 64, steps: 20 }
/** In less than that, hardly anything happens. */
const shortestStepMs = 250

/** @returns for each worker: in equal steps of the load's time; empty: there are too many to tell them apart */
export function workerP95Ms(requests: Requests, workers: number) {
  if (workers > most.workers) return []
  const { startMs, firstStartMs, lastEndMs } = requests
  const spanMs = lastEndMs - firstStartMs
  const steps = Math.max(1, Math.min(most.steps, Math.floor(spanMs / shortestStepMs)))
  // What began at the very end belongs to the last step. A load may take no time at all.
  const stepOf = (request: number) =>
    Math.min(steps - 1, Math.floor(((startMs[request] - firstStartMs) * steps) / (spanMs || 1)))
  // Below 0 where the worker is unknown.
  const groupOf = requests.worker.map((worker, request) => worker * steps + stepOf(request))
  const p95s = groupLatencies(requests, workers * steps, groupOf).map((sorted) =>
    sorted.length === 0 ? null : rounded(quantileOfSorted(sorted, 0.95))
  )
  return Array.from({ length: workers }, (_, worker) => p95s.slice(worker * steps, (worker + 1) * steps))
}
