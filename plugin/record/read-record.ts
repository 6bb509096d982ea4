import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { counted } from '../concepts/wording.ts'
import { condenseRun } from './condense-run.ts'
import { parseComparison, refuse } from './parse-comparison.ts'
import { readRuns, runsInDetail } from './read-runs.ts'
import type { Comparison } from '../concepts/comparison.ts'
import type { ReportData, RunDetail } from '../concepts/report-data.ts'
import type { Run } from '../concepts/run.ts'

const whatToGive = 'give the folder of a comparison, such as reports/2026-11-20T12-00-00-primes'

/**
 * Reads back what a comparison left in its folder: its conclusions whole, its runs condensed.
 *
 * @throws SpeedupError NOT_A_RECORD
 */
export async function readRecord(folder: string): Promise<ReportData> {
  checkFolder(folder)
  const runsText = readText(join(folder, 'runs.ndjson'))
  const comparison = readComparison(folder, runsText !== null)
  if (runsText === null) refuse(`${folder} has a comparison.json, but no runs.ndjson; copy the whole folder of the comparison`)
  const runs = readRuns(runsText, join(folder, 'runs.ndjson'))
  checkWhole(runs, comparison, join(folder, 'runs.ndjson'))
  const shown = runsInDetail(runs)
  const details: RunDetail[] = []
  // Two at a time, and not all: one is decompressed while the other is condensed, and only theirs are in memory.
  for (let at = 0; at < runs.length; at += 2) {
    details.push(...(await Promise.all(runs.slice(at, at + 2).map((run) => condenseRun(run, { folder, withCloud: shown.has(run) })))))
  }
  return { comparison, runs: details }
}

/**
 * @returns what was concluded, without the runs
 * @throws SpeedupError NOT_A_RECORD
 */
export function readConclusion(folder: string): Comparison {
  checkFolder(folder)
  return readComparison(folder, existsSync(join(folder, 'runs.ndjson')))
}

function checkFolder(folder: string) {
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (stats === undefined) refuse(`${folder} does not exist; ${whatToGive}`)
  if (!stats.isDirectory()) refuse(`${folder} is a file; ${whatToGive}`)
}

function readComparison(folder: string, hasRuns: boolean): Comparison {
  const file = join(folder, 'comparison.json')
  const text = readText(file)
  if (text !== null) return parseComparison(text, file)
  if (!hasRuns) refuse(`${folder} is no folder of a comparison: it has no comparison.json; ${whatToGive}`)
  return refuse(`${folder} has no comparison.json: the comparison was killed before its end, so nothing was concluded; measure again`)
}

/** @returns null: it is not there */
function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    return refuse(`${file} cannot be read (${message}); ${whatToGive}`)
  }
}

/** The last lines may be cut off without a trace. */
function checkWhole(runs: Run[], { scenarios }: Comparison, file: string) {
  for (const { scenario, rounds, variants } of scenarios) {
    const found = runs.filter((run) => run.scenario === scenario).length
    const compared = rounds * variants.length
    if (found >= compared) continue
    refuse(`${file} has ${counted(found, 'run')} of ${scenario}, but ${compared} were compared; copy the whole folder of the comparison again`)
  }
}
