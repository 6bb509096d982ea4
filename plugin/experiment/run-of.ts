import { join } from 'node:path'
import { SpeedupError } from '../concepts/errors.ts'
import { addCounts } from '../concepts/failures.ts'
import { measuredOf } from '../questions/measure.ts'
import { appendWorkers, readTelemetry, type ThreadReport } from '../record/telemetry.ts'
import {
  summariseInstances,
  summariseClient,
  namesOf,
  unaskedOf,
  summariseGenerator,
  summariseWorker
} from '../measure/usage.ts'
import { largestBy, rounded, sumBy } from '../statistics/descriptive.ts'
import type { UsageReport } from '../messages/app.ts'
import type { QuestionRun } from '../questions/concepts.ts'
import type { Run } from '../concepts/run.ts'
import type { SeenLoad } from '../measure/read-load.ts'
import type { Loaded, loadApps } from './load-apps.ts'
import type { LoadOutcome } from '../messages/load.ts'
import type { RunFiles, RunRecord } from '../record/run-record.ts'

/** Of a variant in a round. */
export interface Turn extends Loaded {
  round: number
  files: RunFiles // relative to the record's folder
  firstRequestsApart: boolean | null // null: decided by this run
  loadSeconds: number | null // of which the warm-up is a part; null: each user goes through the flow once
  spreadSeconds?: number // in which its users come; left out, or 0: as the script and its plan say
  byWhole?: boolean // latencies go to the last byte
  load?: OwnLoad | undefined // left out: as the script and its plan say
}

/**
 * A load that is not the script's. arrivalsPerSecond: left out: users go on until the time is up; ofRun: what stands of
 * it in the run
 */
export interface OwnLoad {
  phases: object[]
  arrivalsPerSecond?: number
  ofRun: (usage: UsageReport[], load: SeenLoad) => Partial<QuestionRun>
}

type Recording = { record: RunRecord }

/**
 * The next turn of a variant, with empty files.
 *
 * @param runs of its scenario before this one
 * @param own place: in its round, from 1
 */
export function turnOf(
  { settings, scenario, runs }: Pick<Turn, 'settings' | 'scenario'> & { runs: Run[] },
  { place, ...own }: Omit<Turn, 'settings' | 'scenario' | 'files' | 'firstRequestsApart'> & { place: number },
  { record }: Recording
): Turn {
  const files = record.createFiles({
    scenario: settings.scenarios.indexOf(scenario) + 1,
    round: own.round,
    turn: place,
    variant: own.variant.name
  })
  return { ...own, settings, scenario, files, firstRequestsApart: runs[0]?.firstRequests.apart ?? null }
}

/** @returns absolute paths of a run's files, as the load generator takes them */
export const pathsOf = ({ samples, telemetry }: RunFiles, { record }: Recording) => ({
  samplesFile: join(record.folder, samples),
  telemetryFile: join(record.folder, telemetry),
  answersFile: null
})

/** What was seen of a run, whose app is gone. */
type SeenRun = Awaited<ReturnType<typeof loadApps>>[number] & {
  outcome: LoadOutcome
  wallSeconds: number
  firstRequestsApart: boolean // the first requests on each connection
}

const nearlyAll = 0.9

/** Where requests went instead of to the targets, and most redirects. @param requests to the targets */
function placesOf(reports: readonly ThreadReport[], requests: number) {
  // Each says how many there were so far.
  const last = [...new Map(reports.map((report) => [report.thread, report])).values()]
  const elsewhere = addCounts(last.map((report) => report.elsewhere ?? {}))
  const redirects = last.flatMap((report) => report.redirects ?? [])
  const places = [...Map.groupBy(redirects, ({ to }) => to)].map(([to, all]) => ({
    to,
    count: sumBy(all, ({ count }) => count),
    gets: sumBy(all, ({ gets }) => gets),
    requests: new Set(all.flatMap((own) => own.requests)).size
  }))
  // What follows one is no request of the script.
  const own = requests - sumBy(redirects, ({ followed }) => followed)
  // Pages that lead elsewhere; after what was sent, the page behind it is often one and the same.
  const led = places.filter(({ gets, count }) => 2 * gets >= count || count >= nearlyAll * own)
  const most = led.length === 0 ? undefined : largestBy(led, ({ count }) => count)
  return {
    ...(Object.keys(elsewhere).length > 0 && { elsewhere }),
    redirected: most && {
      to: most.to,
      share: rounded(Math.min(1, most.count / Math.max(1, own))),
      requests: most.requests
    }
  }
}

/** What is known of a run. Its telemetry file gets what the app's processes told. */
export async function runOf(
  { scenario, variant, round, files, load: own }: Turn,
  seen: SeenRun,
  workplace: Recording
): Promise<Run> {
  const {
    startedAtMs,
    outcome,
    load,
    usage,
    workerPids,
    asked,
    lives,
    instances,
    printed,
    firstRequestsApart,
    ...observed
  } = seen
  const { samplesFile, telemetryFile } = pathsOf(files, workplace)
  const telemetry = readTelemetry(telemetryFile)
  const threads = telemetry.filter((line) => line.source === 'load-thread')
  const clients = telemetry.filter((line) => line.source === 'client')
  const lack = telemetry.find((line) => line.source === 'lack')
  if (lack !== undefined)
    throw new SpeedupError(
      'GENERATOR_FAILED',
      `In round ${round}, but not while warming up, only Artillery's client could run the scenario, because ` +
        `${lack.because}. Set plugins.speedup.generator.client: artillery.`
    )
  const exit = telemetry.findLast((line) => line.source === 'exit')
  appendWorkers(telemetryFile, usage)
  const usageOf = (pid: string) =>
    summariseWorker(
      usage.filter((report) => String(report.pid) === pid),
      load.counted,
      firstRequestsApart
    )
  const parallel = Math.min(seen.machine?.cores ?? 1, workerPids.length / (variant.instances ?? 1))
  const places = placesOf(threads, load.requests)
  const names = namesOf(clients, scenario.only)
  return {
    scenario: scenario.name,
    variant: variant.name,
    round,
    ...own?.ofRun(usage, load),
    startedAt: new Date(startedAtMs).toISOString(),
    ...load.summarise({ firstRequestsApart, workerPids, usageOf }, names),
    ...places,
    // What went elsewhere is in no sample.
    unasked: places.elsewhere ? undefined : unaskedOf(names, load.asked),
    artilleryErrors: outcome.errors,
    hosts: outcome.hosts,
    responses: outcome.responses,
    generator: summariseGenerator(threads, load, outcome),
    client: load.client ?? summariseClient(clients, scenario.only),
    ...observed,
    ...(load.failures > 0 && printed?.length && { printed }),
    ...(instances && summariseInstances({ instances, lives, usage }, load.counted, Math.max(1, parallel))),
    ...(await measuredOf(samplesFile, { ...asked, lives }, { originMs: seen.originMs, counted: load.counted[0] })),
    exitCode: exit?.code || undefined,
    ...files
  }
}
