import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listCounts, SpeedupError } from '../errors.js'
import { readSamples } from '../load/read-samples.js'
import { runGenerator } from '../load/run-generator.js'
import { samplesHeader } from '../load/run-order.js'
import { keepsConnections, summariseSamples } from '../load/summarise-samples.js'
import { startVariant } from '../variants/start-variant.js'
/**
 * @import { Run, ScenarioPlan, Settings, Variant } from '../vocabulary.js'
 * @import { Samples } from '../load/read-samples.js'
 * @import { RunningVariant } from '../variants/start-variant.js'
 * @import { Workplace } from './workplace.js'
 */

/**
 * @typedef {object} Turn
 * @property {Settings} settings
 * @property {ScenarioPlan} scenario
 * @property {Variant} variant
 * @property {number} round
 * @property {string} samples file, relative to the record's folder
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
export async function measureRun({ settings, scenario, variant, round, samples, firstRequestsApart }, workplace, signal) {
  const startedAt = new Date()
  const begun = performance.now()
  const load = { settings, scenario, variant, samplesFile: join(workplace.recordFolder, samples), overrides: null }
  const { readySeconds, restarts, workerPids, killed, artilleryErrors } = await loadApp(load, workplace, signal)
  const read = await readSamples(load.samplesFile)
  checkResponses(read, { variant, when: `in round ${round}`, target: settings.target.url, artilleryErrors })
  return {
    scenario: scenario.name,
    variant: variant.name,
    round,
    startedAt: startedAt.toISOString(),
    readySeconds,
    wallSeconds: (performance.now() - begun) / 1000,
    ...summariseSamples(read, { firstRequestsApart: firstRequestsApart ?? keepsConnections(read), workerPids }),
    artilleryErrors,
    restarts,
    killed,
    samples
  }
}

/**
 * A short run that is not measured: what would slow down the first measured one alone happens here, and what
 * can't work is found before anybody has waited.
 *
 * @param {{ settings: Settings, scenario: ScenarioPlan, variant: Variant }} what
 * @param {Workplace} workplace
 * @param {AbortSignal} signal
 */
export async function warmUp({ settings, scenario, variant }, workplace, signal) {
  const samplesFile = join(workplace.folder, 'warm-up.csv')
  writeFileSync(samplesFile, samplesHeader)
  const overrides = { config: { phases: [{ duration: 1, arrivalCount: warmUpUsers }] } }
  const load = { settings, scenario, variant, samplesFile, overrides, atMostSeconds: warmUpSeconds }
  const { artilleryErrors } = await loadApp(load, workplace, signal)
  checkResponses(await readSamples(samplesFile), { variant, when: 'while warming up', target: settings.target.url, artilleryErrors })
}

/**
 * @typedef {object} Load
 * @property {Settings} settings
 * @property {ScenarioPlan} scenario
 * @property {Variant} variant
 * @property {string} samplesFile
 * @property {Record<string, unknown> | null} overrides
 * @property {number} [atMostSeconds]
 *
 * @param {Load} load
 * @param {Workplace} workplace
 * @param {AbortSignal} signal
 */
async function loadApp({ settings, scenario, variant, samplesFile, overrides, atMostSeconds }, workplace, signal) {
  const { app, target, pidHeader, scriptFile } = settings
  const { guard, artillery, flags } = workplace
  const running = await startVariant({ app, variant, target, pidHeader, logFile: workplace.createLog('app'), guard }, signal)
  const death = new AbortController()
  void running.died.then((error) => death.abort(error))
  try {
    const artilleryErrors = await runGenerator(
      {
        order: { samplesFile, originMs: Date.now(), hostname: target.hostname, port: target.port, pidHeader },
        commandLine: { scriptFile, flags, targetUrl: target.url, only: scenario.only, overrides },
        artillery,
        logFile: workplace.createLog('generator'),
        guard,
        ...(atMostSeconds === undefined ? {} : { atMostSeconds })
      },
      AbortSignal.any([signal, death.signal])
    )
    return { ...observed(running), artilleryErrors, killed: await running.stop() }
  } catch (error) {
    await running.stop()
    throw error
  }
}

/** @param {RunningVariant} running */
function observed({ readySeconds, restarts, workerPids }) {
  return { readySeconds, restarts: restarts(), workerPids: workerPids() }
}

/**
 * @param {Samples} samples
 * @param {{ variant: Variant, when: string, target: string, artilleryErrors: Record<string, number> }} where
 * @throws {SpeedupError} NO_RESPONSES
 */
function checkResponses({ requests, failures, failureKinds }, { variant, when, target, artilleryErrors }) {
  if (requests === 0) {
    const counted = Object.keys(artilleryErrors).length > 0 ? ` Artillery counted: ${listCounts(artilleryErrors)}.` : ''
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
