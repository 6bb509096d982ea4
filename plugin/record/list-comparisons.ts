import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseComparison } from './parse-comparison.ts'
import type { CandidateResult, ScenarioResult } from '../concepts/comparison.ts'
import type { HistoryCandidate, HistoryEntry, HistoryScenario } from '../concepts/report-data.ts'

/**
 * All comparisons that are kept, as far as they can be read.
 *
 * @param reportDirectory absolute path
 * @returns entries: the newest first; ignored: folders in which a comparison began, but none is to be read
 */
export function listComparisons(reportDirectory: string): { entries: HistoryEntry[], ignored: number } {
  const folders = readdirSync(reportDirectory, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const read = folders.map((folder) => readEntry(reportDirectory, folder))
  const entries = read.filter((entry) => entry !== null)
  const unread = folders.filter((_, i) => read[i] === null)
  return {
    entries: entries.sort((a, b) => compareTexts(b.startedAt, a.startedAt) || compareTexts(b.folder, a.folder)),
    ignored: unread.filter((folder) => isRecord(join(reportDirectory, folder))).length
  }
}

/** @param folder absolute path */
function isRecord(folder: string) {
  return ['comparison.json', 'runs.ndjson'].some((name) => existsSync(join(folder, name)))
}

/**
 * @param folder its name
 * @returns null: there is no comparison, half of one, or another version's
 */
function readEntry(reportDirectory: string, folder: string): HistoryEntry | null {
  try {
    const file = join(reportDirectory, folder, 'comparison.json')
    const { file: script, startedAt, environment, error, verdict, scenarios } = parseComparison(readFileSync(file, 'utf8'), file)
    return {
      folder,
      hasPage: existsSync(join(reportDirectory, folder, 'index.html')),
      file: script,
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
  return { scenario, baseline, rounds, candidates: candidates.map(asCandidate) }
}

function asCandidate({ name, verdict, estimates }: CandidateResult): HistoryCandidate {
  return {
    name,
    verdict,
    estimates: estimates.map(({ metric, speedup, interval, required, reason, regression }) => ({ metric, speedup, interval, required, reason, regression }))
  }
}

function compareTexts(a: string, b: string) {
  return a < b ? -1 : Number(a > b)
}
