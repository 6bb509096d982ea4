import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseComparison } from './parse-comparison.ts'
import type { CandidateResult } from '../concepts/comparison.ts'
import type { HistoryCandidate, HistoryEntry } from '../concepts/report-data.ts'

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
    const { file, startedAt, environment, error, verdict, scenarios } = parseComparison(readFileSync(join(path, 'comparison.json'), 'utf8'), path)
    return {
      folder,
      hasPage: existsSync(join(path, 'index.html')),
      file,
      startedAt,
      commit: environment.commit,
      interrupted: error?.code === 'INTERRUPTED',
      verdict,
      scenarios: scenarios.map(({ scenario, baseline, rounds, candidates }) => ({ scenario, baseline, rounds, candidates: candidates.map(asCandidate) }))
    }
  } catch {
    return null
  }
}

function asCandidate({ name, verdict, estimates }: CandidateResult): HistoryCandidate {
  return {
    name,
    verdict,
    estimates: estimates.map(({ metric, speedup, interval, required, reason, regression }) => ({ metric, speedup, interval, required, reason, regression }))
  }
}

/** @param folder absolute path */
function isRecord(folder: string) {
  return ['comparison.json', 'runs.ndjson'].some((name) => existsSync(join(folder, name)))
}

function compareTexts(a: string, b: string) {
  return a < b ? -1 : Number(a > b)
}
