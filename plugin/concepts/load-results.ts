import type { LimitMetric, Metric } from './metrics.ts'
import type { Count, Interval, Positive, Range, Ratio, Share, Workers } from './figures.ts'
import type { InstanceUse, MachineUse } from './run.ts'
import type { Shape } from './settings.ts'
import type { Verdict } from './verdicts.ts'
import type { DiagnosisCode, Reason, WarningCode } from './warnings.ts'

/** A closed load of so few users that they limit the throughput, not the app. */
export interface ClosedLoop {
  /**
   * generator: its own time, a part of every cycle, limits the throughput; users: they think, or wait for what the app
   * waits for.
   */
  limitedBy: 'generator' | 'users'
  users: number
  /** Time of the load generator for each request. */
  generatorMs: number
  /**
   * Minimum time from one request of a user to the next: that of the generator and the app, what the app waits for, and
   * think time.
   */
  cycleMs: number
  /** Number of users with which the app becomes the limit; null: none, because the load generator limits more. */
  enough: number | null
  /** The maximum speedup that so few users allow. */
  atMost: number
}

/** The maximum speedup that this machine can show for CPU-bound work. */
export interface Bound {
  atMost: number
  /** Cores that the app and the load generator may use. */
  cores: Positive
  /** Cores that the load generator took from the candidate. */
  generator: number
  /** Cores that other programs and the hypervisor took from the candidate. */
  others: number
  /** A closed load that limits more than the cores do; null: none does. */
  loop: ClosedLoop | null
}

/** How users arrived, and which variants could keep up. */
export interface LoadShape {
  /** open: users arrive whatever the app does; closed: a fixed number of users repeat their requests. */
  model: 'open' | 'closed' | 'unknown'
  /** Variants that could not keep up with an open load. */
  saturated: string[]
}

export type LoadModel = Pick<LoadShape, 'model'>

/** Where the time of a mean response goes, in ms: its latency, and the parts that add up to it. */
export interface ResponseTime {
  latencyMs: number
  /** The load generator's own delay, estimated from its utilization; null: unknown, and included in queueMs. */
  generatorMs: number | null
  /** Waiting for its turn: on the wire, to be accepted and read, while the app computes for others. */
  queueMs: number
  /** From the first byte to the last; 0: the latency goes to the first. */
  bodyMs: number
  /** Waiting inside the app, whose event loop was idle: timers, I/O, other services. */
  waitingMs: number
  computingMs: number
}

/** What one request costs the app and the load generator, and how often it was sent. */
export interface Demand {
  /** Users in a run; median. */
  users: number
  /** Load threads; median. @minimum 1 */
  threads: number
  /** Responses per second with a status below 400. */
  responsesPerSecond: Positive
  /** Time from one request of a user to the next, while the user stays. */
  cycleMs: number
  /** Time in which the event loops of the load threads were active. */
  generatorMs: number
  /** Time in which the event loops of the workers were active, or the CPU time of all their threads if that is more. */
  computingMs: number
}

/**
 * What a scenario's rounds are expected to tell: the interval of each metric after the last one, a factor to each side.
 */
export interface Outlook {
  rounds: number // in all
  intervals: { metric: Metric; factor: number }[] // of the candidate of which it is widest
}

/** What to do, by the verdict and by the metric that carries it. */
export interface Decision {
  /**
   * use, do not use, keep (the baseline), either (it meets what is required, and gains nothing); merge, do not merge:
   * the two are versions; update, do not update: of Node; weigh: it gains at one metric and loses at another; unknown:
   * the other properties say what would tell.
   */
  action:
    | ('use' | 'keep' | 'either' | 'do not use' | 'weigh' | 'unknown')
    | ('merge' | 'do not merge') // of two versions
    | ('update' | 'do not update')
  /** That it is about. */
  candidate: string
  /** The metric that carries it; null: none does. */
  metric: Metric | null
  /** Of weigh, the metric at which it loses; else null. */
  loss: Metric | null
  /** Of unknown, the code of the warning or diagnosis to see to first; null: more rounds would tell. */
  because: WarningCode | DiagnosisCode | null
  /** Of unknown, the speedup from which the interval can't be told; null: it is not about one. */
  aim: Positive | null
  /** Of unknown, rounds of a new comparison that would probably tell; null: not within 30. @integer @minimum 3 */
  rounds: number | null
  /** That these would take; null: unknown. */
  minutes: Count | null
  /**
   * Of use, a threshold that noise alone does not miss; null: there is one already, or no file that artillery-speedup
   * accept could write it into.
   * @exclusiveMinimum 1
   */
  threshold: number | null
}

/** All variants, including the baseline, against the fastest. */
export interface Leaders {
  /**
   * The metric by which they are compared: the one that is fair under this load.
   * @enum ["p95", "throughput", "capacity"]
   */
  metric: Metric
  /** The fastest variant. */
  best: string
  /** Fastest first. @minItems 1 */
  others: Rival[]
  /** Variants that can't be compared fairly. */
  leftOut: {
    variant: string
    /** The reason, as a clause. */
    why: string
  }[]
}

/**
 * A variant against the fastest. A ratio above 1 means that this variant is better. The intervals of all pairs of
 * variants hold simultaneously.
 */
export interface Rival {
  variant: string
  ratio: Ratio
  interval: Interval
  /** One value for each round. @minItems 3 */
  ratios: Ratio[]
  /** slower: the interval lies below 1; as fast: no difference could be measured. */
  verdict: 'slower' | 'as fast'
  /**
   * Number of rounds with which a new comparison would tell the two apart about 7 times in 10, if this is the true
   * ratio; null: not with 30, or decided.
   * @integer @minimum 3
   */
  roundsThatWouldDecide: number | null
  /** Approximate duration of these rounds. */
  seconds: number | null
}

/**
 * Where a search for a capacity met a bound, a speedup is at least the lower end of its interval, or at most the upper
 * one.
 */
export type Side = 'at least' | 'at most' | 'unknown'

/** A requirement that is not a speedup. */
export interface Limit {
  /** fairness: a minimum; errorRate: a maximum. */
  metric: 'fairness' | 'errorRate'
  /** null: it could not be measured. */
  value: Share | null
  /** Of the fairness, as those of speedups. null: of an error rate, or it could not be measured. */
  interval: Range | null
  /** null: nothing is required. */
  required: Share | null
  /** null: nothing is required. */
  verdict: Verdict | null
}

/**
 * An absolute limit of one variant, judged over all rounds. p50, p95, p99, p99.9: maximum in ms; throughput: minimum in
 * responses/s; capacity: minimum in its unit; errorRate: maximum share of failed requests; growth: maximum of bytes
 * that a request leaves in memory.
 */
export interface VariantLimit {
  /** Its name; the baseline may also have limits. */
  variant: string
  /**
   * Name of the request that it is for; null: all together. In what was asked, also "*": each that has none of its own.
   */
  request: string | null
  metric: LimitMetric
  /**
   * Geometric mean of the rounds; errorRate: of all requests; growth: mean of the starts after the rounds; 0: of a
   * request that was not answered in each round.
   */
  value: number
  interval: Range
  /**
   * Of a capacity whose search met a bound: it is at least, or at most, the value; null: it was measured.
   * @enum ["at least", "at most", null]
   */
  side: Side | null
  /** Standard deviation between rounds, relative; null: errorRate, growth. */
  spread: Positive | null
  /** One value for each round; growth: for each start. @minItems 3 */
  values: number[]
  /** ms, responses/s, users per second or users, bytes, or a share from 0 to 1. */
  limit: number
  /**
   * pass: the interval lies wholly on the right side of the limit; fail: wholly on the wrong side. null: the comparison
   * ended early.
   */
  verdict: Verdict | null
  /** Why the verdict is withheld, whatever the numbers say. */
  reason: Reason | null
  /** More rounds would hardly decide. */
  hopeless: boolean
  /**
   * Number of rounds that would decide in a new comparison; null: more than 30, or decided.
   * @integer @minimum 3 @maximum 30
   */
  roundsThatWouldDecide: number | null
  /**
   * Factor by which runs would have to be longer to decide in as many rounds; null: decided, or errorRate.
   * @minimum 1 @maximum 1000000
   */
  timesLonger: number | null
}

/** @returns how much more memory a variant takes than another one, such as "48 MB more"; empty: none, or unknown */
export function memoryMore(uses: readonly VariantUse[], over: string, name: string) {
  const [before, after] = [over, name].map((own) => uses.find((use) => use.name === own)?.machine?.appMegabytes)
  const more = (after ?? NaN) - (before ?? NaN)
  return more >= 1 ? `${more.toFixed(0)} MB more` : ''
}

/** How one variant spent its time under load: means over the rounds. */
export interface VariantUse {
  name: string
  workers: Workers
  /** Utilization of a worker's event loop; null: the workers reported too little. */
  utilization: Share | null
  /** Utilization of the busiest worker's event loop. */
  busiest: Share | null
  /** Cores that the workers used; workers that reported nothing count like the others. */
  cpu: number | null
  /** Share of the workers' busy time that went into garbage collection. */
  gc: number | null
  /** Resident memory of a worker. */
  workerMegabytes: number | null
  /** null: unknown on this system. */
  machine: MachineUse | null
  /** Event-loop utilization of the busiest load thread; null: the runs were too short to measure it. */
  generatorUtilization: Share | null
  /** CPU of the load generator for a response; null: unknown on this system. */
  generatorCpu: {
    /** Mean of the runs, in microseconds. */
    us: number
    /** The least of all runs, when it is warm. */
    warmUs: number
  } | null
  errorRate: Share
  /** Connections with responses in a run; median. */
  connections: number
  /** null: the workers reported too little. */
  responseTime: ResponseTime | null
  /** null: the workers or the load generator reported too little. */
  demand: Demand | null
  /** null: users send one request, or go through the flow once. */
  passes: {
    /** Of users through the flow. */
    perSecond: number
    /** For responses in one pass, without its pauses. */
    waitedSeconds: number
  } | null
  /** Instances, what each may use, and what it used: means over instances and runs. null: none has limits. */
  shape: (Shape & InstanceUse) | null
}
