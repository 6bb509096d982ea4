import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseComparison } from './parse-comparison.ts'
import type { Estimate, ScenarioResult } from '../concepts/comparison.ts'
import type { HistoryEntry, HistoryScenario } from '../concepts/report-data.ts'

/**
 * All comparisons that are kept, as far as they can be read.
 *
 * @param reportDirectory absolute path
 * @returns entries: the newest first; ignored: folders in which a comparison began, but none is to be read
 */
export function listComparisons(reportDirectory: string): { entries: HistoryEntry[], ignored: number } {
  const folders = readdirSync(reportDirectory, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const entries = folders.flatMap((folder) => readEntry(reportDirectory, folder) ?? [])
  const records = folders.filter((folder) => isRecord(join(reportDirectory, folder)))
  return {
    entries: entries.sort((a, b) => compareTexts(b.startedAt, a.startedAt) || compareTexts(b.folder, a.folder)),
    ignored: records.length - entries.length
  }
}

/** @returns null: there is no comparison, half of one, or another version's */
function readEntry(reportDirectory: string, folder: string): HistoryEntry | null {
  try {
    const path = join(reportDirectory, folder)
    const text = readFileSync(join(path, 'comparison.json'), 'utf8')
    const { file, startedAt, environment, error, verdict, scenarios } = parseComparison(text, path)
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

function asScenario({ scenario, baseline, rounds, candidates }: ScenarioResult): HistoryScenario {
  const kept = candidates.map(({ name, verdict, estimates }) => ({ name, verdict, estimates: estimates.map(asEstimate) }))
  return { scenario, baseline, rounds, candidates: kept }
}

function asEstimate({ metric, speedup, interval, required, reason, regression }: Estimate) {
  return { metric, speedup, interval, required, reason, regression }
}

/** @param folder absolute path */
function isRecord(folder: string) {
  return ['comparison.json', 'runs.ndjson'].some((name) => existsSync(join(folder, name)))
}

function compareTexts(a: string, b: string) {
  return a < b ? -1 : Number(a > b)
}
