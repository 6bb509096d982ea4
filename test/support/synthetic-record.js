import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareScenario } from '../../plugin/comparison/compare-scenario.js'
import { conclude } from '../../plugin/comparison/conclude.js'
import { preliminary } from '../../plugin/comparison/preliminary.js'
import { scheduleRound } from '../../plugin/experiment/schedule.js'
import { keepsConnections, summariseSamples } from '../../plugin/load/summarise-samples.js'
import { summariseGenerator } from '../../plugin/telemetry/summarise-generator.js'
import { summariseWorker } from '../../plugin/telemetry/summarise-worker.js'
import { seededNormal } from './random.js'
import { aComparison } from './results.js'
import { aMachine } from './runs.js'
import { someSettings } from './settings.js'
import { rampMs, startMs, usageReports, writeSamples } from './synthetic-run.js'
/** @import { Comparison, Mode, Run, Settings, Thresholds, Variant } from '../../plugin/vocabulary.js' */

/**
 * @typedef {object} SyntheticPlan
 * @property {{ name: string, mode: Mode, workers: number, medianMs?: number }[]} variants the first is the baseline
 * @property {number} rounds below 3 nothing can be concluded, as if it had been interrupted
 * @property {number} requests of each run
 * @property {number} seed
 * @property {number} [failures] of each run; when all fail, nothing can be concluded
 * @property {number} [medianMs] latency of one process; more workers are faster
 * @property {number} [spread] standard deviation of the latencies' logarithms; with 0, all of a run are equal
 * @property {string[]} [scenarios] names
 * @property {Thresholds} [thresholds] of all candidates
 * @property {boolean} [endedEarly] when half of the rounds had been run
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
  const comparison = { ...compare(runs, settings, plan.endedEarly === true), ...plan.comparison }
  writeFileSync(join(folder, 'comparison.json'), `${JSON.stringify(comparison, null, 2)}\n`)
  return { comparison, runs }
}

/**
 * @param {SyntheticPlan} plan
 * @returns {Settings}
 */
function settingsOf({ variants, rounds, scenarios = ['primes'], thresholds = {}, endedEarly = false }) {
  const baseline = variants[0].name
  return someSettings({
    variants: variants.map(({ name, mode, workers }) => ({ name, mode, workers, scheduling: 'round-robin', env: {} })),
    baseline,
    rounds: endedEarly ? { min: 2 * rounds, max: 2 * rounds } : { min: 3, max: Math.max(3, rounds) },
    scenarios: scenarios.map((name) => ({ name, only: null, thresholds: Object.fromEntries(variants.slice(1).map((variant) => [variant.name, thresholds])) }))
  })
}

/**
 * @param {string} folder
 * @param {SyntheticPlan} plan
 * @param {Settings} settings
 * @returns {Run[]}
 */
function writeRuns(folder, plan, { scenarios, variants }) {
  const normal = seededNormal(plan.seed)
  const users = Math.max(20, 4 * Math.max(...variants.map(({ workers }) => workers)))
  /** @type {Run[]} */
  const runs = []
  let originMs = Date.parse('2026-11-20T12:00:00.000Z')
  for (const [i, scenario] of scenarios.entries()) {
    for (let round = 1; round <= plan.rounds; round++) {
      for (const [turn, variant] of scheduleRound(variants, round).entries()) {
        const name = `samples/scenario-${i + 1}-round-${round}-${turn + 1}`
        const pids = Array.from({ length: variant.workers }, (_, worker) => 4000 + 100 * runs.length + worker)
        const load = { ...plan, users, pids, seed: plan.seed + 1 + runs.length, medianMs: medianOf(variant, plan) * (plan.spread === 0 ? 1 : Math.exp(0.03 * normal())) }
        const measured = writeRun(folder, { name, originMs, firstRequestsApart: runs[0]?.firstRequests.apart ?? null }, load)
        runs.push({ scenario: scenario.name, variant: variant.name, round, ...measured })
        originMs += 1000 * Math.ceil(measured.wallSeconds + 1)
      }
    }
  }
  return runs
}

/**
 * @param {Variant} variant
 * @param {SyntheticPlan} plan
 */
function medianOf({ name, workers }, { variants, medianMs = 100 }) {
  return variants.find((one) => one.name === name)?.medianMs ?? medianMs * (0.2 + 0.8 / workers)
}

/**
 * @param {string} folder
 * @param {{ name: string, originMs: number, firstRequestsApart: boolean | null }} of
 * @param {Omit<Parameters<typeof writeSamples>[1], 'failures' | 'spread'> & { failures?: number, spread?: number }} load
 * @returns {Omit<Run, 'scenario' | 'variant' | 'round'>}
 */
function writeRun(folder, { name, originMs, firstRequestsApart }, { failures = 0, spread = 0.35, ...load }) {
  const files = { samples: `${name}.csv`, telemetry: `${name}.telemetry.ndjson` }
  const samples = writeSamples(join(folder, files.samples), { failures, spread, ...load })
  const span = { fromMs: originMs + samples.firstStartMs, toMs: originMs + samples.lastEndMs }
  const { reports, threads } = usageReports({ pids: load.pids, load: span, seed: load.seed })
  const lines = [...threads, ...reports.map((report) => ({ source: 'worker', ...report }))]
  writeFileSync(join(folder, files.telemetry), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const usageOf = (/** @type {string} */ pid) => summariseWorker(reports.filter((report) => String(report.pid) === pid), span)
  const apart = firstRequestsApart ?? keepsConnections(samples)
  const summary = summariseSamples(samples, { firstRequestsApart: apart, workerPids: load.pids.map(String), usageOf })
  const beganMs = originMs + startMs
  const outcome = { errors: {}, users: load.users, skippedUsers: 0, shortestSessionMs: Math.max(2 * rampMs, 900 * summary.loadSeconds), beganMs, lastArrivalMs: beganMs + rampMs }
  return {
    startedAt: new Date(originMs).toISOString(),
    wallSeconds: summary.loadSeconds + 2,
    ...summary,
    artilleryErrors: summary.failureKinds,
    generator: summariseGenerator(threads, { load: span, outcome, underWayMs: Float64Array.of(load.medianMs) }),
    readySeconds: 0.15,
    restarts: 0,
    machine: aMachine({ cores: 2 + load.pids.length, app: 0.95 * load.pids.length }),
    killed: false,
    ...files
  }
}

/**
 * @param {Run[]} runs
 * @param {Settings} settings
 * @param {boolean} endedEarly
 * @returns {Comparison}
 */
function compare(runs, settings, endedEarly) {
  const concludes = runs.length >= 3 * settings.variants.length * settings.scenarios.length && runs.every(({ latencyMs }) => latencyMs !== null)
  const concluded = (/** @type {Parameters<typeof compareScenario>} */ ...of) => (endedEarly ? preliminary(compareScenario(...of)) : compareScenario(...of))
  const scenarios = concludes ? settings.scenarios.map((scenario) => concluded({ runs: runs.filter((run) => run.scenario === scenario.name), answers: [] }, scenario, settings)) : []
  const error = concludes && !endedEarly ? null : { code: /** @type {const} */ ('INTERRUPTED'), message: 'The comparison was interrupted.' }
  const usual = aComparison(scenarios, { error, ...conclude(scenarios, error, settings) })
  const { variants, baseline, rounds, confidence } = settings
  const last = runs[runs.length - 1]
  const finishedAt = new Date(Date.parse(last.startedAt) + 1000 * last.wallSeconds).toISOString()
  return { ...usual, finishedAt, settings: { ...usual.settings, variants: variants.map(({ name, mode, workers, scheduling }) => ({ name, mode, workers, scheduling })), baseline, rounds, confidence } }
}
