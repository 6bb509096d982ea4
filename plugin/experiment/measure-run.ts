import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readLoad } from '../load/read-load.ts'
import { samplesHeader, type LoadOutcome } from '../load/run-order.ts'
import { summariseClient } from '../telemetry/summarise-client.ts'
import { summariseGenerator } from '../telemetry/summarise-generator.ts'
import { summariseWorker } from '../telemetry/summarise-worker.ts'
import { appendWorkers, readTelemetry } from '../telemetry/telemetry-file.ts'
import { checkResponses } from './check-responses.ts'
import { loadApp } from './load-app.ts'
import type { Answer, Run, ScenarioPlan, Settings, Variant } from '../vocabulary.ts'
import type { RunFiles } from './run-record.ts'
import type { Workplace } from './workplace.ts'

interface Turn {
  settings: Settings
  scenario: ScenarioPlan
  variant: Variant
  round: number
  files: RunFiles // relative to the record's folder
  firstRequestsApart: boolean | null // null: decided by this run
}

/** Long enough for files, name services and the clock of the processor to warm up. */
const warmUpSeconds = 1.5
const warmUpUsers = 4

/** One variant's turn: a fresh app, one child `artillery run`, the app stopped. */
export async function measureRun({ settings, scenario, variant, round, files, firstRequestsApart }: Turn, workplace: Workplace, signal: AbortSignal): Promise<Run> {
  const originMs = Date.now()
  const begun = performance.now()
  const samplesFile = join(workplace.recordFolder, files.samples)
  const telemetryFile = join(workplace.recordFolder, files.telemetry)
  const metricsFile = settings.generator === null ? null : samplesFile.replace(/\.csv$/, '.metrics.json')
  const given = { settings, scenario, variant, samplesFile, metricsFile, telemetryFile, answersFile: null, originMs, overrides: overridesFor(scenario) }
  const { outcome: told, usage, workerPids, ...observed } = await loadApp(given, workplace, signal)
  const outcome = told as LoadOutcome
  const load = await readLoad(given, outcome)
  checkResponses(load, { variant, when: `in round ${round}`, settings, errors: outcome.errors })
  const telemetry = readTelemetry(telemetryFile)
  const threads = telemetry.filter((line) => line.source === 'load-thread')
  const clients = telemetry.filter((line) => line.source === 'client')
  appendWorkers(telemetryFile, usage)
  const apart = firstRequestsApart ?? load.keepsConnections
  const usageOf = (pid: string) => summariseWorker(usage.filter((report) => String(report.pid) === pid), load.span, { firstRequestsApart: apart })
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

/** Overrides come after the phases of an --environment, and ours after the user's own: the level has the last word. */
function overridesFor({ level }: ScenarioPlan) {
  return level === null ? null : { config: { phases: level.phases } }
}

/**
 * A short run that is not measured: what would slow down the first measured one alone happens here, and what
 * can't work is found before anybody has waited.
 *
 * @returns what the app answered, in the order of its answers; empty where they need not be the same, or can't be seen
 */
export async function warmUp({ settings, scenario, variant }: { settings: Settings, scenario: ScenarioPlan, variant: Variant }, workplace: Workplace, signal: AbortSignal): Promise<Answer[]> {
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
