import { aMachine, aRun, aWorker, latencies } from './runs.ts'
import { aVariant } from './settings.ts'
import type { Run } from '../../plugin/concepts/run.ts'
import type { Variant } from '../../plugin/concepts/settings.ts'

/**
 * Three whole rounds of `clustered 1`, `clustered 2` ..., in a closed loop.
 *
 * @param throughputs number of workers -> responses per second, in the mean of the rounds
 * @param how.cores of the machine, of which the workers take what they can
 * @param how.rounds by what the throughput of each round differs, for all numbers of workers alike
 * @param how.rates number of workers -> its throughput in each round, in place of the above
 * @param how.runs number of workers -> what is otherwise in each of its runs
 */
export function sweepRuns(throughputs: Record<number, number>, { cores = 2, rounds = [0.99, 1, 1.01], rates = {}, runs = {} }: { cores?: number, rounds?: number[], rates?: Record<number, number[]>, runs?: Record<number, Partial<Run>> } = {}): Run[] {
  return rounds.flatMap((factor, i) =>
    numbersOf(throughputs).map((workers) => {
      const throughputPerSecond = rates[workers]?.[i] ?? throughputs[workers] * factor
      return aRun({
        variant: nameOf(workers),
        round: i + 1,
        throughputPerSecond,
        latencyMs: latencies(20_000 / throughputPerSecond),
        workers: Array.from({ length: workers }, (_, of) => aWorker(String(100 + of), { requests: 1200 / workers, connections: Math.max(10, 40 / workers) }, { rssMegabytes: 48 })),
        machine: aMachine({ cores, app: Math.min(workers, cores - 0.2), appMegabytes: 52 + 48 * workers }),
        ...runs[workers]
      })
    })
  )
}

/** @returns one for each number of workers */
export function sweepVariants(throughputs: Record<number, unknown>): Variant[] {
  return numbersOf(throughputs).map((workers) => aVariant({ name: nameOf(workers), mode: 'cluster', workers, sweep: 'clustered' }))
}

function numbersOf(throughputs: Record<number, unknown>) {
  return Object.keys(throughputs).map(Number)
}

function nameOf(workers: number) {
  return `clustered ${workers}`
}
