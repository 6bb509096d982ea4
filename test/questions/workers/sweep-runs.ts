import { compared, type Compared } from '../../support/compared.ts'
import { aRun, aWorker, latencies, type RunPart } from '../../support/runs.ts'
import { aVariant } from '../../support/settings.ts'
import type { Sweep } from '../../../plugin/questions/workers/concepts.ts'
import type { Run } from '../../../plugin/concepts/run.ts'
import type { Variant } from '../../../plugin/concepts/settings.ts'

interface SweepPlan {
  cores?: number // of the machine, of which the workers take what they can
  rounds?: number[] // by what factor the throughput of each round differs, for all numbers of workers alike
  rates?: Record<number, number[]> // number of workers -> its throughput in each round, in place of the above
  runs?: Record<number, RunPart> // number of workers -> what differs in each of its runs
}

/**
 * Three whole rounds of `clustered 1`, `clustered 2` ..., in a closed load.
 *
 * @param throughputs number of workers -> responses per second, in the mean of the rounds
 */
export function sweepRuns(
  throughputs: Record<number, number>,
  { cores = 2, rounds = [0.99, 1, 1.01], rates = {}, runs = {} }: SweepPlan = {}
): Run[] {
  return rounds.flatMap((factor, i) =>
    numbersOf(throughputs).map((workers) => {
      const throughputPerSecond = rates[workers]?.[i] ?? throughputs[workers] * factor
      const app = Math.min(workers, cores - 0.2)
      const usage = { rssMegabytes: 48, cpu: Math.min(0.98, app / workers) }
      const share = { requests: 1200 / workers, connections: Math.max(10, 40 / workers) }
      return aRun({
        variant: nameOf(workers),
        round: i + 1,
        throughputPerSecond,
        latencyMs: latencies(20_000 / throughputPerSecond),
        workers: Array.from({ length: workers }, (_, worker) => aWorker(String(100 + worker), share, usage)),
        machine: { cores, app, appMegabytes: 52 + 48 * workers },
        ...runs[workers]
      })
    })
  )
}

/** @returns one for each number of workers */
export const sweepVariants = (throughputs: Record<number, unknown>): Variant[] =>
  numbersOf(throughputs).map((workers) =>
    aVariant({ name: nameOf(workers), mode: 'cluster', workers, writtenAs: 'clustered', countOf: 'clustered' })
  )

const numbersOf = (throughputs: Record<number, unknown>) => Object.keys(throughputs).map(Number)

const nameOf = (workers: number) => `clustered ${workers}`

/** What the whole comparison concludes of these runs. */
export function sweepOf(
  throughputs: Record<number, number>,
  { answers, limits, ...plan }: SweepPlan & Pick<Compared, 'answers' | 'limits'> = {}
): Sweep {
  const variants = sweepVariants(throughputs)
  return compared(sweepRuns(throughputs, plan), {}, { answers, limits, variants, baseline: variants[0].name }).sweeps[0]
}
