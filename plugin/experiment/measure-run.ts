import { modes } from '../concepts/modes.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SpeedupError } from '../concepts/errors.ts'
import { list, listCounts } from '../concepts/wording.ts'
import { readLoad, type SeenLoad } from '../generator/generators.ts'
import { samplesHeader, type LoadOutcome } from '../generator/run-order.ts'
import { summariseClient, summariseGenerator } from '../record/summarise-generator.ts'
import { summariseWorker } from '../record/summarise-worker.ts'
import { appendWorkers, readTelemetry } from '../record/telemetry-file.ts'
import { loadApp, targetsOf, type Load, type Workplace } from './load-app.ts'
import type { Answer, Run } from '../concepts/run.ts'
import type { Settings, Variant } from '../concepts/settings.ts'
import type { RunFiles } from '../record/run-record.ts'

type WarmUp = Pick<Load, 'settings' | 'scenario' | 'variant'>

interface Turn extends WarmUp {
  round: number
  files: RunFiles // relative to the record's folder
  firstRequestsApart: boolean | null // null: decided by this run
}

/** One variant's turn: a fresh app, one child `artillery run`, the app stopped. */
export async function measureRun(turn: Turn, workplace: Workplace, signal: AbortSignal): Promise<Run> {
  const { settings, scenario, variant, round, files, firstRequestsApart } = turn
  const originMs = Date.now()
  const begun = performance.now()
  const telemetryFile = join(workplace.recordFolder, files.telemetry)
  // Overrides come after the phases of an --environment, and ours after the user's own: the level has the last word.
  const phases = scenario.level?.phases ?? null
  const output = outputFiles(workplace.recordFolder, files.samples, settings)
  const wanted = { settings, scenario, variant, ...output, telemetryFile, answersFile: null, originMs, phases }
  const { outcome: told, usage, workerPids, ...observed } = await loadApp(wanted, workplace, signal)
  // Null only where there is a limit of time.
  const outcome = told as LoadOutcome
  const load = await readLoad(wanted, outcome)
  checkResponses(load, { variant, when: `in round ${round}`, settings, errors: outcome.errors })
  const telemetry = readTelemetry(telemetryFile)
  const threads = telemetry.filter((line) => line.source === 'load-thread')
  const clients = telemetry.filter((line) => line.source === 'client')
  appendWorkers(telemetryFile, usage)
  const apart = { firstRequestsApart: firstRequestsApart ?? load.keepsConnections }
  const usageOf = (pid: string) => summariseWorker(usage.filter((report) => String(report.pid) === pid), load.span, apart)
  return {
    scenario: scenario.name,
    variant: variant.name,
    round,
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
 * A short run that is not measured: what would slow down the first measured one alone happens here, and what
 * can't work is found before anybody has waited.
 *
 * @returns what the app answered, in the order of its answers; empty where they need not be the same, or can't be seen
 */
export async function warmUp({ settings, scenario, variant }: WarmUp, workplace: Workplace, signal: AbortSignal): Promise<Answer[]> {
  const { folder } = workplace
  const output = outputFiles(folder, 'warm-up.csv', settings)
  const answersFile = join(folder, 'answers.ndjson')
  writeFileSync(output.samplesFile, samplesHeader)
  writeFileSync(answersFile, '')
  const wanted = {
    ...{ settings, scenario, variant, ...output, telemetryFile: join(folder, 'telemetry.ndjson'), originMs: Date.now() },
    // No bodies come back from elsewhere.
    answersFile: settings.generator === null && settings.sameAnswers ? answersFile : null,
    phases: [{ duration: 1, arrivalCount: warmUpUsers }],
    atMostSeconds: warmUpSeconds
  }
  const { outcome } = await loadApp(wanted, workplace, signal)
  checkResponses(await readLoad(wanted, outcome), { variant, when: 'while warming up', settings, errors: outcome?.errors ?? {} })
  return readFileSync(answersFile, 'utf8').split('\n').slice(0, -1).map((line) => JSON.parse(line))
}

function outputFiles(folder: string, samples: string, { generator }: Settings) {
  const samplesFile = join(folder, samples)
  return { samplesFile, metricsFile: generator === null ? null : samplesFile.replace(/\.csv$/, '.metrics.json') }
}

interface Circumstances {
  variant: Variant
  when: string // such as "in round 2"
  settings: Pick<Settings, 'target'>
  errors: Record<string, number> // what Artillery counted, by its own names
}

type Responses = Pick<SeenLoad, 'requests' | 'failures' | 'failureKinds' | 'hasLatencies'>

/**
 * Without any response there is nothing to compare.
 *
 * @throws SpeedupError NO_RESPONSES
 */
export function checkResponses({ requests, failures, failureKinds, hasLatencies }: Responses, { variant, when, settings, errors }: Circumstances) {
  if (requests > 0 && failures < requests && hasLatencies) return
  const targets = targetsOf(settings, variant)
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
