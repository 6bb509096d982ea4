import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, isAbsolute, normalize } from 'node:path'
import { lostIn } from '../concepts/disturbances.ts'
import { counted } from '../concepts/wording.ts'
import { condenseRun } from './condense-run.ts'
import { aFile, parseComparison, parseListed, refuse } from './parse-comparison.ts'
import { sum } from '../statistics/descriptive.ts'
import { rowVerdict } from '../concepts/verdicts.ts'
import {
  isKnown,
  isShown,
  type Comparison,
  type PreviousComparison,
  type ScenarioResult
} from '../concepts/comparison.ts'
import type { HistoryEntry, HistoryScenario, ReportData, RunDetail } from '../concepts/report-data.ts'
import type { Run } from '../concepts/run.ts'
import { commonPercentiles } from '../concepts/metrics.ts'
import { parseLines } from './telemetry.ts'

const whatToGive = 'name a comparison folder, such as reports/2026-11-20T12-00-00-primes'

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
  const disturbed = disturbedInDetail(runs)
  const details: RunDetail[] = []
  // Two at a time, and not all: one is decompressed while the other is condensed, and only theirs are in memory.
  for (let at = 0; at < runs.length; at += 2) {
    const condensed = runs
      .slice(at, at + 2)
      .map((run) => condenseRun(run, { folder, withWorkerP95: shown.has(run), withDisturbances: disturbed.has(run) }))
    details.push(...(await Promise.all(condensed)))
  }
  return { comparison, runs: details }
}

/** The conclusions in a folder, or in a file of any name. Throws SpeedupError NOT_A_RECORD. */
export function readComparisonAt(path: string): Comparison {
  const text = statSync(path, { throwIfNoEntry: false })?.isFile() ? readText(path) : null
  return text === null ? readConclusion(path) : parseComparison(text, path)
}

/** The conclusions without the runs. Throws SpeedupError NOT_A_RECORD. */
export function readConclusion(folder: string): Comparison {
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (stats === undefined) refuse(`${folder} does not exist; ${whatToGive}`)
  if (!stats.isDirectory()) refuse(`${folder} is a file; ${whatToGive}`)
  const file = join(folder, 'comparison.json')
  const text = readText(file)
  if (text !== null) return parseComparison(text, file)
  if (!existsSync(join(folder, 'runs.ndjson')))
    refuse(`${folder} is not a comparison folder: it has no comparison.json; ${whatToGive}`)
  return refuse(
    `${folder} has no comparison.json: the comparison was killed before it ended, so it has no result; measure again`
  )
}

/** @returns null: it is not there */
function readText(file: string) {
  try {
    return readFileSync(aFile(file), 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? null : refuse(`${file} cannot be read (${message}); ${whatToGive}`)
  }
}

/** The last lines may be cut off without a trace. */
function checkWhole(runs: Run[], { scenarios }: Comparison, file: string) {
  for (const { scenario, rounds, variants, capacity } of scenarios) {
    // A search has as many loads as it needs.
    const asked = capacity === null ? rounds * variants.length : sum(capacity.variants.map(({ steps }) => steps.length))
    const found = runs.filter((run) => run.scenario === scenario).length
    if (found >= asked) continue
    const lack = `${counted(found, 'run')} of ${scenario}, but ${asked} were compared`
    refuse(`${file} has ${lack}; copy the whole comparison folder again`)
  }
}

/** One run of each variant and scenario: the one with the median p95 of its rounds, of an even number the lower one. */
export function runsInDetail(runs: readonly Run[]): Set<Run> {
  const p95 = ({ latencyMs }: Run) => latencyMs?.p95 ?? Number.MAX_VALUE
  return new Set(alike(runs).map((rounds) => rounds.toSorted((a, b) => p95(a) - p95(b))[(rounds.length - 1) >> 1]))
}

/**
 * One run of each variant and scenario: the first of those with the most lost requests; where none was lost, the last.
 */
export function disturbedInDetail(runs: readonly Run[]): Set<Run> {
  const lostOf = ({ disturbances }: Run) => sum(disturbances.map(({ lost }) => lostIn(lost)))
  return new Set(
    alike(runs).map((rounds) => {
      const most = Math.max(...rounds.map(lostOf))
      return most === 0 ? rounds[rounds.length - 1] : (rounds.find((run) => lostOf(run) === most) as Run)
    })
  )
}

/** @returns the rounds of each variant and scenario */
const alike = (runs: readonly Run[]) => [
  ...Map.groupBy(runs, ({ scenario, variant }) => JSON.stringify([scenario, variant])).values()
]

/**
 * All comparisons that are kept, the newest first; ignored: folders in which a comparison began, but none can be read.
 */
export function listComparisons(reportDirectory: string): { entries: HistoryEntry[]; ignored: number } {
  const folders = readdirSync(reportDirectory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  const entries = folders.flatMap((folder) => readEntry(reportDirectory, folder) ?? [])
  const records = folders.filter((folder) =>
    ['comparison.json', 'runs.ndjson'].some((name) => existsSync(join(reportDirectory, folder, name)))
  )
  const key = ({ startedAt, folder }: HistoryEntry) => `${startedAt} ${folder}`
  return { entries: entries.sort((a, b) => (key(a) < key(b) ? 1 : -1)), ignored: records.length - entries.length }
}

/** @returns of a file: what was kept last of it; null: nothing with a figure */
export function previousOf(file: string, reportDirectory: string): PreviousComparison | null {
  if (!existsSync(reportDirectory)) return null // What was begun may have been removed meanwhile.
  for (const { folder, startedAt, commit, scenarios, ...entry } of listComparisons(reportDirectory).entries) {
    if (entry.file !== file || entry.interrupted) continue
    const estimates = scenarios.flatMap(({ scenario, candidates }) =>
      candidates.flatMap(({ name, estimates: all }) =>
        all
          .filter(isKnown)
          .map(({ metric, speedup, interval }) => ({ scenario, candidate: name, metric, speedup, interval }))
      )
    )
    if (estimates.length > 0) return { folder, startedAt, commit, estimates }
  }
  return null
}

/** @returns null: there is no comparison, half of one, or another version's */
function readEntry(reportDirectory: string, folder: string): HistoryEntry | null {
  const path = join(reportDirectory, folder)
  try {
    const { file, startedAt, environment, error, verdict, scenarios } = parseListed(
      readFileSync(aFile(join(path, 'comparison.json')), 'utf8'),
      path
    )
    return {
      folder,
      hasPage: existsSync(join(path, 'index.html')),
      file,
      startedAt,
      commit: environment.commit,
      interrupted: error?.code === 'INTERRUPTED',
      verdict,
      scenarios: scenarios.map(asScenario)
    }
  } catch {
    return null
  }
}

function asScenario(result: ScenarioResult): HistoryScenario {
  const { scenario, baseline, rounds, losses, candidates } = result
  const lossesOf = (name: string) =>
    losses === null ? {} : { losses: losses.find(({ variant }) => variant === name)?.losses }
  const kept = candidates.map(({ name, verdict, estimates }) => ({
    name,
    verdict: rowVerdict({ name, verdict }, result),
    estimates: estimates.filter(isShown),
    ...lossesOf(name)
  }))
  return { scenario, baseline, rounds, verdict: result.verdict, candidates: kept }
}

/** Without a last line that was cut off: its run was never compared. Throws SpeedupError NOT_A_RECORD. */
export const readRuns = (text: string, file: string): Run[] =>
  parseLines(text).map((run, i) => {
    const problem = isRun(run)
      ? [run.samples, run.telemetry].filter(isOutside).map((path) => `names ${path}, which is outside of its folder`)[0]
      : 'is not a run'
    if (problem !== undefined)
      refuse(`${file} is broken: line ${i + 1} ${problem}; copy the whole comparison folder again`)
    return run
  })

const isOutside = (path: string) => isAbsolute(path) || /^\.\.(?:[/\\]|$)/.test(normalize(path))

/** Checks what the page shows, and what is needed to find and read the run's files. */
function isRun(run: any): run is Run {
  const isWorker = (worker: any) =>
    haveNumbers(worker, ['requests', 'connections']) &&
    typeof worker.pid === 'string' &&
    typeof worker.usage === 'object'
  return (
    ['scenario', 'variant', 'samples', 'telemetry'].every((key) => typeof run?.[key] === 'string') &&
    Number.isSafeInteger(run.requests) &&
    haveNumbers(run, ['originMs', 'requests', 'round', 'loadSeconds', 'failures', 'throughputPerSecond']) &&
    (run.latencyMs === null || haveNumbers(run.latencyMs, commonPercentiles)) &&
    (run.generator?.utilization === null || haveNumbers(run.generator, ['utilization'])) &&
    (run.machine === null || haveNumbers(run.machine, ['cores', 'others', 'stolen'])) &&
    typeof run.firstRequests?.apart === 'boolean' &&
    haveNumbers(run.counted, ['requests', 'latencies']) &&
    Array.isArray(run.disturbances) &&
    Array.isArray(run.lives) &&
    typeof run.client === 'object' &&
    Array.isArray(run.workers) &&
    run.workers.every(isWorker) &&
    !Number.isNaN(Date.parse(run.startedAt))
  )
}

const haveNumbers = (object: any, keys: string[]) =>
  keys.every((key) => typeof object?.[key] === 'number' && object[key] >= 0)
