import { isTold, type Metric } from '../concepts/metrics.ts'
import { freeForApp } from './bound.ts'
import type { AnswerComparison, VariantUse } from '../concepts/comparison.ts'
import type { ClosedLoop, Demand, LoadShape, ResponseTime } from '../concepts/load-results.ts'
import type { Run } from '../concepts/run.ts'
import type { Reason } from '../concepts/warnings.ts'

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
export function reasonAgainst(circumstances: Circumstances, { metric, required }: { metric: Metric, required: number | null }): Reason | null {
  const { runs, load, answers } = circumstances
  // Errors are answered faster than real work.
  if (circumstances.tooManyErrors) return 'errors'
  if (answers !== undefined && answers.different.length > 0) return 'different-answers'
  if (runs.some(isGeneratorBusy) || Number(circumstances.generatorAtPace) > generatorBusy) return 'generator-saturated'
  if (!isTold(metric, runs)) return 'too-few-requests'
  const isSaturated = load.saturated.includes(circumstances.baseline)
  if (metric !== 'throughput') return isSaturated ? 'baseline-saturated' : null
  // Users come at the same rate to both: as long as the baseline keeps up, nobody can serve more.
  const isFixed = load.model === 'open' && !isSaturated && !load.saturated.includes(circumstances.candidate)
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
export function generatorAtPace(baseline: VariantUse, candidate: VariantUse, { model }: Pick<LoadShape, 'model'>): number | null {
  if (model !== 'closed' || baseline.demand === null || candidate.demand === null) return null
  return baseline.demand.responsesPerSecond / mostPerSecond(candidate.demand)
}

/** A generator that keeps the throughput this much below what it could be is to blame, unless users are away for longer. */
const worthAWord = 1.1

/**
 * In a closed loop the load generator is one more station on each user's way, however idle it is otherwise: from one
 * request to the next, nobody is quicker than the sum of what the stations take. So the throughput is at most
 * users / sum, and at most what the busiest station can do: 1 / its time for each of its servers. The app is a station
 * with a server for each worker, as far as there are cores for them beside the generator.
 *
 * @param baseline tells what the app takes
 * @param candidate tells what the generator takes
 * @returns null: the users are enough for the app, or too little is known
 */
export function closedLoop(baseline: VariantUse, candidate: VariantUse, { model }: Pick<LoadShape, 'model'>): ClosedLoop | null {
  const [before, after] = [baseline.demand, candidate.demand]
  const gain = freeForApp(baseline, candidate)
  if (model !== 'closed' || before === null || after === null || baseline.responseTime === null || gain === null) return null
  const { generatorMs } = after
  const awayMs = elsewhereMs(before, baseline.responseTime)
  const cycleMs = generatorMs + before.computingMs + awayMs
  const present = (after.cycleMs * after.responsesPerSecond) / 1000
  const perSecond = (ms: number) => (1000 * present) / ms
  const app = gain * before.responsesPerSecond
  const generator = mostPerSecond(after)
  const most = Math.min(perSecond(cycleMs), generator)
  if (most >= app) return null
  const without = Math.min(perSecond(cycleMs - generatorMs), app)
  const isLong = without >= worthAWord * most && awayMs <= cycleMs / 2
  const limitedBy = generator === most || isLong ? 'generator' : 'users'
  const enough = app < generator ? Math.max(after.users + 1, Math.ceil((app * cycleMs) / 1000)) : null
  return { limitedBy, users: after.users, generatorMs, cycleMs, enough, atMost: most / before.responsesPerSecond }
}

/** @returns responses/s with which the load threads have no time to spare */
function mostPerSecond({ threads, generatorMs }: Demand): number {
  return (1000 * threads) / generatorMs
}

/** @returns ms of each cycle in which neither the app nor the generator works: thinking, and what the app waits for */
function elsewhereMs({ cycleMs, generatorMs }: Demand, time: ResponseTime): number {
  const outsideMs = Math.max(0, generatorMs - Number(time.generatorMs))
  return Math.max(0, cycleMs - time.latencyMs - outsideMs) + time.waitingMs
}
