import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { compareScenario } from '../../plugin/comparison/compare-scenario.js'
import { conclude } from '../../plugin/comparison/conclude.js'
import { crossovers } from '../../plugin/comparison/crossover.js'
import { preliminary } from '../../plugin/comparison/preliminary.js'
import { scheduleRound } from '../../plugin/experiment/schedule.js'
import { samplesHeader } from '../../plugin/load/run-order.js'
import { keepsConnections, summariseSamples } from '../../plugin/load/summarise-samples.js'
import { summariseGenerator } from '../../plugin/telemetry/summarise-generator.js'
import { summariseWorker } from '../../plugin/telemetry/summarise-worker.js'
import { seededNormal } from './random.js'
import { aComparison } from './results.js'
import { aMachine } from './runs.js'
import { isOutside, medianOf, settingsOf, usersOf } from './synthetic-plan.js'
import { startMs, usageReports, writeSamples } from './synthetic-run.js'
/**
 * @import { Comparison, Run, Settings, Thresholds, Variant } from '../../plugin/vocabulary.js'
 *
 * @typedef {object} SyntheticVariant
 * @property {string} name
 * @property {Variant['mode']} mode
 * @property {number} workers that there are; in modes command and url nobody says so before
 * @property {number} [medianMs] latency
 * @property {Variant['scheduling']} [scheduling]
 * @property {string} [sweep]
 * @property {string} [detail] as a comparison describes it
 * @property {boolean} [isAnonymous] its responses carry no PID
 */


/**
 * @typedef {object} SyntheticPlan
 * @property {SyntheticVariant[]} variants the first is the baseline
 * @property {number} rounds below 3 nothing can be concluded, as if it had been interrupted
 * @property {number} requests of each run
 * @property {number} seed
 * @property {number} [failures] of each run; when all fail, nothing can be concluded
 * @property {number} [medianMs] latency of one process; more workers are faster
 * @property {number} [spread] standard deviation of the latencies' logarithms; with 0, all of a run are equal
 * @property {string[]} [scenarios] names
 * @property {number[]} [load] factors, under each of which the scenarios are compared
 * @property {Thresholds} [thresholds] of all candidates
 * @property {boolean} [endedEarly] when half of the rounds had been run
 * @property {boolean} [isMetered] the option generator was set, so that no single request was recorded; the files with
 *   Artillery's metrics are left out
 * @property {Partial<Comparison>} [comparison] on top of what is concluded
 */

/**
 * Makes the folder of a comparison that never took place: all its files are what a real one would have left, and its
 * conclusions are the project's own. The same for the same plan.
 *
 * @param {string} folder is made if it is not there
 * @param {SyntheticPlan} plan
 * @returns {{ comparison: Comparison, runs: Run[] }}
 */
export function writeSyntheticRecord(folder, plan) {
  const settings = settingsOf(plan)
  mkdirSync(join(folder, 'samples'), { recursive: true })
  const runs = writeRuns(folder, plan, settings)
  writeFileSync(join(folder, 'runs.ndjson'), runs.map((run) => `${JSON.stringify(run)}\n`).join(''))
  const comparison = { ...compare(runs, settings, plan), ...plan.comparison }
  writeFileSync(join(folder, 'comparison.json'), `${JSON.stringify(comparison, null, 2)}\n`)
  return { comparison, runs }
}

/**
 * @param {string} folder
 * @param {SyntheticPlan} plan
 * @param {Settings} settings
 * @returns {Run[]}
 */
function writeRuns(folder, plan, { scenarios, variants }) {
  const normal = seededNormal(plan.seed)
  /** @type {Run[]} */
  const runs = []
  let originMs = Date.parse('2026-11-20T12:00:00.000Z')
  for (const [i, { name: scenario, level }] of scenarios.entries()) {
    const users = usersOf(plan, level?.factor ?? null)
    for (let round = 1; round <= plan.rounds; round++) {
      for (const [turn, { name: variant, mode }] of scheduleRound(variants, round).entries()) {
        const name = `samples/scenario-${i + 1}-round-${round}-${turn + 1}`
        const planned = /** @type {SyntheticVariant} */ (plan.variants.find((one) => one.name === variant))
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

/**
 * @param {string} folder
 * @param {{ name: string, originMs: number, firstRequestsApart: boolean | null, workers: number, isTold: boolean }} of isTold:
 *   workers tell of their event loops
 * @param {Omit<Parameters<typeof writeSamples>[1], 'failures' | 'spread'> & { failures?: number, spread?: number, isMetered?: boolean }} load
 * @returns {Omit<Run, 'scenario' | 'variant' | 'round'>}
 */
function writeRun(folder, { name, originMs, firstRequestsApart, workers, isTold }, { failures = 0, spread = 0.35, isMetered = false, ...load }) {
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
  const usageOf = (/** @type {string} */ pid) => summariseWorker(reports.filter((report) => String(report.pid) === pid), span, { firstRequestsApart: apart })
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
 * @param {string} folder
 * @param {string} name of a file in that folder
 * @returns {string} name of what is there instead
 */
function compress(folder, name) {
  const file = join(folder, name)
  writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 1 }))
  rmSync(file)
  return `${name}.gz`
}

/**
 * @param {Run[]} runs
 * @param {Settings} settings
 * @param {SyntheticPlan} plan
 * @returns {Comparison}
 */
function compare(runs, settings, { endedEarly = false, variants: planned }) {
  const concludes = runs.length >= 3 * settings.variants.length * settings.scenarios.length && runs.every(({ latencyMs }) => latencyMs !== null)
  const concluded = (/** @type {Parameters<typeof compareScenario>} */ ...of) => (endedEarly ? preliminary(compareScenario(...of)) : compareScenario(...of))
  const scenarios = concludes ? settings.scenarios.map((scenario) => concluded({ runs: runs.filter((run) => run.scenario === scenario.name), answers: [] }, scenario, settings)) : []
  const error = concludes && !endedEarly ? null : { code: /** @type {const} */ ('INTERRUPTED'), message: 'The comparison was interrupted.' }
  const usual = aComparison(scenarios, { crossovers: crossovers(scenarios, runs, settings), error, ...conclude(scenarios, error, settings) })
  const { variants, baseline, rounds, confidence } = settings
  const details = Object.fromEntries(planned.map(({ name, detail = null }) => [name, detail]))
  const last = runs[runs.length - 1]
  const finishedAt = new Date(Date.parse(last.startedAt) + 1000 * last.wallSeconds).toISOString()
  return { ...usual, finishedAt, settings: { ...usual.settings, variants: variants.map(({ name, mode, workers, scheduling }) => ({ name, mode, workers, scheduling, detail: details[name] })), baseline, rounds, confidence } }
}
