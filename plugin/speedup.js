import { relative, sep } from 'node:path'
import { answersDiffer, compareAnswers } from './comparison/compare-answers.js'
import { checkRun } from './comparison/check-run.js'
import { compareScenario } from './comparison/compare-scenario.js'
import { conclude } from './comparison/conclude.js'
import { crossovers } from './comparison/crossover.js'
import { preliminary } from './comparison/preliminary.js'
import { Interrupted, SpeedupError } from './errors.js'
import { checkVariants } from './experiment/check-variants.js'
import { describeSettings } from './experiment/describe-settings.js'
import { describeEnvironment } from './experiment/environment.js'
import { createRunRecord } from './experiment/run-record.js'
import { runScenario } from './experiment/run-scenario.js'
import { openWorkplace } from './experiment/workplace.js'
import { listComparisons } from './record/list-comparisons.js'
import { schemaVersion } from './record/parse-comparison.js'
import { readRecord } from './record/read-record.js'
import { writeComparison, writeHistory, writePage, writeReport } from './report/write-report.js'
import { readSettings } from './settings/read-settings.js'
/**
 * @import { Answer, AnswerComparison, Comparison, ErrorCode, Run, ScenarioPlan, ScenarioResult, Settings } from './vocabulary.js'
 * @import { Measured } from './comparison/compare-scenario.js'
 * @import { RunRecord } from './experiment/run-record.js'
 * @import { Step } from './experiment/run-scenario.js'
 * @import { Workplace } from './experiment/workplace.js'
 * @import { ScriptSource } from './settings/read-settings.js'
 */

/**
 * @typedef {{ settings: Settings, record: RunRecord, workingDirectory: string }} Plan
 * @typedef {Step | { event: 'scenario', scenario: string }} Progress
 *
 * @typedef {object} Generator the `artillery` that runs now, and will be run again for each run
 * @property {string} artillery its script
 * @property {string} version
 * @property {Record<string, any>} flags of its command line, as parsed
 *
 * @typedef {{ generator: Generator, tell: (progress: Progress) => void }} Means
 *
 * @typedef {object} Findings filled as they come
 * @property {ScenarioResult[]} scenarios
 * @property {Run[]} runs of all scenarios
 * @property {Map<string, AnswerComparison[]>} answers by scenario, as it was written
 */

/**
 * All that can be checked before anything is started.
 *
 * @param {ScriptSource} source
 * @returns {Plan}
 * @throws {SpeedupError} INVALID_SETTINGS, NOT_WRITABLE
 */
export function planComparison(source) {
  const settings = readSettings(source)
  const record = createRunRecord(settings.reportDirectory, settings.scriptFile, new Date())
  return { settings, record, workingDirectory: source.workingDirectory }
}

/**
 * Measures and compares. What is measured is kept as it comes; what is concluded, by `keep`.
 *
 * @param {Plan} plan
 * @param {Means} means
 * @param {AbortSignal} signal ends it early; what has been measured is still compared and reported
 * @returns {Promise<Comparison>} never rejects for what happened to the app: see its `error`
 */
export async function compare(plan, means, signal) {
  const { settings, workingDirectory } = plan
  const asTyped = (/** @type {string} */ file) => relative(workingDirectory, file).replaceAll(sep, '/')
  const startedAt = new Date().toISOString()
  /** @type {Findings} */
  const findings = { scenarios: [], runs: [], answers: new Map() }
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

/**
 * @param {Plan} plan
 * @param {Comparison} comparison
 * @throws {SpeedupError} NOT_WRITABLE
 */
export function keep({ record }, comparison) {
  writeComparison(record.folder, comparison)
}

/**
 * Makes the page of what a comparison left in its folder.
 *
 * @param {string} folder absolute path
 * @throws {SpeedupError} NOT_A_RECORD, NOT_WRITABLE
 */
export async function makePage(folder) {
  writePage(folder, await readRecord(folder))
}

/**
 * Makes all that is read from what a comparison left in its folder, by people and by CI, once more.
 *
 * @param {string} folder absolute path
 * @throws {SpeedupError} NOT_A_RECORD, NOT_WRITABLE
 */
export async function makeReport(folder) {
  writeReport(folder, await readRecord(folder))
}

/**
 * Makes the page that lists all comparisons that are kept in a directory.
 *
 * @param {string} reportDirectory absolute path
 */
export function makeHistory(reportDirectory) {
  writeHistory(reportDirectory, listComparisons(reportDirectory))
}

/**
 * @param {Plan} plan
 * @param {Means} means
 * @param {{ signal: AbortSignal, findings: Findings }} progress
 */
async function compareScenarios({ settings, record }, { generator, tell }, { signal, findings }) {
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

/**
 * @param {ScenarioPlan} scenario
 * @param {{ settings: Settings, record: RunRecord, workplace: Workplace, tell: Means['tell'] }} means
 * @param {{ signal: AbortSignal, findings: Findings }} progress
 */
async function compareOne(scenario, { settings, record, workplace, tell }, { signal, findings }) {
  const { baseline, variants } = settings
  // Under several loads a scenario is warmed up once, and gives the same answers.
  const asWritten = scenario.level?.of ?? scenario.name
  const answered = findings.answers.get(asWritten)
  /** @type {Measured} */
  const measured = { runs: [], answers: answered ?? [] }
  const isDecided = (/** @type {Run[]} */ runs) => compareScenario({ ...measured, runs }, scenario, settings).decided
  const differ = (/** @type {Record<string, Answer[]>} */ byVariant) => answersDiffer(byVariant, baseline)
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

/**
 * @param {unknown} thrown
 * @returns {Comparison['error']}
 */
function asError(thrown) {
  // While a comparison is made nobody throws a code of those who only call it.
  if (thrown instanceof SpeedupError) return { code: /** @type {ErrorCode} */ (thrown.code), message: thrown.message }
  if (thrown instanceof Interrupted) return { code: 'INTERRUPTED', message: thrown.message }
  const detail = thrown instanceof Error ? thrown.stack : String(thrown)
  return { code: 'UNEXPECTED', message: `This is a bug in artillery-plugin-speedup, please report it:\n${detail}` }
}
