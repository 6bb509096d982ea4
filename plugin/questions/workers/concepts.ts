import type { Ranged } from '../../concepts/metrics.ts'
import type { Positive, Range, Workers } from '../../concepts/figures.ts'

/** What the question adds to shapes that are everybody's. */
export interface WorkersAdds {
  result: {
    /** One for each variant with several numbers of workers. */
    sweeps: Sweep[]
  }
  counts: typeof workersCounts
}

/** What users write in place of numbers of workers, or of instances: which these are. */
export const workersCounts = {
  sweep: {
    example: '1, 2, 4 ...',
    most: 'up to twice the cores', // beyond twice as many as can run at once, nothing is to be gained
    of: (cores: number) => [1, 2, 4, 8, 16, 32, 64, 128, 256].filter((count) => count <= 2 * cores)
  }
}

/** The property of a result that it adds. */
export const workersPart = 'sweeps' satisfies keyof WorkersAdds['result']

/** Variants that differ only in their number of workers. */
export interface Sweep {
  /** Name of the variant, as written. */
  name: string
  /** Of capacities. null: the points are throughputs under one load. */
  unit: '/s' | 'users' | null
  /** Fewest workers first. @minItems 1 */
  points: SweepPoint[]
  /** Cores that the app and the load generator may use; null: unknown on this system. */
  cores: Positive | null
  /** null: no law could be fitted. */
  law: ScalingLaw | null
  /** Why there is no law, in one sentence; null: there is one. */
  whyNoLaw: string | null
  /**
   * The smallest number of workers whose throughput, or capacity, no larger number measurably surpasses; null: there is
   * no verdict on it.
   */
  knee: Workers | null
  /** One sentence. */
  recommendation: string
}

export interface SweepPoint {
  /** Its name. */
  variant: string
  workers: Workers
  /** How the search for its capacity ended. null: there was none. */
  end: 'found' | 'not reached' | 'not exhausted' | null
  /** Responses per second, or the capacity. */
  throughputPerSecond: Ranged
  /** Of capacities: under the loads beside them; 0: nothing was answered. */
  p95Ms: Ranged
  /**
   * Speedup of throughput, or of capacity, over the baseline or, where that is one of the points, over the one with the
   * fewest workers.
   */
  speedup: Ranged
  /** Resident memory of all processes of the app; null: unknown on this system. */
  appMegabytes: number | null
  /** Resident memory of one worker. */
  workerMegabytes: number | null
  /** The law was fitted to it. */
  isFitted: boolean
}

/** The Universal Scalability Law: with N workers the throughput is lambda N / (1 + sigma (N - 1) + kappa N (N - 1)). */
export interface ScalingLaw {
  /** Responses per second, or the capacity, of one worker. */
  lambda: Ranged
  /** Contention: the share of the work that waits for a resource only one worker can hold. */
  sigma: Ranged
  /** Coherency: the cost of each pair of workers. */
  kappa: Ranged
  /** Where the throughput is highest; null: no peak was seen. */
  peak: AtWorkers | null
  /** The fitted curve, in small steps of workers. @minItems 1 */
  curve: (AtWorkers & { throughputPerSecond: number })[]
}

interface AtWorkers {
  /** Usually not a whole number. @minimum 1 */
  workers: number
  interval: Range
}
