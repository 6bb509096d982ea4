import { freeForApp } from './bound.ts'
import type { ClosedLoop, LoadShape, VariantUse } from '../vocabulary.ts'

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
export function mostPerSecond({ threads, generatorMs }: NonNullable<VariantUse['demand']>): number {
  return (1000 * threads) / generatorMs
}

/** @returns ms of each cycle in which neither the app nor the generator works: thinking, and what the app waits for */
function elsewhereMs({ cycleMs, generatorMs }: NonNullable<VariantUse['demand']>, { latencyMs, generatorMs: delayMs, waitingMs }: NonNullable<VariantUse['responseTime']>): number {
  const outsideMs = Math.max(0, generatorMs - Number(delayMs))
  return Math.max(0, cycleMs - latencyMs - outsideMs) + waitingMs
}
