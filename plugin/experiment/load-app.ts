import { startVariant } from '../app/modes.ts'
import { runGenerator, type Generation } from '../generator/generators.ts'
import { watchMachine } from '../machine/watch-machine.ts'
import type { Workbench } from '../processes/guard.ts'
import type { MachineUse } from '../concepts/run.ts'
import type { ScenarioPlan, Settings, Variant, Target } from '../concepts/settings.ts'
import type { GeneratorEvent, RunOrder } from '../generator/run-order.ts'
import type { Kin } from '../processes/members.ts'

export interface Load extends Pick<RunOrder, 'samplesFile' | 'telemetryFile' | 'answersFile' | 'originMs'>, Pick<Generation, 'atMostSeconds'> {
  settings: Settings
  scenario: ScenarioPlan
  variant: Variant
  metricsFile: string | null // for what Artillery writes with --output, where settings.generator makes the load
  phases: object[] | null // in the place of the script's
}

/** What all runs of a comparison share. */
export interface Workplace extends Workbench {
  recordFolder: string // where the comparison is kept
  artillery: string // the script that is the `artillery` command
  flags: Record<string, any> // of the outer `artillery run`
}

/**
 * Starts a fresh app, runs one child `artillery run` against it, stops it.
 *
 * @returns outcome: null: ended by us before its last user had finished; killed: the app did not leave on SIGTERM
 */
export async function loadApp(load: Load, { guard, createLog, artillery, flags }: Workplace, signal: AbortSignal) {
  const { settings, scenario, variant, metricsFile, phases, samplesFile, telemetryFile, answersFile, originMs, ...limit } = load
  const { pidHeader, scriptFile, generator, client } = settings
  const running = await startVariant({ ...settings, variant, logFile: createLog('app'), guard }, signal)
  const targets = targetsOf(settings, variant)
  const overrides = phases === null ? null : { config: { phases } }
  const metered = generator === null || metricsFile === null ? null : { generator, outputFile: metricsFile }
  const death = new AbortController()
  void running.died.then((error) => death.abort(error))
  const machine = observeMachine(running.kin)
  try {
    const generation = {
      order: { samplesFile, telemetryFile, answersFile, originMs, artillery, targets, pidHeader, client },
      commandLine: { scriptFile, flags, targetUrl: targets[0].url, only: scenario.only, overrides, metered },
      logFile: createLog('generator'),
      guard,
      heard: machine.hear,
      ...limit
    }
    const outcome = await runGenerator(generation, AbortSignal.any([signal, death.signal]))
    const { readySeconds, restarts, workerPids, usage } = running
    const observed = { readySeconds, restarts: restarts(), workerPids: workerPids(), usage: usage() }
    return { ...observed, outcome, machine: machine.use(), killed: await running.stop() }
  } catch (error) {
    await running.stop()
    throw error
  }
}

/** From the moment when the generator begins to load until it has finished. */
function observeMachine(app: Kin | null) {
  let begun: { cpuMs: number, end: ReturnType<typeof watchMachine> } | null = null
  let use: MachineUse | null = null
  return {
    hear({ event, cpuMs }: GeneratorEvent) {
      if (app === null) return
      if (event === 'loading') begun = { cpuMs, end: watchMachine(app) }
      else if (begun !== null) use = begun.end(cpuMs - begun.cpuMs)
    },
    use: () => use
  }
}

/** @returns what is loaded: its own URLs, or where it is started */
export function targetsOf({ target }: Pick<Settings, 'target'>, { targets }: Pick<Variant, 'targets'>): Target[] {
  return targets.length > 0 ? targets : [target]
}
