import { ownOf, listsOfRuns } from '../questions/concepts.ts'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, isAbsolute, normalize } from 'node:path'
import { aFile, parseComparison, parseListed, refuse } from './parse-comparison.ts'
import { rowVerdict } from '../concepts/verdicts.ts'
import {
  isKnown,
  isShown,
  type Comparison,
  type PreviousComparison,
  type ScenarioResult
} from '../concepts/comparison.ts'
import type { HistoryEntry, HistoryScenario } from '../concepts/report-data.ts'
import type { Run } from '../concepts/run.ts'
import { commonPercentiles } from '../concepts/metrics.ts'
import { parseLines } from './telemetry.ts'

const whatToGive = 'name a comparison folder, such as reports/2026-11-20T12-00-00-primes'

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
export function readText(file: string) {
  try {
    return readFileSync(aFile(file), 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? null : refuse(`${file} cannot be read (${message}); ${whatToGive}`)
  }
}

/**
 * All comparisons that are kept, the newest first; ignored: folders in which a comparison began, but none can be read.
 */
export function listComparisons(reportDirectory: string) {
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

/** @returns the speedups of a comparison that stand */
export const knownIn = ({ scenarios }: Pick<HistoryEntry, 'scenarios'>) =>
  scenarios.flatMap(({ scenario, candidates }) =>
    candidates.flatMap(({ name, estimates }) =>
      estimates
        .filter(isKnown)
        .map(({ metric, speedup, interval }) => ({ scenario, candidate: name, metric, speedup, interval }))
    )
  )

/** @returns of a file: what was kept last of it; null: nothing with a figure */
export function previousOf(file: string, reportDirectory: string): PreviousComparison | null {
  if (!existsSync(reportDirectory)) return null // What was begun may have been removed meanwhile.
  for (const entry of listComparisons(reportDirectory).entries) {
    const { folder, startedAt, commit } = entry
    const estimates = entry.file === file && !entry.interrupted ? knownIn(entry) : []
    if (estimates.length > 0) return { folder, startedAt, commit, estimates }
  }
  return null
}

/** @returns null: there is no comparison, half of one, or another version's */
function readEntry(reportDirectory: string, folder: string): HistoryEntry | null {
  const path = join(reportDirectory, folder)
  try {
    const comparison = parseListed(readFileSync(aFile(join(path, 'comparison.json')), 'utf8'), path)
    const { file, startedAt, environment, error, verdict, scenarios } = comparison
    return {
      folder,
      hasPage: existsSync(join(path, 'index.html')),
      file,
      startedAt,
      commit: environment.commit,
      measuredBy: whoMeasured(comparison),
      interrupted: error?.code === 'INTERRUPTED',
      verdict,
      scenarios: scenarios.map(asScenario)
    }
  } catch {
    return null
  }
}

function whoMeasured({ environment, settings }: Comparison) {
  const { cpu, cores, node, leanClient } = environment
  const { generator, loadHost, alternate, load } = settings
  return JSON.stringify([cpu, cores, node, leanClient, generator, loadHost, alternate, load])
}

function asScenario(result: ScenarioResult): HistoryScenario {
  const { scenario, baseline, rounds, candidates } = result
  const kept = candidates.map(({ name, verdict, estimates }) => ({
    name,
    verdict: rowVerdict({ name, verdict }, result),
    estimates: estimates.filter(isShown),
    ...Object.fromEntries(Object.entries(ownOf(result, name)).filter(([, part]) => part !== null))
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
    [...listsOfRuns, 'workers'].every((list) => Array.isArray(run[list])) &&
    typeof run.client === 'object' &&
    run.workers.every(isWorker) &&
    !Number.isNaN(Date.parse(run.startedAt))
  )
}

const haveNumbers = (object: any, keys: string[]) =>
  keys.every((key) => typeof object?.[key] === 'number' && object[key] >= 0)
