import { isDisturbed } from './disturbed.ts'
import type {
  Bound,
  CandidateResult,
  Comparison,
  Estimate,
  ScenarioResult,
  VariantUse
} from '../../plugin/concepts/comparison.ts'
import type { LoadShape } from '../../plugin/concepts/load-results.ts'
import type { Metric } from '../../plugin/concepts/metrics.ts'
import type { Reason } from '../../plugin/concepts/warnings.ts'
import type { Claim } from './claims/index.ts'

/** What our measurement says about a claim. */
export interface Found {
  baselineName: string
  candidateName: string
  baseline: number // ms, responses a second, or a share
  candidate: number
  estimate: Pick<Estimate, 'speedup' | 'interval'> | null // null: a share, which has none
  reason: Reason | null // why it carries no verdict
  isDisturbed: boolean // other programs took a part of the machine that the app could have used
  load: LoadShape
  bound: Bound | null
  cores: number // that could be used
}

export function foundOf(claim: Claim, comparison: Comparison): Found {
  const { result, candidate } = comparedOf(claim, comparison)
  const { load, baseline: baselineName, variants } = result
  const { cores } = comparison.environment
  const known = {
    baselineName,
    candidateName: candidate.name,
    load,
    isDisturbed: isDisturbed(result),
    bound: candidate.bound,
    cores
  }
  if (claim.metric === 'success') {
    return {
      ...known,
      baseline: successOf(variants, baselineName),
      candidate: successOf(variants, candidate.name),
      estimate: null,
      reason: null
    }
  }
  const estimate = estimateOf({ ...claim, metric: claim.metric }, comparison)
  return { ...known, baseline: estimate.baseline, candidate: estimate.candidate, estimate, reason: estimate.reason }
}

type Compared = Pick<Claim, 'scenario' | 'candidate'> & Partial<Pick<Claim, 'factor'>>

/** @throws naming it, if it was not measured, as comparedOf does */
export function estimateOf({ metric, ...claim }: Compared & { metric: Metric }, comparison: Comparison): Estimate {
  const estimate = comparedOf(claim, comparison).candidate.estimates.find((each) => each.metric === metric)
  if (estimate === undefined)
    throw new Error(`${comparison.file} has no ${metric} of ${claim.candidate} in ${claim.scenario}.`)
  return estimate
}

/**
 * @param factor of a load; left out, or null: it was compared under the load as it is written
 * @returns what the claim is about
 */
export function comparedOf(
  { scenario, factor = null, candidate: name }: Compared,
  { file, scenarios }: Comparison
): { result: ScenarioResult; candidate: CandidateResult } {
  const result = scenarios.find((one) =>
    factor === null ? one.scenario === scenario : one.level?.of === scenario && one.level.factor === factor
  )
  const candidate = result?.candidates.find((one) => one.name === name)
  if (result !== undefined && candidate !== undefined) return { result, candidate }
  throw new Error(
    `${file} has no result of ${name} in ${scenario}${factor === null ? '' : ` at ${factor} times its load`}.`
  )
}

/** @returns share of its requests that were answered, mean over the rounds */
function successOf(variants: VariantUse[], name: string): number {
  const { errorRate } = variants.find((one) => one.name === name) as VariantUse
  return 1 - errorRate
}
