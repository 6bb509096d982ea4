import { isTold, type Metric } from '../concepts/metrics.ts'
import { mostPerSecond } from './bound.ts'
import type { AnswerComparison, CandidateResult, VariantUse } from '../concepts/comparison.ts'
import type { LoadShape } from '../concepts/load-results.ts'
import type { Run } from '../concepts/run.ts'
import type { Reason } from '../concepts/warnings.ts'

export const generatorBusy = 0.8 // above this utilization of a load thread, latencies include the wait for the generator itself

/** What was seen of a scenario. */
export interface Seen {
  runs: Run[] // of whole rounds
  answers: AnswerComparison[]
  load: LoadShape
  uses: VariantUse[] // of each variant
}

/** With what was concluded of each candidate. */
export type Judged = Seen & { candidates: CandidateResult[] }

/** Of one candidate. */
export interface Circumstances {
  runs: Run[] // of it and of the baseline
  baseline: string
  candidate: string
  tooManyErrors: boolean // more than its own errorRate allows
  clustersItself?: boolean // the baseline answers from several processes of its own
  load: LoadShape
  answers: AnswerComparison | undefined
  generatorAtPace?: number | null // as the function of that name returns it
}

/** Of a variant on its own. */
export function circumstancesOf(name: string, { runs, load, answers, candidates }: Judged): Circumstances {
  const limits = candidates.find((candidate) => candidate.name === name)?.limits ?? []
  return {
    ...{ runs: runs.filter(({ variant }) => variant === name), baseline: name, candidate: name, load },
    tooManyErrors: limits.some(({ metric, verdict }) => metric === 'errorRate' && verdict === 'fail'),
    answers: answers.find(({ variant }) => variant === name)
  }
}

/** @returns why the verdict on a metric is withheld, whatever its numbers say; null: it is not */
export function reasonAgainst(circumstances: Circumstances, { metric, required }: { metric: Metric, required: number | null }): Reason | null {
  const { runs, load, answers } = circumstances
  // Errors are answered faster than real work.
  if (circumstances.tooManyErrors) return 'errors'
  if (answers !== undefined && answers.different.length > 0) return 'different-answers'
  if (circumstances.clustersItself) return 'clusters-itself'
  if (runs.some(isGeneratorBusy) || Number(circumstances.generatorAtPace) > generatorBusy) return 'generator-saturated'
  if (!isTold(metric, runs)) return 'too-few-requests'
  const isSaturated = load.saturated.includes(circumstances.baseline)
  if (metric !== 'throughput') return isSaturated ? 'baseline-saturated' : null
  // Users come at the same rate to both: as long as the baseline keeps up, no variant can serve more.
  const isFixed = load.model === 'open' && !isSaturated && !load.saturated.includes(circumstances.candidate)
  return isFixed && Number(required) > 1 ? 'throughput-fixed' : null
}

export const isGeneratorBusy = ({ generator }: Run) => Number(generator.utilization) > generatorBusy

/**
 * In a closed loop, a request that costs the load generator more with the candidate, whose workers wake it one by one and take its core,
 * slows the candidate down, and so the generator is less busy than expected. What counts is how busy its threads would be if the candidate
 * were as fast as the baseline, which may be above 1. null: the users don't wait for the app, or too little is known.
 */
export function generatorAtPace(baseline: VariantUse, candidate: VariantUse, { model }: Pick<LoadShape, 'model'>): number | null {
  if (model !== 'closed' || baseline.demand === null || candidate.demand === null) return null
  return baseline.demand.responsesPerSecond / mostPerSecond(candidate.demand)
}
