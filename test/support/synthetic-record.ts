import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { compareScenario } from '../../plugin/comparison/compare-scenario.ts'
import { conclude, preliminary } from '../../plugin/comparison/conclude.ts'
import { crossovers } from '../../plugin/comparison/crossover.ts'
import { scheduleRound } from '../../plugin/experiment/run-scenario.ts'
import { samplesHeader } from '../../plugin/generator/run-order.ts'
import { keepsConnections, summariseSamples } from '../../plugin/generator/read-samples.ts'
import { summariseGenerator, summariseWorker } from '../../plugin/record/usage.ts'
import { seededNormal } from './random.ts'
import { aComparison } from './results.ts'
import { aMachine } from './runs.ts'
import { isOutside, medianOf, settingsOf, usersOf } from './synthetic-plan.ts'
import { startMs, usageReports, writeSamples } from './synthetic-run.ts'
import type { Comparison } from '../../plugin/concepts/comparison.ts'
import type { Run } from '../../plugin/concepts/run.ts'
import type { Settings, Variant } from '../../plugin/concepts/settings.ts'
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
  failures?: number // of each run; when all fail, nothing can be concluded
  medianMs?: number // latency of one process; more workers are faster
  spread?: number // standard deviation of the latencies' logarithms; with 0, all of a run are equal
  scenarios?: string[] // names
  load?: number[] // factors, under each of which the scenarios are compared
  thresholds?: Thresholds // of all candidates
  endedEarly?: boolean // when half of the rounds had been run
  /**
   * the option generator was set, so that no single request was recorded; the files with Artillery's metrics are
   * left out
   */
  isMetered?: boolean
  comparison?: Partial<Comparison> // on top of what is concluded
}

/**
 * Makes the folder of a comparison that never took place: all its files are what a real one would have left, and its
 * conclusions are the project's own. The same for the same plan.
 *
 * @param folder is made if it is not there
 */
export function writeSyntheticRecord(folder: string, plan: SyntheticPlan): { comparison: Comparison, runs: Run[] } {
  const settings = settingsOf(plan)
  mkdirSync(join(folder, 'samples'), { recursive: true })
  const runs = writeRuns(folder, plan, settings)
  writeFileSync(join(folder, 'runs.ndjson'), runs.map((run) => `${JSON.stringify(run)}\n`).join(''))
  const comparison = { ...compare(runs, settings, plan), ...plan.comparison }
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
      for (const [turn, { name: variant, mode }] of scheduleRound(variants, round).entries()) {
        const name = `samples/scenario-${i + 1}-round-${round}-${turn + 1}`
        const planned = plan.variants.find((one) => one.name === variant) as SyntheticVariant
        const pids = Array.from({ length: planned.isAnonymous ? 0 : planned.workers }, (_, worker) => 4000 + 100 * runs.length + worker)
        const medianMs = medianOf(planned, plan, level?.factor ?? null) * (plan.spread === 0 ? 1 : Math.exp(0.03 * normal()))
        const load = { ...plan, ...users, pids, seed: plan.seed + 1 + runs.length, medianMs }
        const measured = writeRun(folder, { name, originMs, firstRequestsApart: runs[0]?.firstRequests.apart ?? null, workers: planned.workers, isTold: !isOutside(mode) }, load)
        runs.push({ scenario, variant, round, ...measured })
        originMs += 1000 * Math.ceil(measured.wallSeconds + 1)
      }
    }
  }
  return runs
}

/** @param of isTold: workers tell of their event loops */
function writeRun(folder: string, { name, originMs, firstRequestsApart, workers, isTold }: { name: string, originMs: number, firstRequestsApart: boolean | null, workers: number, isTold: boolean }, { failures = 0, spread = 0.35, isMetered = false, ...load }: Omit<Parameters<typeof writeSamples>[1], 'failures' | 'spread'> & { failures?: number, spread?: number, isMetered?: boolean }): Omit<Run, 'scenario' | 'variant' | 'round'> {
  const { rampMs } = load
  const plain = `${name}.csv`
  const samples = writeSamples(join(folder, plain), { failures, spread, ...load })
  const span = { fromMs: originMs + samples.firstStartMs, toMs: originMs + samples.lastEndMs }
  const usage = usageReports({ pids: isTold ? load.pids : [], load: span, seed: load.seed })
  const [reports, threads] = [usage.reports, isMetered ? [] : usage.threads]
  if (isMetered) writeFileSync(join(folder, plain), samplesHeader)
  const files = { samples: isMetered ? plain : compress(folder, plain), telemetry: `${name}.telemetry.ndjson` }
  const lines = [...threads, ...reports.map((report) => ({ source: 'worker', ...report }))]
  writeFileSync(join(folder, files.telemetry), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const apart = firstRequestsApart ?? keepsConnections(samples)
  const usageOf = (pid: string) => summariseWorker(reports.filter((report) => String(report.pid) === pid), span, { firstRequestsApart: apart })
  const summary = summariseSamples(samples, { firstRequestsApart: apart, workerPids: load.pids.map(String), usageOf })
  const beganMs = originMs + startMs
  const outcome = { errors: {}, users: load.users, skippedUsers: 0, shortestSessionMs: load.users === load.requests ? 5 : Math.max(2 * rampMs, 900 * summary.loadSeconds), beganMs, lastArrivalMs: beganMs + rampMs }
  return {
    startedAt: new Date(originMs).toISOString(),
    wallSeconds: summary.loadSeconds + 2,
    ...summary,
    artilleryErrors: summary.failureKinds,
    generator: summariseGenerator(threads, { load: span, outcome, underWayMs: Float64Array.of(load.medianMs) }),
    client: null,
    readySeconds: 0.15,
    restarts: 0,
    machine: isMetered ? null : aMachine({ cores: 2 + workers, app: 0.95 * workers }),
    killed: false,
    ...files
  }
}

/**
 * @param name of a file in that folder
 * @returns name of what is there instead
 */
function compress(folder: string, name: string): string {
  const file = join(folder, name)
  writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 1 }))
  rmSync(file)
  return `${name}.gz`
}

function compare(runs: Run[], settings: Settings, { endedEarly = false, variants: planned }: SyntheticPlan): Comparison {
  const concludes = runs.length >= 3 * settings.variants.length * settings.scenarios.length && runs.every(({ latencyMs }) => latencyMs !== null)
  const concluded = (...of: Parameters<typeof compareScenario>) => (endedEarly ? preliminary(compareScenario(...of)) : compareScenario(...of))
  const scenarios = concludes ? settings.scenarios.map((scenario) => concluded({ runs: runs.filter((run) => run.scenario === scenario.name), answers: [] }, scenario, settings)) : []
  const error = concludes && !endedEarly ? null : { code: 'INTERRUPTED' as const, message: 'The comparison was interrupted.' }
  const usual = aComparison(scenarios, { crossovers: crossovers(scenarios, runs, settings), error, ...conclude(scenarios, error, settings) })
  const { variants, baseline, rounds, confidence } = settings
  const details = Object.fromEntries(planned.map(({ name, detail = null }) => [name, detail]))
  const last = runs[runs.length - 1]
  const finishedAt = new Date(Date.parse(last.startedAt) + 1000 * last.wallSeconds).toISOString()
  return { ...usual, finishedAt, settings: { ...usual.settings, variants: variants.map(({ name, mode, workers, scheduling }) => ({ name, mode, workers, scheduling, detail: details[name] })), baseline, rounds, confidence } }
}
