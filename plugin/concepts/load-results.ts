/** A closed loop of so few users that they limit the throughput, not the app. */
export interface ClosedLoop {
  /**
   * generator: without its own time, a part of every cycle, they would get more done; users: they think, or wait for
   * what the app waits for
   */
  limitedBy: 'generator' | 'users'
  users: number
  /** for each request */
  generatorMs: number
  /**
   * at least, from one request of a user to the next: the generator's time, the app's, what the app waits for, and
   * thinking
   */
  cycleMs: number
  /** users from which on it no longer matters, as the app limits more; null: none, as the load generator limits more */
  enough: number | null
  /** the speedup that so few users allow */
  atMost: number
}

/** How the load came, and who could keep up with it. */
export interface LoadShape {
  /** open: users come whatever the app does; closed: a fixed number of users ask again and again */
  model: 'open' | 'closed' | 'unknown'
  /** variants that could not keep up with an open load */
  saturated: string[]
}

/** Where the time of a mean response goes, in ms: its latency, and four parts that add up to it. */
export interface ResponseTime {
  latencyMs: number
  /**
   * the load generator's own delay, as estimated from how busy it was; null: it did not tell, and its delay is a
   * part of queueMs
   */
  generatorMs: number | null
  /** waiting for its turn: on the wire, to be accepted and read, while the app computes for others */
  queueMs: number
  /** waiting inside the app, whose event loop was idle: timers, I/O, other services */
  waitingMs: number
  computingMs: number
}

/** What one request needs of whom, and how often it was asked for. */
export interface Demand {
  /** who came in a run; median */
  users: number
  /** of the load generator; median */
  threads: number
  /** below 400 */
  responsesPerSecond: number
  /** of a user who stays: from one request to the next */
  cycleMs: number
  /** in which the event loops of the load threads were active */
  generatorMs: number
  /** in which the event loops of the workers were active, or the CPU of all their threads where that is more */
  computingMs: number
}

/** A value over all rounds: the geometric mean of the rounds' values, and its confidence interval. */
export interface Ranged {
  value: number
  interval: [number, number]
}

export interface Sweep {
  /** of the variant, as it was written */
  name: string
  /** fewest workers first */
  points: SweepPoint[]
  /** that app and load generator may use; null: the system does not tell */
  cores: number | null
  law: ScalingLaw | null
  /** one sentence; null: there is one */
  whyNoLaw: string | null
  /**
   * the fewest workers whose throughput no larger number of workers measurably surpasses; null: the load carries no
   * verdict on throughput
   */
  knee: number | null
  /** one sentence */
  recommendation: string
}

export interface SweepPoint {
  variant: string
  workers: number
  throughputPerSecond: Ranged
  p95Ms: Ranged
  /** of throughput, over the point with the fewest workers */
  speedup: Ranged
  /** resident memory of all processes of the app; null: the system does not tell */
  appMegabytes: number | null
  /** of one worker */
  workerMegabytes: number | null
  /** the law was fitted to it */
  isFitted: boolean
}

/** the Universal Scalability Law: with N workers the throughput is lambda N / (1 + sigma (N - 1) + kappa N (N - 1)) */
export interface ScalingLaw {
  /** responses per second of one worker */
  lambda: Ranged
  /** contention: the share of the work that waits for what only one can have */
  sigma: Ranged
  /** coherency: what each pair of workers costs */
  kappa: Ranged
  /** where the throughput is largest; null: none that was seen */
  peak: { workers: number, interval: [number, number] } | null
  /** in small steps of workers */
  curve: { workers: number, throughputPerSecond: number, interval: [number, number] }[]
}

export interface Crossover {
  /** as it was written */
  scenario: string
  /** least load first */
  levels: CrossoverLevel[]
  candidates: CrossoverCandidate[]
}

export interface CrossoverLevel {
  factor: number
  /** the name of its result */
  scenario: string
  /** requests, geometric mean over all runs */
  offeredPerSecond: number
  /** keepsUp: with the users who came */
  variants: { name: string, p95Ms: Ranged, keepsUp: boolean }[]
}

export interface CrossoverCandidate {
  name: string
  /**
   * requests per second up to which the baseline's p95 is as good: the largest load below the first at which the
   * candidate is measurably better; null: none was
   */
  asGoodUpTo: number | null
  /** requests per second from which on the candidate is measurably better at each load; null: at none */
  betterFrom: number | null
  /** one sentence */
  message: string
}
