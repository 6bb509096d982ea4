import { quantileOfSorted, rounded } from '../statistics/descriptive.ts'
import { usageOver, type Span } from './usage-over.ts'
import type { GeneratorUse, ClientUse } from '../concepts/run.ts'
import type { LoadOutcome, ClientReport } from '../generator/run-order.ts'
import type { ThreadReport } from '../generator/thread-usage.ts'

/** underWayMs: latencies of the requests that were under way when the last user came, sorted */
type During = { load: Span, outcome: LoadOutcome, underWayMs: Float64Array }

/** @param reports of all load threads, in the order of time */
export function summariseGenerator(reports: readonly ThreadReport[], { load, outcome, underWayMs }: During): GeneratorUse {
  const { users, skippedUsers, shortestSessionMs, beganMs, lastArrivalMs } = outcome
  const threads = [...Map.groupBy(reports, ({ thread }) => thread).values()].map((own) => {
    const usage = usageOver(own, load)
    return { utilization: usage && rounded(usage.utilization), loopDelayMs: own[own.length - 1].loopDelayMs }
  })
  // A slow thread is slow for its own users, however idle the others are.
  const busiest = threads.reduce((a, b) => (Number(b.utilization) > Number(a.utilization) ? b : a), { utilization: null, loopDelayMs: null })
  return {
    ...busiest,
    threads: threads.length,
    utilizations: threads.map(({ utilization }) => utilization),
    users,
    skippedUsers,
    shortestSessionMs,
    arrivalSeconds: Math.max(0, rounded((lastArrivalMs - beganMs) / 1000)),
    drainSeconds: Math.max(0, rounded((load.toMs - lastArrivalMs) / 1000)),
    queueSeconds: underWayMs.length === 0 ? 0 : rounded(quantileOfSorted(underWayMs, 0.5) / 1000)
  }
}

/**
 * What sent the requests of a run: Artillery's client, if any of the scenarios that were run used it.
 *
 * @param reports of all load threads
 * @param only the pattern for --scenario-name; null: all scenarios were run
 * @returns null: no thread reported its client
 */
export function summariseClient(reports: readonly ClientReport[], only: string | null): ClientUse | null {
  const ran = reports.filter(({ scenario }) => only === null || new RegExp(only).test(String(scenario)))
  if (ran.length === 0) return null
  const other = ran.find(({ name }) => name === 'artillery')
  if (other === undefined) return { name: 'lean', because: null }
  const { name, scenario, because } = other
  const isOneOfSeveral = ran.some((report) => report.scenario !== scenario)
  return { name, because: because !== null && isOneOfSeveral ? `${because}, in ${scenario ?? 'a scenario without a name'}` : because }
}
