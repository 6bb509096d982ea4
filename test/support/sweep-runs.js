import { aMachine, aRun, aWorker, latencies } from './runs.js'
import { aVariant } from './settings.js'
/** @import { Run, Variant } from '../../plugin/vocabulary.js' */

/**
 * Three whole rounds of `clustered 1`, `clustered 2` ..., in a closed loop.
 *
 * @param {Record<number, number>} throughputs number of workers -> responses per second, in the mean of the rounds
 * @param {object} [how]
 * @param {number} [how.cores] of the machine, of which the workers take what they can
 * @param {number[]} [how.rounds] by what the throughput of each round differs, for all numbers of workers alike
 * @param {Record<number, number[]>} [how.rates] number of workers -> its throughput in each round, in place of the above
 * @param {Record<number, Partial<Run>>} [how.runs] number of workers -> what is otherwise in each of its runs
 * @returns {Run[]}
 */
export function sweepRuns(throughputs, { cores = 2, rounds = [0.99, 1, 1.01], rates = {}, runs = {} } = {}) {
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

/**
 * @param {Record<number, unknown>} throughputs
 * @returns {Variant[]} one for each number of workers
 */
export function sweepVariants(throughputs) {
  return numbersOf(throughputs).map((workers) => aVariant({ name: nameOf(workers), mode: 'cluster', workers, sweep: 'clustered' }))
}

/** @param {Record<number, unknown>} throughputs */
function numbersOf(throughputs) {
  return Object.keys(throughputs).map(Number)
}

/** @param {number} workers */
function nameOf(workers) {
  return `clustered ${workers}`
}
