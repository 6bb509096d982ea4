import { runGenerator } from '../load/run-generator.js'
import { watchMachine } from '../machine/watch-machine.js'
import { startVariant } from '../variants/start-variant.js'
import { targetsOf } from './targets-of.js'
/**
 * @import { MachineUse, ScenarioPlan, Settings, Variant } from '../vocabulary.js'
 * @import { GeneratorEvent, LoadOutcome } from '../load/run-order.js'
 * @import { UsageReport } from '../variants/messages.js'
 * @import { Kin } from '../processes/members.js'
 * @import { Workplace } from './workplace.js'
 */

/**
 * @typedef {object} Load
 * @property {Settings} settings
 * @property {ScenarioPlan} scenario
 * @property {Variant} variant
 * @property {string} samplesFile exists, with its header line
 * @property {string | null} metricsFile for what Artillery writes with --output, where settings.generator makes the load
 * @property {string} telemetryFile exists
 * @property {string | null} answersFile
 * @property {number} originMs milliseconds since 1970 that the samples count from
 * @property {Record<string, unknown> | null} overrides
 * @property {number} [atMostSeconds]
 *
 * @typedef {object} LoadedApp
 * @property {number} readySeconds
 * @property {LoadOutcome | null} outcome null: ended by us before its last user had finished
 * @property {MachineUse | null} machine
 * @property {UsageReport[]} usage
 * @property {string[]} workerPids
 * @property {number} restarts
 * @property {boolean} killed the app did not leave on SIGTERM
 */

/**
 * Starts a fresh app, runs one child `artillery run` against it, stops it.
 *
 * @param {Load} load
 * @param {Workplace} workplace
 * @param {AbortSignal} signal
 * @returns {Promise<LoadedApp>}
 */
export async function loadApp({ settings, scenario, variant, atMostSeconds, ...load }, workplace, signal) {
  const { app, target, pidHeader, scriptFile, generator, client, insecure } = settings
  const { guard, artillery, flags } = workplace
  const running = await startVariant({ app, variant, target, pidHeader, insecure, generator, logFile: workplace.createLog('app'), guard, scriptFile }, signal)
  const targets = targetsOf(settings, variant)
  const metered = generator === null || load.metricsFile === null ? null : { generator, outputFile: load.metricsFile }
  const death = new AbortController()
  void running.died.then((error) => death.abort(error))
  const machine = observeMachine(running.kin)
  try {
    const outcome = await runGenerator(
      {
        order: {
          artillery,
          samplesFile: load.samplesFile,
          telemetryFile: load.telemetryFile,
          answersFile: load.answersFile,
          originMs: load.originMs,
          targets,
          pidHeader,
          client
        },
        commandLine: { scriptFile, flags, targetUrl: targets[0].url, only: scenario.only, overrides: load.overrides, metered },
        logFile: workplace.createLog('generator'),
        guard,
        heard: machine.hear,
        ...(atMostSeconds === undefined ? {} : { atMostSeconds })
      },
      AbortSignal.any([signal, death.signal])
    )
    const { readySeconds, restarts, workerPids, usage } = running
    const observed = { readySeconds, restarts: restarts(), workerPids: workerPids(), usage: usage() }
    return { ...observed, outcome, machine: machine.use(), killed: await running.stop() }
  } catch (error) {
    await running.stop()
    throw error
  }
}

/**
 * From the moment when the generator begins to load until it has finished.
 *
 * @param {Kin | null} app
 * @returns {{ hear: (event: GeneratorEvent) => void, use: () => MachineUse | null }}
 */
function observeMachine(app) {
  /** @type {{ cpuMs: number, end: ReturnType<typeof watchMachine> } | null} */
  let begun = null
  /** @type {MachineUse | null} */
  let use = null
  return {
    hear(event) {
      if (app === null) return
      if (event.event === 'loading') begun = { cpuMs: event.cpuMs, end: watchMachine(app) }
      else if (begun !== null) use = begun.end(event.cpuMs - begun.cpuMs)
    },
    use: () => use
  }
}
