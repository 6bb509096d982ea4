import { bound } from '../../plugin/comparison/bound.ts'
import { closedLoop } from '../../plugin/comparison/what-it-carries.ts'
import { diagnose } from '../../plugin/comparison/diagnosis/diagnose.ts'
import { aCandidateWith, aClusterUse, aVariantUse } from './results.ts'
import { aMachine } from './runs.ts'
import type { CandidateResult, Estimate, VariantUse } from '../../plugin/concepts/comparison.ts'
import type { LoadShape, ResponseTime } from '../../plugin/concepts/load-results.ts'
import type { Metric } from '../../plugin/concepts/codes.ts'
import type { Case } from '../../plugin/comparison/diagnosis/case.ts'

/** The diagnosis of a CPU-bound app that two workers serve 1.66 times as fast on two cores, but for what is given. */
export function diagnosisOf({ baseline, candidate, estimates = [], result, load = { model: 'closed', saturated: [] }, isItself = false, modes }: { baseline?: Partial<VariantUse>, candidate?: Partial<VariantUse>, estimates?: Partial<Estimate>[], result?: Partial<CandidateResult>, load?: LoadShape, isItself?: boolean, modes?: Partial<Case['modes']> }) {
  const [before, after] = [aVariantUse(baseline), aClusterUse(candidate)]
  const loop = closedLoop(before, after, load)
  return diagnose({ result: aCandidateWith(estimates, result), bound: bound(before, after, loop), loop, baseline: before, candidate: after, modes: { baseline: 'single', candidate: 'cluster', ...modes }, load, isItself })
}

/** @returns of a single process with time to spare */
export function lazy(utilization: number): Partial<VariantUse> {
  return { utilization, busiest: utilization, cpu: utilization, machine: aMachine({ app: utilization }) }
}

/**
 * @param parts in ms; without what is left out
 * @returns whose mean response took as long as they do together
 */
export function taking({ generatorMs = 0, queueMs = 0, waitingMs = 0, computingMs = 0 }: Partial<ResponseTime>): Partial<VariantUse> {
  return { responseTime: { latencyMs: Number(generatorMs) + queueMs + waitingMs + computingMs, generatorMs, queueMs, waitingMs, computingMs } }
}

/**
 * @param baseline its value of some metrics, in ms or responses/s
 * @returns of all metrics, none of which shows a difference
 */
export function noGain(baseline: Partial<Record<Metric, number>> = {}): Partial<Estimate>[] {
  const metrics = ['p50', 'p95', 'p99', 'throughput'] as Metric[]
  return metrics.map((metric) => ({ metric, baseline: baseline[metric] ?? 100, speedup: 1.01, interval: [0.95, 1.08] }))
}
