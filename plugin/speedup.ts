import { relative, sep } from 'node:path'
import { answersDiffer, compareAnswers } from './comparison/compare-answers.ts'
import { checkRun } from './comparison/limits.ts'
import { compareScenario, type Measured } from './comparison/compare-scenario.ts'
import { conclude, preliminary } from './comparison/conclude.ts'
import { crossovers } from './comparison/crossover.ts'
import { asSpeedupError, type ErrorCode } from './concepts/errors.ts'
import { checkVariants } from './app/modes.ts'
import { describeSettings, describeEnvironment } from './experiment/environment.ts'
import { createRunRecord, type RunRecord } from './record/run-record.ts'
import { runScenario, type Step } from './experiment/run-scenario.ts'
import { openWorkplace, type Workplace } from './experiment/load-app.ts'
import { listComparisons } from './record/list-comparisons.ts'
import { schemaVersion } from './record/parse-comparison.ts'
import { readRecord } from './record/read-record.ts'
import { writeComparison, writeHistory, writePage, writeReport } from './report/write-report.ts'
import { readSettings, type ScriptSource } from './settings/read-settings.ts'
import type { Answer, Run } from './concepts/run.ts'
import type { AnswerComparison, Comparison, ScenarioResult } from './concepts/comparison.ts'
import type { ScenarioPlan, Settings } from './concepts/settings.ts'

export type Plan = { settings: Settings, record: RunRecord, workingDirectory: string }

export type Progress = Step | { event: 'scenario', scenario: string }

/** the `artillery` that runs now, and will be run again for each run */
interface Generator {
  artillery: string // its script
  version: string
  flags: Record<string, any> // of its command line, as parsed
}

type Means = { generator: Generator, tell: (progress: Progress) => void }

/** filled as they come */
interface Findings {
  scenarios: ScenarioResult[]
  runs: Run[] // of all scenarios
  answers: Map<string, AnswerComparison[]> // by scenario, as it was written
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
export async function compare(plan: Plan, means: Means, signal: AbortSignal): Promise<Comparison> {
  const { settings, workingDirectory } = plan
  const asTyped = (file: string) => relative(workingDirectory, file).replaceAll(sep, '/')
  const startedAt = new Date().toISOString()
  const findings: Findings = { scenarios: [], runs: [], answers: new Map() }
  const error = await compareScenarios(plan, means, { signal, findings }).then(() => null, asError)
  const { scenarios, runs } = findings
  return {
    schemaVersion,
    file: asTyped(settings.scriptFile),
    startedAt,
    finishedAt: new Date().toISOString(),
    environment: describeEnvironment({ artilleryVersion: means.generator.version, scriptFile: settings.scriptFile }),
    settings: describeSettings(settings, asTyped),
    scenarios,
    crossovers: crossovers(scenarios, runs, settings),
    error,
    ...conclude(scenarios, error, settings)
  }
}

/** @throws SpeedupError NOT_WRITABLE */
export function keep({ record }: Plan, comparison: Comparison) {
  writeComparison(record.folder, comparison)
}

/**
 * Makes the page of what a comparison left in its folder.
 *
 * @param folder absolute path
 * @throws SpeedupError NOT_A_RECORD, NOT_WRITABLE
 */
export async function makePage(folder: string) {
  writePage(folder, await readRecord(folder))
}

/**
 * Makes all that is read from what a comparison left in its folder, by people and by CI, once more.
 *
 * @param folder absolute path
 * @throws SpeedupError NOT_A_RECORD, NOT_WRITABLE
 */
export async function makeReport(folder: string) {
  writeReport(folder, await readRecord(folder))
}

/**
 * Makes the page that lists all comparisons that are kept in a directory.
 *
 * @param reportDirectory absolute path
 */
export function makeHistory(reportDirectory: string) {
  writeHistory(reportDirectory, listComparisons(reportDirectory))
}

async function compareScenarios({ settings, record }: Plan, { generator, tell }: Means, { signal, findings }: { signal: AbortSignal, findings: Findings }) {
  const workplace = openWorkplace({ recordFolder: record.folder, artillery: generator.artillery, flags: generator.flags })
  try {
    await checkVariants(settings, signal)
    for (const scenario of settings.scenarios) {
      tell({ event: 'scenario', scenario: scenario.name })
      await compareOne(scenario, { settings, record, workplace, tell }, { signal, findings })
    }
  } finally {
    await workplace.close()
  }
}

async function compareOne(scenario: ScenarioPlan, { settings, record, workplace, tell }: { settings: Settings, record: RunRecord, workplace: Workplace, tell: Means['tell'] }, { signal, findings }: { signal: AbortSignal, findings: Findings }) {
  const { baseline, variants } = settings
  // Under several loads a scenario is warmed up once, and gives the same answers.
  const asWritten = scenario.level?.of ?? scenario.name
  const answered = findings.answers.get(asWritten)
  const measured: Measured = { runs: [], answers: answered ?? [] }
  const isDecided = (runs: Run[]) => compareScenario({ ...measured, runs }, scenario, settings).decided
  const differ = (byVariant: Record<string, Answer[]>) => answersDiffer(byVariant, baseline)
  const what = { settings, scenario, scenarioNumber: settings.scenarios.indexOf(scenario) + 1, isWarm: answered !== undefined }
  try {
    for await (const step of runScenario(what, { workplace, record, isDecided, differ }, signal)) {
      tell(step)
      if (step.event === 'warmed-up') {
        measured.answers = compareAnswers(step.answers.byVariant, step.answers.baselineAgain, baseline)
        findings.answers.set(asWritten, measured.answers)
      } else {
        measured.runs.push(step.run)
        checkRun(step.run, scenario, settings)
      }
    }
  } finally {
    findings.runs.push(...measured.runs)
    if (measured.runs.length >= fewestRounds * variants.length) findings.scenarios.push(preliminary(compareScenario(measured, scenario, settings)))
  }
}

/** Below this no interval means anything. */
const fewestRounds = 3

function asError(thrown: unknown): Comparison['error'] {
  const { code, message } = asSpeedupError(thrown)
  // While a comparison is made nobody throws a code of those who only call it.
  return { code: code as ErrorCode, message }
}
