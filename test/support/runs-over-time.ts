import { probabilityOf, summaryOf } from '../../plugin/concepts/metrics.ts'
import { quantileOfSorted } from '../../plugin/statistics/descriptive.ts'
import { seededNormal, seededUniform } from './random.ts'
import { aGenerator, aRun, aUsage } from './runs.ts'
import type { RunDetail } from '../../plugin/concepts/report-data.ts'

interface RunsPlan {
  seed: number
  workers?: number[] // of each variant, the baseline first
  names?: string[] // of the variants
  rounds?: number
  requests?: number // of each run
  failing?: number // share of the requests that fail, from 0 to 1
  medianMs?: number
  spread?: number // standard deviation of the latencies' logarithms; with 0, all are equal
  seconds?: number // that the load of each run takes
  isSilent?: boolean // neither workers nor load generator told of their event loops
}

/** What all charts over time must bear. */
export const hardPlans: Record<string, Omit<RunsPlan, 'seed'>> = {
  'one round': { rounds: 1 },
  'one worker': { workers: [1] },
  'two variants': {},
  'five variants of sixteen workers': { workers: [1, 4, 16, 16, 16], rounds: 2, requests: 1000 },
  '64 workers': { workers: [1, 64], requests: 500 },
  'many rounds': { rounds: 30, requests: 30 },
  'one request': { rounds: 1, requests: 1, seconds: 0 },
  'equal latencies': { spread: 0 },
  'zero failures': { failing: 0 },
  'all failures': { failing: 1 },
  'latencies from 0.05 ms to 100 s': { medianMs: 2, spread: 6 },
  'unknown utilization': { isSilent: true },
  'a load of hours': { seconds: 9000, rounds: 1 }
}

/**
 * Runs that never took place, in order and with pauses. The same for the same plan.
 * @returns those of the first round with the p95 of each worker
 */
export function runsOverTime({
  workers = [1, 2],
  names = ['single', 'clustered', 'third', 'fourth', 'fifth'],
  rounds = 3,
  ...plan
}: RunsPlan): RunDetail[] {
  return Array.from({ length: rounds * workers.length }, (_, turn) => {
    const [round, variant] = [Math.floor(turn / workers.length) + 1, turn % workers.length]
    const { seconds = 6, seed } = plan
    return aRunOverTime({
      ...plan,
      seconds,
      seed: seed + turn,
      name: names[variant],
      workers: workers[variant],
      round,
      beganMs: 1e12 + turn * 1000 * (seconds + 2)
    })
  })
}

function aRunOverTime({
  seed,
  name,
  workers,
  round,
  beganMs,
  requests = 200,
  failing = 0.05,
  medianMs = 50,
  spread = 0.5,
  seconds,
  isSilent = false
}: Omit<RunsPlan, 'workers' | 'names' | 'rounds'> & {
  name: string
  workers: number
  round: number
  beganMs: number
  seconds: number
}): RunDetail {
  const [uniform, normal] = [seededUniform(seed), seededNormal(seed)]
  const all = Array.from({ length: requests }, () => ({
    at: seconds * uniform(),
    latencyMs: Math.min(1e5, Math.max(0.05, medianMs * Math.exp(spread * normal()))),
    worker: Math.floor(workers * uniform()),
    failed: uniform() < failing
  }))
  const good = all.filter(({ failed }) => !failed)
  const told = { ...aUsage(), utilization: uniform() }
  const shares = Array.from({ length: workers }, (_, i) => ({
    pid: String(100 * round + i),
    requests: all.filter(({ worker }) => worker === i).length,
    connections: Math.floor(5 * uniform()),
    usage: isSilent ? null : told
  }))
  const latencyMs = summary(good.map((request) => request.latencyMs))
  const run = aRun({
    variant: name,
    round,
    requests,
    failures: requests - good.length,
    loadSeconds: seconds,
    latencyMs,
    workers: shares,
    generator: aGenerator(isSilent ? { utilization: null } : {})
  })
  return {
    run,
    beganMs,
    seconds: Math.max(0.001, seconds),
    counted: good.length,
    quantiles: [],
    workers: shares,
    workerP95Ms: round === 1 ? p95Of(good, workers, seconds) : [],
    disturbed: null
  }
}

type Request = { at: number; latencyMs: number; worker: number; failed: boolean }

function p95Of(good: Request[], workers: number, seconds: number) {
  const steps = 10
  const stepOf = ({ at }: Request) => (seconds === 0 ? 0 : Math.floor((steps * at) / seconds))
  const p95 = (of: Request[]) => summary(of.map(({ latencyMs }) => latencyMs))?.p95 ?? null
  return Array.from({ length: workers }, (_, i) =>
    Array.from({ length: steps }, (_, step) =>
      p95(good.filter((request) => request.worker === i && stepOf(request) === step))
    )
  )
}

export function summary(latenciesMs: ArrayLike<number>) {
  if (latenciesMs.length === 0) return null
  const sorted = Float64Array.from(latenciesMs).sort()
  const at = (probability: number) => quantileOfSorted(sorted, probability)
  return summaryOf((percentile) => at(probabilityOf(percentile)), { mean: at(0.5), min: at(0), max: at(1) })
}
