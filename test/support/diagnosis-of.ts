import { expect } from 'chai'
import { bound, closedLoop } from '../../plugin/comparison/bound.ts'
import { diagnose } from '../../plugin/comparison/diagnosis/diagnose.ts'
import { metrics, type Metric } from '../../plugin/concepts/metrics.ts'
import { expectLike, itChecks } from './cases.ts'
import { aCandidateWith, aClusterUse, aVariantUse, type UsePart } from './results.ts'
import type { CandidateResult, Estimate } from '../../plugin/concepts/comparison.ts'
import type { DiagnosisCode } from '../../plugin/concepts/warnings.ts'
import type { LoadShape, ResponseTime } from '../../plugin/concepts/load-results.ts'
import type { Facts as AllFacts } from '../../plugin/comparison/diagnosis/facts.ts'

export interface Facts {
  baseline?: UsePart
  candidate?: UsePart
  estimates?: Partial<Estimate>[]
  result?: Partial<CandidateResult>
  load?: LoadShape
  isItself?: boolean
  isVersion?: boolean
  forked?: AllFacts['forked']
  modes?: Partial<AllFacts['modes']>
}

/** The diagnosis of a CPU-bound app that two workers serve 1.66 times as fast on two cores, but for what is given. */
export function diagnosisOf({
  estimates = [],
  result,
  load = { model: 'closed', saturated: [] },
  isItself = false,
  isVersion = false,
  forked = null,
  modes,
  ...uses
}: Facts) {
  const [baseline, candidate] = [aVariantUse(uses.baseline), aClusterUse(uses.candidate)]
  const loop = closedLoop(baseline, candidate, load)
  return diagnose({
    result: { ...aCandidateWith(estimates, result), bound: bound(baseline, candidate, { loop, isVersion: false }) },
    loop,
    baseline,
    candidate,
    modes: { baseline: 'single', candidate: 'cluster', ...modes },
    load,
    isItself,
    isVersion,
    forked
  })
}

/** @param tests title -> what was seen, the code, and the whole message, or what is in it */
export function itSays(tests: Record<string, [facts: Facts, code: DiagnosisCode, message?: string | RegExp][]>) {
  itChecks(tests, ([facts, code, message = /./]) => {
    const found = diagnosisOf(facts)
    expect(found.code, found.message).to.equal(code)
    expectLike(found.message, message)
  })
}

/** @returns of a single process with time to spare */
export function lazy(utilization: number): UsePart {
  return { utilization, busiest: utilization, cpu: utilization, machine: { app: utilization } }
}

/** @returns whose mean response took as long as these parts do together, in ms; without what is left out */
export function taking({
  generatorMs = 0,
  queueMs = 0,
  waitingMs = 0,
  computingMs = 0
}: Partial<ResponseTime>): UsePart {
  return {
    responseTime: {
      latencyMs: Number(generatorMs) + queueMs + waitingMs + computingMs,
      generatorMs,
      queueMs,
      waitingMs,
      computingMs,
      bodyMs: 0
    }
  }
}

/** @returns the same of all metrics */
export function everyMetric(speedup: number, interval: [number, number]): Partial<Estimate>[] {
  return metrics.map((metric) => ({ metric, baseline: 100, speedup, interval }))
}

/**
 * @returns of all metrics, none of which shows a difference; baseline: its value of some of them, in ms or responses/s
 */
export function noGain(baseline: Partial<Record<Metric, number>> = {}): Partial<Estimate>[] {
  return metrics.map((metric) => ({ metric, baseline: baseline[metric] ?? 100, speedup: 1.01, interval: [0.95, 1.08] }))
}

export const slower = everyMetric(0.7, [0.65, 0.75])

/** What a process told that told nothing. */
export const silent = { utilization: null, busiest: null, cpu: null, gc: null, workerMegabytes: null }
