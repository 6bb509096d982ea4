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
  const records = folders.filter((folder) => ['comparison.json', 'runs.ndjson'].some((name) => existsSync(join(reportDirectory, folder, name))))
  const key = ({ startedAt, folder }: HistoryEntry) => `${startedAt} ${folder}`
  return { entries: entries.sort((a, b) => (key(a) < key(b) ? 1 : -1)), ignored: records.length - entries.length }
}

/** @returns null: there is no comparison, half of one, or another version's */
function readEntry(reportDirectory: string, folder: string): HistoryEntry | null {
  const path = join(reportDirectory, folder)
  try {
    const { file, startedAt, environment, error, verdict, scenarios } = parseComparison(readFileSync(join(path, 'comparison.json'), 'utf8'), path)
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
  const asEstimate = ({ metric, speedup, interval, required, reason, regression }: Estimate) => ({ metric, speedup, interval, required, reason, regression })
  const kept = candidates.map(({ name, verdict, estimates }) => ({ name, verdict, estimates: estimates.map(asEstimate) }))
  return { scenario, baseline, rounds, candidates: kept }
}
