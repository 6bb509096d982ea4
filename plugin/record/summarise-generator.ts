import { quantileOfSorted, rounded } from '../statistics/descriptive.ts'
import { usageOver, type Span } from './usage-over.ts'
import type { GeneratorUse, ClientUse } from '../concepts/run.ts'
import type { ClientReport, LoadOutcome, ThreadReport } from '../generator/run-order.ts'

interface During {
  load: Span
  outcome: LoadOutcome
  underWayMs: Float64Array // latencies of the requests that were under way when the last user came, sorted
}

/** @param reports of all load threads, in the order of time */
export function summariseGenerator(reports: readonly ThreadReport[], { load, outcome, underWayMs }: During): GeneratorUse {
  const { users, skippedUsers, shortestSessionMs, beganMs, lastArrivalMs } = outcome
  const threads = [...Map.groupBy(reports, ({ thread }) => thread).values()].map((told) => ({
    utilization: usageOver(told, load)?.utilization ?? null,
    loopDelayMs: told[told.length - 1].loopDelayMs
  }))
  // A slow thread is slow for its own users, however idle the others are.
  const busiest = threads.reduce((a, b) => (Number(b.utilization) > Number(a.utilization) ? b : a), { utilization: null, loopDelayMs: null })
  return {
    utilization: busiest.utilization === null ? null : rounded(busiest.utilization),
    loopDelayMs: busiest.loopDelayMs,
    threads: threads.length,
    utilizations: threads.map(({ utilization }) => (utilization === null ? null : rounded(utilization))),
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
 * @returns null: nobody told
 */
export function summariseClient(reports: readonly ClientReport[], only: string | null): ClientUse | null {
  const ran = only === null ? reports : reports.filter(({ scenario }) => new RegExp(only).test(String(scenario)))
  if (ran.length === 0) return null
  const other = ran.find(({ name }) => name === 'artillery')
  if (other === undefined) return { name: 'lean', because: null }
  const { scenario, because } = other
  const isOneOfSeveral = ran.some((report) => report.scenario !== scenario)
  return { name: 'artillery', because: because !== null && isOneOfSeveral ? `${because}, in ${scenario ?? 'a scenario without a name'}` : because }
}
