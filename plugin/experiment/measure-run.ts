import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startVariant } from '../app/modes.ts'
import { SpeedupError } from '../concepts/errors.ts'
import { modes } from '../concepts/modes.ts'
import { list, listCounts } from '../concepts/wording.ts'
import { readLoad, type SeenLoad } from '../generator/read-load.ts'
import { samplesHeader, type LoadEvent, type LoadOutcome } from '../generator/run-order.ts'
import { watchMachine } from '../machine/watch-machine.ts'
import { appendWorkers, readTelemetry } from '../record/ndjson-files.ts'
import { summariseClient, summariseGenerator, summariseWorker } from '../record/usage.ts'
import type { Answer, MachineUse, Run } from '../concepts/run.ts'
import type { ScenarioPlan, Settings, Target, Variant } from '../concepts/settings.ts'
import type { LoadGenerator } from '../generator/load-generator.ts'
import type { Workbench } from '../processes/guard.ts'
import type { RunFiles } from '../record/run-record.ts'

/** What all runs of a scenario share. */
export interface Workplace extends Workbench {
  loadGenerator: LoadGenerator
  recordFolder: string // where the comparison is kept
  artillery: string // the script that is the `artillery` command
  flags: Record<string, any> // of the outer `artillery run`
}

type WarmUp = { settings: Settings, scenario: ScenarioPlan, variant: Variant }

interface Turn extends WarmUp {
  round: number
  files: RunFiles // relative to the record's folder
  firstRequestsApart: boolean | null // null: decided by this run
}

/** One variant's turn: a fresh app, one load, the app stopped. */
export async function measureRun(turn: Turn, workplace: Workplace, signal: AbortSignal): Promise<Run> {
  const { settings, scenario, variant, round, files, firstRequestsApart } = turn
  const originMs = Date.now()
  const begun = performance.now()
  const [samplesFile, telemetryFile] = [files.samples, files.telemetry].map((file) => join(workplace.recordFolder, file))
  const order = { samplesFile, telemetryFile, answersFile: null, originMs }
  const wanted = { settings, scenario, variant, order, phases: null, when: `in round ${round}` }
  const { outcome: lastOutcome, load, usage, workerPids, ...observed } = await loadApp(wanted, workplace, signal)
  // It is null only where time is limited.
  const outcome = lastOutcome as LoadOutcome
  const telemetry = readTelemetry(telemetryFile)
  const threads = telemetry.filter((line) => line.source === 'load-thread')
  const clients = telemetry.filter((line) => line.source === 'client')
  appendWorkers(telemetryFile, usage)
  const apart = { firstRequestsApart: firstRequestsApart ?? load.keepsConnections }
  const usageOf = (pid: string) => summariseWorker(usage.filter((report) => String(report.pid) === pid), load.span, apart)
  return {
    ...{ scenario: scenario.name, variant: variant.name, round },
    startedAt: new Date(originMs).toISOString(),
    wallSeconds: (performance.now() - begun) / 1000,
    ...load.summarise({ ...apart, workerPids, usageOf }),
    artilleryErrors: outcome.errors,
    generator: summariseGenerator(threads, { load: load.span, outcome, underWayMs: load.underWayMs }),
    client: load.client ?? summariseClient(clients, scenario.only),
    ...observed,
    ...files
  }
}

/** Long enough for files, name services and the clock of the processor to warm up. */
const warmUpSeconds = 1.5
const warmUpUsers = 4

/**
 * A short run that is not measured: what would slow down the first measured one alone happens here, and what can't work is found
 * before anybody has waited.
 *
 * @returns what the app answered, in the order of its answers; empty where they need not be the same, or can't be seen
 */
export async function warmUp(wanted: WarmUp, workplace: Workplace, signal: AbortSignal): Promise<Answer[]> {
  const { generator, sameAnswers } = wanted.settings
  const [samplesFile, telemetryFile, answers] = ['warm-up.csv', 'telemetry.ndjson', 'answers.ndjson'].map((name) => join(workplace.folder, name))
  writeFileSync(samplesFile, samplesHeader)
  writeFileSync(answers, '')
  // No bodies come back from elsewhere.
  const order = { samplesFile, telemetryFile, answersFile: generator === null && sameAnswers ? answers : null, originMs: Date.now() }
  const phases = [{ duration: 1, arrivalCount: warmUpUsers }]
  await loadApp({ ...wanted, order, phases, limit: { atMostSeconds: warmUpSeconds }, when: 'while warming up' }, workplace, signal)
  return readFileSync(answers, 'utf8').split('\n').slice(0, -1).map((line) => JSON.parse(line))
}

interface Load extends WarmUp {
  order: { samplesFile: string, telemetryFile: string, answersFile: string | null, originMs: number }
  phases: object[] | null // in the place of the scenario's
  limit?: { atMostSeconds: number }
  when: string // in words, such as "in round 2"
}

/**
 * Starts a fresh app, has it loaded, stops it, and reads the load back. The outcome is null where we
 * ended it before its last user had finished; killed says that the app did not leave on SIGTERM.
 */
async function loadApp({ settings, scenario, variant, order, phases, limit, when }: Load, workplace: Workplace, signal: AbortSignal) {
  const { guard, createLog, artillery, flags, loadGenerator } = workplace
  const { pidHeader, scriptFile, generator, client } = settings
  const targets = variant.targets.length > 0 ? variant.targets : [settings.target]
  // Overrides come after the phases of an --environment, and ours after the user's own: the level has the last word.
  const overrides = scenario.level === null ? null : { config: { phases: scenario.level.phases } }
  const metered = generator === null ? null : { generator, outputFile: order.samplesFile.replace(/\.csv$/, '.metrics.json') }
  const death = new AbortController()
  let machine = null as MachineUse | null
  let [begunMs, endWatch]: [number, ReturnType<typeof watchMachine>] = [0, () => null]
  const heard = ({ event, cpuMs }: LoadEvent) => {
    if (event === 'finished') machine = endWatch(cpuMs - begunMs)
    else if (running.kin !== null) [begunMs, endWatch] = [cpuMs, watchMachine(running.kin)]
  }
  const generation = {
    order: { ...order, artillery, targets, pidHeader, client },
    commandLine: { scriptFile, flags, targetUrl: targets[0].url, only: scenario.only, overrides, metered },
    ...{ logFile: createLog('generator'), guard, phases, heard, ...limit }
  }
  const makeLoad = loadGenerator.prepare(generation, AbortSignal.any([signal, death.signal]))
  const running = await startVariant({ ...settings, variant, logFile: createLog('app'), guard }, signal)
  void running.died.then((error) => death.abort(error))
  try {
    const outcome = await makeLoad()
    const observed = { readySeconds: running.readySeconds, ...running.reported(), machine, killed: await running.stop() }
    const load = await readLoad({ ...order, metricsFile: metered?.outputFile ?? null }, outcome)
    checkResponses(load, { variant, when, targets, errors: outcome?.errors ?? {} })
    return { ...observed, outcome, load }
  } finally {
    await running.stop()
  }
}

type Responses = Pick<SeenLoad, 'requests' | 'failures' | 'failureKinds' | 'hasLatencies'>
/** errors: what Artillery counted, by its own names */
type Circumstances = Pick<Load, 'variant' | 'when'> & { targets: Pick<Target, 'url'>[], errors: LoadOutcome['errors'] }

/** @throws SpeedupError NO_RESPONSES: there is nothing to compare */
export function checkResponses({ requests, failures, failureKinds, hasLatencies }: Responses, { variant, when, targets, errors }: Circumstances) {
  if (requests > 0 && failures < requests && hasLatencies) return
  const target = list(targets.map(({ url }) => url))
  const refuse = (problem: string) => {
    throw new SpeedupError('NO_RESPONSES', `Variant ${variant.name}: ${problem}`)
  }
  if (requests === 0) {
    const counted = Object.keys(errors).length > 0 ? ` Artillery counted: ${listCounts(errors)}.` : ''
    refuse(`no request reached ${target} ${when}. Does the scenario send requests to config.target, with URLs that begin with /?${counted}`)
  }
  if (failures < requests) {
    const problem = `the metrics of the load on ${target} have no latency of a response with 2xx or 3xx ${when}`
    const answered = `though ${requests - failures} of ${requests} requests did not fail`
    refuse(`${problem}, ${answered}. Try the command of plugins.speedup.generator by hand with --output.`)
  }
  const elsewhere = `${targets.length > 1 ? 'Are they' : 'Is it'} still up, and do the scenario’s URLs work there by hand?`
  const advice = modes[variant.mode].isElsewhere ? elsewhere : 'Try the scenario’s URLs by hand against the app as the variant starts it.'
  refuse(`all ${requests} requests to ${target} failed ${when}: ${listCounts(failureKinds)}. ${advice}`)
}
