import type { Ranged } from '../../concepts/metrics.ts'

/** What the question adds to shapes that are everybody's. */
export interface WorkersAdds {
  result: { sweeps: Sweep[] }
}

/** The property of a result that it adds. */
export const workersPart = 'sweeps' satisfies keyof WorkersAdds['result']

/** Of throughputs under one load, or of what was searched for. */
export interface Sweep {
  name: string // of the variant, as it was written
  unit: '/s' | 'users' | null // of what was searched for; null: it is of throughputs, responses per second
  points: SweepPoint[] // fewest workers first
  cores: number | null // that app and load generator may use; null: unknown on this system
  law: ScalingLaw | null
  whyNoLaw: string | null // one sentence
  // fewest workers whose throughput, or what was found, no more workers measurably surpass; null: no verdict on it
  knee: number | null
  recommendation: string // one sentence
}

export interface SweepPoint {
  variant: string
  workers: number
  end: 'found' | 'not reached' | 'not exhausted' | null // of its search; null: there was none
  throughputPerSecond: Ranged // or what was found
  p95Ms: Ranged // of a search, under the loads beside what was found; 0: nothing was answered
  // of throughput, or what was found, over the baseline or, where that is one of the points, the one of the fewest workers
  speedup: Ranged
  appMegabytes: number | null // resident memory of all processes of the app; null: unknown on this system
  workerMegabytes: number | null // of one worker
  isFitted: boolean // the law was fitted to it
}

/** The Universal Scalability Law: with N workers the throughput is lambda N / (1 + sigma (N - 1) + kappa N (N - 1)). */
export interface ScalingLaw {
  lambda: Ranged // responses per second of one worker
  sigma: Ranged // contention: the share of the work that waits for what only one can have
  kappa: Ranged // coherency: what each pair of workers costs
  // where the throughput is largest; null: no peak was seen
  peak: { workers: number; interval: [number, number] } | null
  curve: { workers: number; throughputPerSecond: number; interval: [number, number] }[] // in small steps of workers
}
