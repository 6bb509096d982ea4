import { bound } from '../../plugin/comparison/bound.js'
import { closedLoop } from '../../plugin/comparison/closed-loop.js'
import { diagnose } from '../../plugin/comparison/diagnose.js'
import { aCandidateWith, aClusterUse, aVariantUse } from './results.js'
import { aMachine } from './runs.js'
/**
 * @import { CandidateResult, Estimate, LoadShape, Metric, ResponseTime, VariantUse } from '../../plugin/vocabulary.js'
 * @import { Case } from '../../plugin/comparison/diagnosis/case.js'
 */

/**
 * The diagnosis of a CPU-bound app that two workers serve 1.66 times as fast on two cores, but for what is given.
 *
 * @param {object} given
 * @param {Partial<VariantUse>} [given.baseline]
 * @param {Partial<VariantUse>} [given.candidate]
 * @param {Partial<Estimate>[]} [given.estimates]
 * @param {Partial<CandidateResult>} [given.result]
 * @param {LoadShape} [given.load]
 * @param {boolean} [given.isItself]
 * @param {Partial<Case['modes']>} [given.modes]
 */
export function diagnosisOf({ baseline, candidate, estimates = [], result, load = { model: 'closed', saturated: [] }, isItself = false, modes }) {
  const [before, after] = [aVariantUse(baseline), aClusterUse(candidate)]
  const loop = closedLoop(before, after, load)
  return diagnose({ result: aCandidateWith(estimates, result), bound: bound(before, after, loop), loop, baseline: before, candidate: after, modes: { baseline: 'single', candidate: 'cluster', ...modes }, load, isItself })
}

/**
 * @param {number} utilization
 * @returns {Partial<VariantUse>} of a single process with time to spare
 */
export function lazy(utilization) {
  return { utilization, busiest: utilization, cpu: utilization, machine: aMachine({ app: utilization }) }
}

/**
 * @param {Partial<ResponseTime>} parts in ms; without what is left out
 * @returns {Partial<VariantUse>} whose mean response took as long as they do together
 */
export function taking({ generatorMs = 0, queueMs = 0, waitingMs = 0, computingMs = 0 }) {
  return { responseTime: { latencyMs: Number(generatorMs) + queueMs + waitingMs + computingMs, generatorMs, queueMs, waitingMs, computingMs } }
}

/**
 * @param {Partial<Record<Metric, number>>} [baseline] its value of some metrics, in ms or responses/s
 * @returns {Partial<Estimate>[]} of all metrics, none of which shows a difference
 */
export function noGain(baseline = {}) {
  const metrics = /** @type {Metric[]} */ (['p50', 'p95', 'p99', 'throughput'])
  return metrics.map((metric) => ({ metric, baseline: baseline[metric] ?? 100, speedup: 1.01, interval: [0.95, 1.08] }))
}
