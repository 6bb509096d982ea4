import type { Metric } from './metrics.ts'
import type { DiagnosisCode } from './warnings.ts'
import type { WarningCode } from './warnings.ts'

/** A closed load of so few users that they limit the throughput, not the app. */
export interface ClosedLoop {
  // generator: its own time in every cycle; users: they think, or wait for what the app waits for
  limitedBy: 'generator' | 'users'
  users: number
  generatorMs: number // for each request
  // at least, from one request of a user to the next: the generator's and the app's time, what the app waits for,
  // thinking
  cycleMs: number
  enough: number | null // users from which on the app limits more; null: none, because the load generator limits more
  atMost: number // the speedup that so few users allow
}

/** How the load came, and who could keep up with it. */
export interface LoadShape {
  // open: users come whatever the app does; closed: a fixed number of users ask again and again
  model: 'open' | 'closed' | 'unknown'
  saturated: string[] // variants that could not keep up with an open load
}

/** Where the time of a mean response goes: its latency, and parts that add up to it. */
export interface ResponseTime {
  latencyMs: number
  // its own delay, estimated from how busy it was; null: it did not tell, and its delay is a part of queueMs
  generatorMs: number | null
  queueMs: number // on the wire, to be accepted and read, while the app computes for others
  bodyMs: number // from the first byte to the last; 0: latencies go to the first
  waitingMs: number // inside the app, with an idle event loop: timers, I/O, other services
  computingMs: number
}

/** What one request needs of whom, and how often it was asked for. */
export interface Demand {
  users: number // who came in a run; median
  threads: number // of the load generator; median
  responsesPerSecond: number // below status 400
  cycleMs: number // of a user who stays: from one request to the next
  generatorMs: number // in which the event loops of the load threads were active
  // in which the workers' event loops were active, or the CPU time of all their threads where that is more
  computingMs: number
}

/**
 * What a scenario's rounds are expected to tell: the interval of each metric after the last one, a factor to each side.
 */
export interface Outlook {
  rounds: number // in all
  intervals: { metric: Metric; factor: number }[] // of the candidate of which it is widest
}

/**
 * What to do, by the verdict, by the metric that carries it, and by what limits it. weigh: it gains at one metric, and
 * loses at another one; either: it meets what is required, and gains nothing; versions are merged, or not
 */
export interface Decision {
  action:
    | ('use' | 'keep' | 'either' | 'do not use' | 'weigh' | 'unknown')
    | ('merge' | 'do not merge') // of two versions
    | ('update' | 'do not update') // of two versions of Node
  candidate: string // that it is about
  metric: Metric | null // that carries it; null: a limit does, or nothing
  loss: Metric | null // of weigh
  // of unknown: to see to this first would tell; null: more rounds would
  because: WarningCode | DiagnosisCode | null
  aim: number | null // of unknown: the speedup from which its interval can't be told; null: it is not about one
  rounds: number | null // in a fresh comparison that would tell; null: not within 30
  minutes: number | null // that these would take; null: unknown
  // that noise alone does not miss; null: there is one, or nothing is gained, or accept has no file to write it into
  threshold: number | null
}

/** Which variant is fastest, and which is as fast. */
export interface Leaders {
  metric: Metric // the one that is fair under this load
  best: string
  others: Rival[] // fastest first
  leftOut: { variant: string; why: string }[] // why: a clause
}

/** A variant beside the fastest: ratios are above 1 where it is better. The intervals of all hold together. */
export interface Rival {
  variant: string
  ratio: number
  interval: [number, number]
  ratios: number[] // of each round
  verdict: 'slower' | 'as fast' // as fast: no difference could be measured
  roundsThatWouldDecide: number | null // in a fresh comparison; null: not within 30, or decided
  seconds: number | null // that these would take
}
