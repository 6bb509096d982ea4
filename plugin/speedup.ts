import { relative, sep } from 'node:path'
import { conclude } from './comparison/conclude.ts'
import { crossovers } from './comparison/crossover.ts'
import { Findings } from './comparison/findings.ts'
import { asSpeedupError, type ErrorCode } from './concepts/errors.ts'
import { describeSettings, describeEnvironment } from './experiment/environment.ts'
import { runExperiment, type Progress } from './experiment/run-scenario.ts'
import { schemaVersion } from './record/parse-comparison.ts'
import { listComparisons, readRecord } from './record/read-record.ts'
import { createRunRecord, type RunRecord } from './record/run-record.ts'
import { writeComparison, writeHistory, writePage, writeReport } from './report/write-report.ts'
import { readSettings, type ScriptSource } from './settings/read-settings.ts'
import type { Comparison } from './concepts/comparison.ts'
import type { Settings } from './concepts/settings.ts'

export type { Progress } from './experiment/run-scenario.ts'

export type Plan = { settings: Settings, record: RunRecord, workingDirectory: string }

interface Means {
  /** the `artillery` that runs now, and will be run again for each run; flags: of its command line, as parsed */
  generator: { artillery: string, version: string, flags: Record<string, any> }
  tell: (progress: Progress) => void
}

/**
 * All that can be checked before anything is started.
 *
 * @throws SpeedupError INVALID_SETTINGS, NOT_WRITABLE
 */
export function planComparison(source: ScriptSource): Plan {
  const settings = readSettings(source)
  const record = createRunRecord(settings.reportDirectory, settings.scriptFile, new Date())
  return { settings, record, workingDirectory: source.workingDirectory }
}

/**
 * Measures and compares. What is measured is kept as it comes; what is concluded, by `keep`.
 *
 * @param signal ends it early; what has been measured is still compared and reported
 * @returns never rejects for what happened to the app: see its `error`
 */
export async function compare({ settings, record, workingDirectory }: Plan, { generator, tell }: Means, signal: AbortSignal): Promise<Comparison> {
  const startedAt = new Date().toISOString()
  const findings = new Findings(settings)
  let error: Comparison['error'] = null
  try {
    const experiment = runExperiment({ settings, record, ...generator }, findings, signal)
    for await (const progress of experiment) {
      tell(progress)
      if (progress.event === 'warmed-up') findings.addAnswers(progress.answers, progress.scenario)
      if (progress.event === 'run') findings.addRun(progress.run, progress.scenario)
    }
  } catch (thrown) {
    error = asError(thrown)
  }
  const scenarios = findings.results()
  const asTyped = (file: string) => relative(workingDirectory, file).replaceAll(sep, '/')
  return {
    schemaVersion,
    file: asTyped(settings.scriptFile),
    startedAt,
    finishedAt: new Date().toISOString(),
    environment: describeEnvironment({ artilleryVersion: generator.version, scriptFile: settings.scriptFile }),
    settings: describeSettings(settings, asTyped),
    scenarios,
    crossovers: crossovers(scenarios, findings.runs, settings),
    error,
    ...conclude(scenarios, error, settings)
  }
}

function asError(thrown: unknown): Comparison['error'] {
  const { code, message } = asSpeedupError(thrown)
  // While a comparison is made nobody throws a code of those who only call it.
  return { code: code as ErrorCode, message }
}

/** @throws SpeedupError NOT_WRITABLE, as all below */
export function keep({ record }: Plan, comparison: Comparison) {
  writeComparison(record.folder, comparison)
}

/**
 * Makes the page of what a comparison left in its folder.
 *
 * @throws SpeedupError NOT_A_RECORD
 */
export async function makePage(folder: string) {
  writePage(folder, await readRecord(folder))
}

/** As makePage, with all else that people and CI read. */
export async function makeReport(folder: string) {
  writeReport(folder, await readRecord(folder))
}

/** Makes the page that lists all comparisons that are kept in a directory. */
export function makeHistory(reportDirectory: string) {
  writeHistory(reportDirectory, listComparisons(reportDirectory))
}
