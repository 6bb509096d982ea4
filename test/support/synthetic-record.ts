import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { compareScenario } from '../../plugin/comparison/compare-scenario.ts'
import { conclude } from '../../plugin/comparison/conclude-all.ts'
import { preliminary } from '../../plugin/comparison/findings.ts'
import { foundBeside, span } from '../../plugin/questions/comparison.ts'
import { describeSettings } from '../../plugin/experiment/describe-plan.ts'
import { scheduleRound } from '../../plugin/experiment/loads.ts'
import { samplesHeader } from '../../plugin/record/samples.ts'
import { keepsConnections, summariseSamples } from '../../plugin/measure/read-samples.ts'
import { summariseGenerator, summariseWorker } from '../../plugin/measure/usage.ts'
import { seededNormal } from './random.ts'
import { aComparison } from './results.ts'
import { aMachine } from './runs.ts'
import { aPlan, aVariant, someSettings } from './settings.ts'
import { someSamples, startMs, usageReports, type SyntheticLoad } from './synthetic-run.ts'
import type { Comparison } from '../../plugin/concepts/comparison.ts'
import type { DescribedLoad } from '../../plugin/concepts/load-description.ts'
import type { Profile } from '../../plugin/questions/profile/concepts.ts'
import type { Run } from '../../plugin/concepts/run.ts'
import type { ScenarioPlan, Settings, Variant } from '../../plugin/concepts/settings.ts'
import type { Thresholds } from '../../plugin/concepts/options.ts'

export interface SyntheticVariant {
  name: string
  mode: Variant['mode']
  workers: number // that there are; in modes command and url nobody says so before
  medianMs?: number // latency
  scheduling?: Variant['scheduling']
  sweep?: string
  detail?: string // as a comparison describes it
  isAnonymous?: boolean // its responses carry no PID
}

export interface SyntheticPlan {
  variants: SyntheticVariant[] // the first is the baseline
  rounds: number // below 3 nothing can be concluded, as if it had been interrupted
  requests: number // of each run
  seed: number
  asked?: DescribedLoad // what the script asks of the app
  failures?: number // of each run; when all fail, nothing can be concluded
  medianMs?: number // latency of one process; more workers are faster
  spread?: number // standard deviation of the latencies' logarithms; with 0, all of a run are equal
  scenarios?: string[] // names
  load?: number[] // factors, under each of which the scenarios are compared
  thresholds?: Thresholds // of all candidates
  endedEarly?: boolean // when half of the rounds had been run
  profiles?: Profile[] // of the variants
  // the option generator was set: no single request was recorded; the files with Artillery's metrics are left out
  isMetered?: boolean
}

/**
 * Makes the folder of a comparison that never took place, with all files of a real one, and the project's own
 * conclusions. The same for the same plan.
 */
export function writeSyntheticRecord(folder: string, plan: SyntheticPlan): { comparison: Comparison; runs: Run[] } {
  const settings = settingsOf(plan)
  mkdirSync(join(folder, 'samples'), { recursive: true })
  const runs = writeRuns(folder, plan, settings)
  writeFileSync(join(folder, 'runs.ndjson'), runs.map((run) => `${JSON.stringify(run)}\n`).join(''))
  const comparison = compare(runs, settings, plan)
  writeFileSync(join(folder, 'comparison.json'), `${JSON.stringify(comparison, null, 2)}\n`)
  return { comparison, runs }
}

function writeRuns(folder: string, plan: SyntheticPlan, { scenarios, variants }: Settings): Run[] {
  const normal = seededNormal(plan.seed)
  const runs: Run[] = []
  let originMs = Date.parse('2026-11-20T12:00:00.000Z')
  for (const [i, { name: scenario, level }] of scenarios.entries()) {
    const users = usersOf(plan, level?.factor ?? null)
    for (let round = 1; round <= plan.rounds; round++) {
      for (const [turn, { name: variant }] of scheduleRound(variants, round).entries()) {
        const name = `samples/scenario-${i + 1}-round-${round}-${turn + 1}`
        const planned = plan.variants.find((one) => one.name === variant) as SyntheticVariant
        const pids = Array.from(
          { length: planned.isAnonymous ? 0 : planned.workers },
          (_, worker) => 4000 + 100 * runs.length + worker
        )
        const medianMs =
          medianOf(planned, plan, level?.factor ?? null) * (plan.spread === 0 ? 1 : Math.exp(0.03 * normal()))
        const load = { failures: 0, spread: 0.35, ...plan, ...users, pids, seed: plan.seed + 1 + runs.length, medianMs }
        const measured = writeRun(
          folder,
          {
            name,
            originMs,
            firstRequestsApart: runs[0]?.firstRequests.apart,
            variant: planned,
            isMetered: plan.isMetered === true
          },
          load
        )
        runs.push({ scenario, variant, round, ...measured })
        originMs += 1000 * Math.ceil(measured.wallSeconds + 1)
      }
    }
  }
  return runs
}

/** name: of its files */
type RunPlan = {
  name: string
  originMs: number
  firstRequestsApart: boolean | undefined
  variant: SyntheticVariant
  isMetered: boolean
}

function writeRun(folder: string, plan: RunPlan, load: SyntheticLoad): Omit<Run, 'scenario' | 'variant' | 'round'> {
  const {
    name,
    originMs,
    firstRequestsApart,
    variant: { mode, workers },
    isMetered
  } = plan
  const { text, samples } = someSamples(load)
  const span = { fromMs: originMs + samples.firstStartMs, toMs: originMs + samples.lastEndMs }
  const usage = usageReports({ pids: isOutside(mode) ? [] : load.pids, load: span, seed: load.seed })
  const [reports, threads] = [usage.reports, isMetered ? [] : usage.threads]
  const files = { samples: isMetered ? `${name}.csv` : `${name}.csv.gz`, telemetry: `${name}.telemetry.ndjson` }
  writeFileSync(join(folder, files.samples), isMetered ? samplesHeader : gzipSync(text, { level: 1 }))
  const lines = [...threads, ...reports.map((report) => ({ source: 'worker', ...report }))]
  writeFileSync(join(folder, files.telemetry), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const apart = firstRequestsApart ?? keepsConnections(samples)
  const usageOf = (pid: string) =>
    summariseWorker(
      reports.filter((report) => String(report.pid) === pid),
      [span],
      apart
    )
  const summary = summariseSamples(samples, { firstRequestsApart: apart, workerPids: load.pids.map(String), usageOf })
  const beganMs = originMs + startMs
  const shortestSessionMs = load.users === load.requests ? 5 : Math.max(2 * load.rampMs, 900 * summary.loadSeconds)
  const answered = summary.requests - summary.failures
  const underWayMs = Float64Array.of(load.medianMs)
  const outcome = {
    errors: {},
    responses: { byStatus: { 200: answered }, bytes: 100 * answered },
    users: load.users,
    skippedUsers: 0,
    shortestSessionMs,
    beganMs,
    lastArrivalMs: beganMs + load.rampMs,
    endedMs: span.toMs
  }
  return {
    startedAt: new Date(originMs).toISOString(),
    originMs,
    wallSeconds: summary.loadSeconds + 2,
    ...summary,
    within: null,
    artilleryErrors: summary.failureKinds,
    responses: outcome.responses,
    generator: summariseGenerator(threads, { ...samples, span, counted: [span], underWayMs }, outcome),
    machine: isMetered ? null : aMachine({ cores: 2 + workers, app: 0.95 * workers }),
    client: null,
    readySeconds: 0.15,
    restarts: 0,
    killed: false,
    disturbances: [],
    lives: [],
    ...files
  }
}

function compare(
  runs: Run[],
  settings: Settings,
  { endedEarly = false, variants: planned, profiles = [] }: SyntheticPlan
): Comparison {
  const concludes =
    runs.length >= 3 * settings.variants.length * settings.scenarios.length &&
    runs.every(({ latencyMs }) => latencyMs !== null)
  const scenarios = (concludes ? settings.scenarios : []).map((scenario) => {
    const own = runs.filter((run) => run.scenario === scenario.name)
    const compared = compareScenario({ runs: own, answers: [] }, scenario, settings)
    const profiled = profiles.map((profile) => ({ variant: profile.variant, profile, problem: null }))
    const result = Object.assign(compared, ...foundBeside({ profiled }, scenario, compared).map(({ part }) => part))
    return endedEarly ? preliminary(result) : result
  })
  const error =
    concludes && !endedEarly ? null : { code: 'INTERRUPTED' as const, message: 'The comparison was interrupted.' }
  const usual = aComparison(scenarios, {
    ...span(scenarios, runs, settings),
    error,
    ...conclude(scenarios, error, settings)
  })
  const { startedAt, wallSeconds } = runs[runs.length - 1]
  const finishedAt = new Date(Date.parse(startedAt) + 1000 * wallSeconds).toISOString()
  const described = describeSettings(settings, { flags: {}, suiteOptions: null }, basename)
  const variants = described.variants.map((variant, i) => ({ ...variant, detail: planned[i].detail ?? null }))
  return { ...usual, finishedAt, settings: { ...described, variants } }
}

function settingsOf({
  variants,
  rounds,
  asked,
  scenarios = ['primes'],
  load = [],
  thresholds = {},
  endedEarly = false
}: SyntheticPlan): Settings {
  const required = Object.fromEntries(variants.slice(1).map((variant) => [variant.name, thresholds]))
  return someSettings({
    ...(asked && { load: asked }),
    variants: variants.map(({ name, mode, workers, scheduling = 'round-robin', sweep = null }) =>
      aVariant({ name, mode, workers: isOutside(mode) ? null : workers, scheduling, countOf: sweep })
    ),
    baseline: variants[0].name,
    rounds: endedEarly ? { min: 2 * rounds, max: 2 * rounds } : { min: 3, max: Math.max(3, rounds) },
    scenarios: scenarios.flatMap((name): ScenarioPlan[] => {
      const plan = { ...aPlan({}, [], {}), name, thresholds: required }
      return load.length === 0
        ? [plan]
        : load.map((factor) => ({
            ...plan,
            name: `${name} at ${factor}x load`,
            level: { of: name, factor, isLeast: factor === Math.min(...load) }
          }))
    })
  })
}

/** Whether it is no Node process that we start, so that nothing tells of its inside. */
const isOutside = (mode: Variant['mode']) => mode === 'command' || mode === 'url'

/**
 * @param factor of the load, in which 100 requests a second are usual; null: the load is as it was written, a few users
 * who stay
 */
function usersOf({ variants, requests }: SyntheticPlan, factor: number | null): { users: number; rampMs: number } {
  if (factor !== null) return { users: requests, rampMs: (10 * requests) / factor }
  return { users: Math.max(20, 4 * Math.max(...variants.map(({ workers }) => workers))), rampMs: 1000 }
}

/** @param factor of the load; null: the load is as it was written */
function medianOf(
  { workers, medianMs: own }: SyntheticVariant,
  { medianMs = 100 }: SyntheticPlan,
  factor: number | null
) {
  if (factor === null) return own ?? medianMs * (0.2 + 0.8 / workers)
  // A queue of each worker, which the usual load keeps busy for half of the time.
  return (own ?? 0.2 * medianMs) / Math.max(0.02, 1 - (0.5 * factor) / workers)
}
