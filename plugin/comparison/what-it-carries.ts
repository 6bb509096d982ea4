import { mostPerSecond } from './closed-loop.ts'
import type { AnswerComparison, LoadShape, Metric, Reason, Run, VariantUse } from '../vocabulary.ts'

/** Above this utilization of a load thread, latencies include the wait for the generator itself. */
export const generatorBusy = 0.8

/** of one candidate */
export interface Circumstances {
  runs: Run[] // of it and of the baseline
  baseline: string
  candidate: string
  tooManyErrors: boolean // more than its own errorRate allows
  load: LoadShape
  answers: AnswerComparison | undefined
  generatorAtPace?: number | null // as the function of that name tells
}

/**
 * Why a measurement carries no verdict on a metric, whatever its numbers say.
 *
 * @returns null: it does
 */
export function reasonAgainst({ runs, baseline, candidate, tooManyErrors, load, answers, generatorAtPace }: Circumstances, { metric, required }: { metric: Metric, required: number | null }): Reason | null {
  // Errors are answered faster than real work.
  if (tooManyErrors) return 'errors'
  if (answers !== undefined && answers.different.length > 0) return 'different-answers'
  if (runs.some(isGeneratorBusy) || Number(generatorAtPace) > generatorBusy) return 'generator-saturated'
  const isSaturated = load.saturated.includes(baseline)
  if (metric !== 'throughput') return isSaturated ? 'baseline-saturated' : null
  // Users come at the same rate to both: as long as the baseline keeps up, nobody can serve more.
  const isFixed = load.model === 'open' && !isSaturated && !load.saturated.includes(candidate)
  return isFixed && Number(required) > 1 ? 'throughput-fixed' : null
}

export function isGeneratorBusy({ generator }: Run) {
  return Number(generator.utilization) > generatorBusy
}

/**
 * In a closed loop, a request that costs the load generator more with the candidate, whose workers wake it one by one and take
 * its core, slows the candidate down, and so the generator is less busy than what it limits lets expect. What tells is how
 * busy it would be if the candidate were as fast as the baseline.
 *
 * @returns utilization of its load threads, which may be above 1; null: the users don't wait for the app, or too little
 *   is known
 */
export function generatorAtPace({ demand: before }: VariantUse, { demand: after }: VariantUse, { model }: Pick<LoadShape, 'model'>): number | null {
  if (model !== 'closed' || before === null || after === null) return null
  return before.responsesPerSecond / mostPerSecond(after)
}
