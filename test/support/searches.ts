import { compareScenario } from '../../plugin/comparison/compare-scenario.ts'
import { seenStep } from '../../plugin/questions/capacity/statistics/seen-step.ts'
import { boundsOf, replaySearch } from '../../plugin/questions/capacity/statistics/replay-search.ts'
import { aRun, aWorker, latencies } from './runs.ts'
import { aPlan, someSettings } from './settings.ts'
import type { ScenarioResult } from '../../plugin/concepts/comparison.ts'
import type { Run } from '../../plugin/concepts/run.ts'
import type { ScenarioPlan, Settings } from '../../plugin/concepts/settings.ts'
import type { Thresholds } from '../../plugin/concepts/options.ts'

/** How a search for the capacity of a variant ended; of a number: it was found there. */
type Ending = number | 'not reached' | 'not exhausted'

export interface SearchOptions {
  capacities?: Record<string, Ending> // 90 users per second for single, 150 for clustered
  users?: boolean // levels are users, who ask again and again
  rounds?: number
  thresholds?: Thresholds
  limits?: ScenarioPlan['limits']
  settings?: Partial<Settings>
  wanted?: number | null
  cores?: number // of the machine
}

const limitMs = 100
const service = { p95: limitMs, errorRate: 0.01 }
const perRoom = 30 // users per second, by which the load rises while a latency rises from half the limit to the limit
const seconds = 6

/**
 * Searches for the load under which p95 is 100 ms, of variants that queue as one server does: what is found is nearly
 * what was wanted.
 */
export function aSearch({
  capacities = { single: 90, clustered: 150 },
  users = false,
  rounds = 4,
  thresholds,
  limits,
  settings: asked,
  wanted = null,
  cores = 2
}: SearchOptions = {}): { results: [ScenarioResult]; runs: Run[]; plan: ScenarioPlan; settings: Settings } {
  const settings = someSettings(asked)
  const names = settings.variants.map(({ name }) => name)
  const usual = aPlan(thresholds, names.slice(1), { ...Object.fromEntries(names.map((name) => [name, {}])), ...limits })
  const length = users
    ? { loop: { users: 20, seconds: null }, arrivals: null }
    : { loop: null, arrivals: { seconds: null, isLeast: false } }
  const plan: ScenarioPlan = { ...usual, ...length, capacity: { limits: service, wanted } }
  const runs = settings.variants.flatMap(({ name, workers }, i) =>
    runsOf({ variant: name, end: capacities[name] ?? 90, rounds, users, workers: workers ?? (i === 0 ? 1 : 2), cores })
  )
  const ordered = runs.toSorted((a, b) => a.round - b.round)
  return { results: [compareScenario({ runs: ordered, answers: [] }, plan, settings)], runs: ordered, plan, settings }
}

type Search = { variant: string; end: Ending; rounds: number; users: boolean; workers: number; cores: number }

function runsOf(search: Search): Run[] {
  if (search.end === 'not reached')
    return before(search, 4, (level) => ({ level, capacity: level / 1.2 - perRoom, aloneMs: 120 }))
  if (search.end === 'not exhausted') return before(search, 2000, (level) => ({ level, capacity: 40_000 }))
  const { end: capacity } = search
  const noise = [1.01, 0.99, 1, 1.005, 0.995]
  return [
    ...before(search, Math.round(capacity / 2), (level) => ({ level, capacity })),
    ...Array.from({ length: search.rounds }, (_, i) => {
      const level = Math.round(capacity * (i % 2 === 0 ? 0.97 : 1.03))
      return aStep(search, { round: i + 1, level, capacity: capacity * noise[i % noise.length] })
    })
  ]
}

/** As the plugin chooses them. */
function before(
  search: Search,
  start: number,
  loadAt: (level: number) => { level: number; capacity: number; aloneMs?: number }
): Run[] {
  const runs: Run[] = []
  const bounds = boundsOf(start, search.users ? start : null)
  for (
    let { state } = replaySearch([], bounds);
    'next' in state;
    { state } = replaySearch(
      runs.map((run) => seenStep(run, service)),
      bounds
    )
  ) {
    runs.push(aStep(search, { round: 0, ...loadAt(state.next) }))
  }
  return runs
}

function aStep(
  { variant, users, workers: count, cores }: Search,
  { round, level, capacity, aloneMs = 20 }: { round: number; level: number; capacity: number; aloneMs?: number }
): Run {
  const saturation = capacity + perRoom
  const p95 = aloneMs > limitMs ? 1.2 * aloneMs : (limitMs * perRoom) / Math.max(1, saturation - level)
  const perSecond = users ? 10 * level : Math.min(level, saturation)
  const requests = Math.round(seconds * (users ? perSecond : level))
  const workers = Array.from({ length: count }, (_, i) =>
    aWorker(String(101 + i), { requests: requests / count, connections: requests / count })
  )
  return aRun({
    variant,
    round,
    level,
    loadSeconds: seconds,
    requests,
    throughputPerSecond: perSecond,
    workers,
    latencyMs: { ...latencies(p95), min: aloneMs },
    machine: { cores, app: 0.8 * count, appMegabytes: 52 + 48 * count },
    counted: { fromMs: 0, toMs: 1000 * seconds, requests, latencies: requests, began: requests },
    generator: {
      users: users ? level : requests,
      leastLatencyMs: aloneMs,
      ...(users ? {} : { lateMs: { p50: 0.1, p95: 0.5, p99: 0.9, 'p99.9': 2, max: 3 } })
    }
  })
}
