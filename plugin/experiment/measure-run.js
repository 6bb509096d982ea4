import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readLoad } from '../load/read-load.js'
import { samplesHeader } from '../load/run-order.js'
import { summariseClient } from '../telemetry/summarise-client.js'
import { summariseGenerator } from '../telemetry/summarise-generator.js'
import { summariseWorker } from '../telemetry/summarise-worker.js'
import { appendWorkers, readTelemetry } from '../telemetry/telemetry-file.js'
import { checkResponses } from './check-responses.js'
import { loadApp } from './load-app.js'
/**
 * @import { Answer, Run, ScenarioPlan, Settings, Variant } from '../vocabulary.js'
 * @import { LoadOutcome } from '../load/run-order.js'
 * @import { RunFiles } from './run-record.js'
 * @import { Workplace } from './workplace.js'
 */

/**
 * @typedef {object} Turn
 * @property {Settings} settings
 * @property {ScenarioPlan} scenario
 * @property {Variant} variant
 * @property {number} round
 * @property {RunFiles} files relative to the record's folder
 * @property {boolean | null} firstRequestsApart null: decided by this run
 */

/** Long enough for files, name services and the clock of the processor to warm up. */
const warmUpSeconds = 1.5
const warmUpUsers = 4

/**
 * One variant's turn: a fresh app, one child `artillery run`, the app stopped.
 *
 * @param {Turn} turn
 * @param {Workplace} workplace
 * @param {AbortSignal} signal
 * @returns {Promise<Run>}
 */
export async function measureRun({ settings, scenario, variant, round, files, firstRequestsApart }, workplace, signal) {
  const originMs = Date.now()
  const begun = performance.now()
  const samplesFile = join(workplace.recordFolder, files.samples)
  const telemetryFile = join(workplace.recordFolder, files.telemetry)
  const metricsFile = settings.generator === null ? null : samplesFile.replace(/\.csv$/, '.metrics.json')
  const given = { settings, scenario, variant, samplesFile, metricsFile, telemetryFile, answersFile: null, originMs, overrides: overridesFor(scenario) }
  const { outcome: told, usage, workerPids, ...observed } = await loadApp(given, workplace, signal)
  const outcome = /** @type {LoadOutcome} */ (told)
  const load = await readLoad(given, outcome)
  checkResponses(load, { variant, when: `in round ${round}`, settings, errors: outcome.errors })
  const telemetry = readTelemetry(telemetryFile)
  const threads = telemetry.filter((line) => line.source === 'load-thread')
  const clients = telemetry.filter((line) => line.source === 'client')
  appendWorkers(telemetryFile, usage)
  const apart = firstRequestsApart ?? load.keepsConnections
  const usageOf = (/** @type {string} */ pid) => summariseWorker(usage.filter((report) => String(report.pid) === pid), load.span, { firstRequestsApart: apart })
  return {
    scenario: scenario.name,
    variant: variant.name,
    round,
    startedAt: new Date(originMs).toISOString(),
    wallSeconds: (performance.now() - begun) / 1000,
    ...load.summarise({ firstRequestsApart: apart, workerPids, usageOf }),
    artilleryErrors: outcome.errors,
    generator: summariseGenerator(threads, { load: load.span, outcome, underWayMs: load.underWayMs }),
    client: load.client ?? summariseClient(clients, scenario.only),
    ...observed,
    ...files
  }
}

/**
 * Overrides come after the phases of an --environment, and ours after the user's own: the level has the last word.
 *
 * @param {ScenarioPlan} scenario
 */
function overridesFor({ level }) {
  return level === null ? null : { config: { phases: level.phases } }
}

/**
 * A short run that is not measured: what would slow down the first measured one alone happens here, and what
 * can't work is found before anybody has waited.
 *
 * @param {{ settings: Settings, scenario: ScenarioPlan, variant: Variant }} what
 * @param {Workplace} workplace
 * @param {AbortSignal} signal
 * @returns {Promise<Answer[]>} what the app answered, in the order of its answers; empty where they need not be
 *   the same, or can't be seen
 */
export async function warmUp({ settings, scenario, variant }, workplace, signal) {
  const samplesFile = join(workplace.folder, 'warm-up.csv')
  const answersFile = join(workplace.folder, 'answers.ndjson')
  writeFileSync(samplesFile, samplesHeader)
  writeFileSync(answersFile, '')
  const overrides = { config: { phases: [{ duration: 1, arrivalCount: warmUpUsers }] } }
  const isHere = settings.generator === null
  const files = {
    samplesFile,
    metricsFile: isHere ? null : join(workplace.folder, 'warm-up.json'),
    telemetryFile: join(workplace.folder, 'telemetry.ndjson'),
    // No bodies come back from elsewhere.
    answersFile: isHere && settings.sameAnswers ? answersFile : null
  }
  const given = { settings, scenario, variant, ...files, originMs: Date.now(), overrides, atMostSeconds: warmUpSeconds }
  const { outcome } = await loadApp(given, workplace, signal)
  const where = { variant, when: 'while warming up', settings, errors: outcome?.errors ?? {} }
  checkResponses(await readLoad(given, outcome), where)
  return readFileSync(answersFile, 'utf8').split('\n').slice(0, -1).map((line) => JSON.parse(line))
}
