import { compareScenario } from '../../plugin/comparison/compare-scenario.ts'
import { span } from '../../plugin/questions/comparison.ts'
import { seededNormal } from './random.ts'
import { aRun, aWorker, latencies, type RunPart } from './runs.ts'
import { aPlan, someSettings } from './settings.ts'
import type { Run } from '../../plugin/concepts/run.ts'
import type { ScenarioResult } from '../../plugin/concepts/comparison.ts'

interface LoadsPlan {
  factors: number[] // of 100 users a second, who ask once
  capacities?: Record<string, number> // responses a second that each variant can give; 200 and 380
  rounds?: number // of each load
  spread?: number // standard deviation of the logarithms of the latencies between rounds
}

/** One scenario under several loads, as it would be measured of variants that queue. The same for the same plan. */
export function underLoads({
  factors,
  capacities = { single: 200, clustered: 380 },
  rounds = 4,
  spread = 0.03
}: LoadsPlan) {
  const settings = someSettings()
  const normal = seededNormal(1)
  const levels = factors.map((factor) => {
    const plan = {
      ...aPlan(),
      name: `primes at ${factor}x load`,
      level: { of: 'primes', factor, isLeast: factor === Math.min(...factors) }
    }
    const runs = Array.from({ length: rounds }, (_, i) =>
      Object.entries(capacities).map(([variant, capacity]) =>
        aQueueingRun(
          { perSecond: 100 * factor, capacity, noise: Math.exp(spread * normal()) },
          { scenario: plan.name, variant, round: i + 1 }
        )
      )
    ).flat()
    return { runs, result: compareScenario({ runs, answers: [] }, plan, settings) }
  })
  const [results, all] = [levels.map(({ result }) => result), levels.flatMap(({ runs }) => runs)]
  return {
    results,
    runs: all,
    settings,
    crossed: (those: ScenarioResult[] = results, seen: Run[] = all) => span(those, seen, settings).crossovers
  }
}

/** Two loads; under the larger one, the runs of these variants are as said. */
export function failing(
  changes: Record<string, Partial<Run>>,
  { factor = 1.2, errorRate = null }: { factor?: number; errorRate?: number | null } = {}
) {
  const {
    results: [low],
    runs: all,
    settings,
    crossed
  } = underLoads({ factors: [0.5, factor] })
  const plan = {
    ...aPlan({}, ['clustered'], { clustered: { errorRate } }),
    name: `primes at ${factor}x load`,
    level: { of: 'primes', factor, isLeast: false }
  }
  const seen = all.map((run) => ({ ...run, ...(run.scenario === plan.name && changes[run.variant]) }))
  const runs = seen.filter(({ scenario }) => scenario === plan.name)
  const result = compareScenario({ runs, answers: [] }, plan, settings)
  return { plan, runs, settings, result, crossed: () => crossed([low, result], seen)[0] }
}

export const someFailed = (kinds: Record<string, number>): Partial<Run> => ({
  failures: Object.values(kinds).reduce((sum, count) => sum + count, 0),
  failureKinds: kinds,
  throughputPerSecond: 98
})
export const timedOut = someFailed({ ETIMEDOUT: 240 }) // of 1200
export const nothing: Partial<Run> = {
  ...someFailed({ ERR_SOCKET_TIMEOUT: 1200 }),
  latencyMs: null,
  throughputPerSecond: 0,
  counted: { fromMs: 0, toMs: 10_000, requests: 1200, latencies: 0 }
}
export const wrong = someFailed({ 500: 240 })

/** Users come for so long. */
const arrivalSeconds = 10

/** @param load noise: a factor of the latencies */
function aQueueingRun(
  { perSecond, capacity, noise }: { perSecond: number; capacity: number; noise: number },
  overrides: RunPart
): Run {
  const busy = perSecond / capacity
  const lateSeconds = Math.max(0, busy - 1) * arrivalSeconds
  // The wait before several servers grows late and steeply; who can't keep up answers the last user that much later.
  const p95 = noise * (busy < 1 ? 20 * (1 + busy ** 8 / (1 - busy)) : 1000 * lateSeconds)
  const loadSeconds = arrivalSeconds + lateSeconds + 0.02
  const requests = perSecond * arrivalSeconds
  return aRun({
    requests,
    loadSeconds,
    throughputPerSecond: requests / loadSeconds,
    latencyMs: { ...latencies(p95), min: 15, p99: 2 * p95 },
    workers: [aWorker('101', { requests, connections: requests })],
    machine: { app: Math.min(1, busy) },
    generator: {
      users: requests,
      shortestSessionMs: 20,
      arrivalSeconds,
      drainSeconds: loadSeconds - arrivalSeconds,
      queueSeconds: p95 / 1000
    },
    ...overrides
  })
}
