import { concludeAll } from './comparison/conclude-all.ts'
import { Findings } from './comparison/findings.ts'
import { asSpeedupError, type ErrorCode } from './concepts/errors.ts'
import { describePlan, type Call } from './experiment/describe-plan.ts'
import { runExperiment } from './experiment/run-scenario.ts'
import type { Progress as ExperimentProgress } from './experiment/loads.ts'
import { prepareHost } from './load/prepare-host.ts'
import { flawIn, schemaVersion } from './record/parse-comparison.ts'
import { listComparisons, previousOf } from './record/read-record.ts'
import { readRecord } from './measure/condense-run.ts'
import { createRunRecord } from './record/run-record.ts'
import { writeComparison, writeHistory, writePage, writeReport } from './report/write-report.ts'
import { readSettings } from './settings/read-settings.ts'
import type { ScriptSource } from './concepts/settings.ts'
import { prepareVersions } from './questions/versions.ts'
import type { Comparison } from './concepts/comparison.ts'

/** preparing: what is done before the first round, in a line */
export type Progress = ExperimentProgress | { event: 'preparing'; words: string }
export type PlannedComparison = ReturnType<typeof planComparison>
/** The `artillery` that runs now, and makes the load of each run; and who hears of the progress. */
type Runtime = { runner: { artillery: string; version: string } & Call; tell: (progress: Progress) => void }

/** Checks all that can be checked before anything is started. Throws SpeedupError INVALID_SETTINGS, NOT_WRITABLE. */
export function planComparison(source: ScriptSource) {
  const settings = readSettings(source)
  return {
    settings,
    record: createRunRecord(settings.reportDirectory, settings.scriptFile, new Date()),
    workingDirectory: source.workingDirectory
  }
}

/**
 * Measures, keeping each run as it comes, and compares. It never rejects for what happened to the app; after the signal
 * it compares what it has.
 */
export async function compare(
  { settings: given, record, workingDirectory }: PlannedComparison,
  { runner, tell }: Runtime,
  signal: AbortSignal
) {
  const startedAtMs = Date.now()
  const beganMs = performance.now()
  let settings = given
  let findings = new Findings(given)
  let error: Comparison['error'] = null
  const say = (words: string) => tell({ event: 'preparing', words })
  try {
    settings = await prepareHost(await prepareVersions(given, say, signal), runner.artillery, { say, signal })
    findings = new Findings(settings)
    for await (const progress of runExperiment({ settings, record, ...runner }, findings, signal)) {
      if (progress.event === 'warmed-up') findings.addAnswers(progress.answers, progress.scenario)
      if (progress.event === 'run') findings.addRun(progress.run, progress.scenario)
      if (progress.event === 'beside') findings.addBeside(progress.seen, progress.scenario)
      tell(progress)
    }
  } catch (thrown) {
    const { code, message } = asSpeedupError(thrown)
    error = { code: code as ErrorCode, message } // here no code is thrown that only callers can meet
  }
  const plan = { schemaVersion, ...describePlan(settings, runner, workingDirectory) }
  const startedAt = new Date(startedAtMs).toISOString()
  // Whoever sets Date's clock meanwhile.
  const finishedAt = new Date(startedAtMs + performance.now() - beganMs).toISOString()
  const previous = previousOf(plan.file, settings.reportDirectory)
  return concludeAll(findings, { ...plan, startedAt, finishedAt, previous, error }, { settings, flawIn })
}

/** @returns what writes its files; each may throw SpeedupError NOT_WRITABLE, and takes nothing from the others */
export const writersOf = (
  { settings: { reportDirectory }, record: { folder } }: PlannedComparison,
  comparison: Comparison
): (() => void | Promise<void>)[] => [
  () => writeComparison(folder, comparison),
  async () => writePage(folder, await readRecord(folder, comparison)),
  () => writeHistory(reportDirectory, listComparisons(reportDirectory))
]

/**
 * Makes again all that people and CI read, from the files in a folder. Throws SpeedupError NOT_A_RECORD, NOT_WRITABLE.
 *
 * @param picture address of one of the page's first screen
 */
export async function makeReport(folder: string, picture?: string) {
  writeReport(folder, await readRecord(folder), picture)
}
