import { keptComparison } from '../../plugin/kit/kept-comparison.ts'
import { aCandidate, aCandidateWith, aComparison, aScenarioResult, someLimits } from '../support/results.ts'
import type { CandidateResult, Comparison, ScenarioResult } from '../../plugin/concepts/comparison.ts'
import type { Verdict } from '../../plugin/concepts/verdicts.ts'

export const kept = (comparison: Comparison) => keptComparison({ comparison, folder: '/reports/x', page: '/reports/x/index.html' })

export const about = (candidate: CandidateResult, scenario?: Partial<ScenarioResult>) => kept(aComparison([aScenarioResult([candidate], scenario)]))

/** At p95: 1.60x [1.34, 1.92]; in throughput: 1.66x [1.30, 2.12]. */
export const usual = about(aCandidate())

export const required = (verdict: Verdict) => about(aCandidateWith([{ metric: 'p95', required: 1.5, verdict }], { verdict }))

/** One of three workers was idle. */
export const uneven = (fairness: number | null) => about(aCandidate({ workers: 3, shares: [0.6, 0.4, 0], limits: someLimits({ value: fairness }) }))
