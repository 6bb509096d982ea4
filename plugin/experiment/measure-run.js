import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SpeedupError } from '../errors.js'
import { readSamples } from '../load/read-samples.js'
import { samplesHeader } from '../load/run-order.js'
import { keepsConnections, summariseSamples } from '../load/summarise-samples.js'
import { summariseGenerator } from '../telemetry/summarise-generator.js'
import { summariseWorker } from '../telemetry/summarise-worker.js'
import { appendWorkers, readTelemetry } from '../telemetry/telemetry-file.js'
import { listCounts } from '../wording.js'
import { loadApp } from './load-app.js'
/**
 * @import { Answer, Run, ScenarioPlan, Settings, Variant } from '../vocabulary.js'
 * @import { LoadOutcome } from '../load/run-order.js'
 * @import { Samples } from '../load/read-samples.js'
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
  const load = { settings, scenario, variant, samplesFile, telemetryFile, answersFile: null, originMs, overrides: null }
  const { outcome: told, usage, workerPids, ...observed } = await loadApp(load, workplace, signal)
  const outcome = /** @type {LoadOutcome} */ (told)
  const samples = await readSamples(samplesFile, outcome.lastArrivalMs - originMs)
  checkResponses(samples, { variant, when: `in round ${round}`, target: settings.target.url, errors: outcome.errors })
  const threads = readTelemetry(telemetryFile).filter((line) => line.source === 'load-thread')
  appendWorkers(telemetryFile, usage)
  const span = { fromMs: originMs + samples.firstStartMs, toMs: originMs + samples.lastEndMs }
  const usageOf = (/** @type {string} */ pid) => summariseWorker(usage.filter((report) => String(report.pid) === pid), span)
  return {
    scenario: scenario.name,
    variant: variant.name,
    round,
    startedAt: new Date(originMs).toISOString(),
    wallSeconds: (performance.now() - begun) / 1000,
    ...summariseSamples(samples, { firstRequestsApart: firstRequestsApart ?? keepsConnections(samples), workerPids, usageOf }),
    artilleryErrors: outcome.errors,
    generator: summariseGenerator(threads, { load: span, outcome, underWayMs: samples.underWayLatenciesMs }),
    ...observed,
    ...files
  }
}

/**
 * A short run that is not measured: what would slow down the first measured one alone happens here, and what
 * can't work is found before anybody has waited.
 *
 * @param {{ settings: Settings, scenario: ScenarioPlan, variant: Variant }} what
 * @param {Workplace} workplace
 * @param {AbortSignal} signal
 * @returns {Promise<Answer[]>} what the app answered, in the order of its answers; empty where they need not be
 *   the same
 */
export async function warmUp({ settings, scenario, variant }, workplace, signal) {
  const samplesFile = join(workplace.folder, 'warm-up.csv')
  const answersFile = join(workplace.folder, 'answers.ndjson')
  writeFileSync(samplesFile, samplesHeader)
  writeFileSync(answersFile, '')
  const overrides = { config: { phases: [{ duration: 1, arrivalCount: warmUpUsers }] } }
  const files = { samplesFile, telemetryFile: join(workplace.folder, 'telemetry.ndjson'), answersFile: settings.sameAnswers ? answersFile : null }
  const load = { settings, scenario, variant, ...files, originMs: Date.now(), overrides, atMostSeconds: warmUpSeconds }
  const { outcome } = await loadApp(load, workplace, signal)
  const where = { variant, when: 'while warming up', target: settings.target.url, errors: outcome?.errors ?? {} }
  checkResponses(await readSamples(samplesFile), where)
  return readFileSync(answersFile, 'utf8').split('\n').slice(0, -1).map((line) => JSON.parse(line))
}

/**
 * @param {Samples} samples
 * @param {{ variant: Variant, when: string, target: string, errors: Record<string, number> }} where
 * @throws {SpeedupError} NO_RESPONSES
 */
function checkResponses({ requests, failures, failureKinds }, { variant, when, target, errors }) {
  if (requests === 0) {
    const counted = Object.keys(errors).length > 0 ? ` Artillery counted: ${listCounts(errors)}.` : ''
    throw new SpeedupError(
      'NO_RESPONSES',
      `Variant ${variant.name}: no request reached ${target} ${when}. Does the scenario send requests to config.target, with URLs that begin with /?${counted}`
    )
  }
  if (failures < requests) return
  throw new SpeedupError(
    'NO_RESPONSES',
    `Variant ${variant.name}: all ${requests} requests to ${target} failed ${when}: ${listCounts(failureKinds)}. ` +
      'Try the scenario’s URLs by hand against the app as the variant starts it.'
  )
}
