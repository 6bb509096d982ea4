import type { QuestionRun } from '../questions/concepts.ts'
import type { ClientName } from './generators.ts'
import type { Metric, LatencySummary } from './metrics.ts'
import type { RequestFigures } from './requests.ts'
import type { Span } from './spans.ts'
import type { Count, Positive, Share } from './figures.ts'

/** Below the fewest no interval means anything; more than the most is refused. */
export const fewestRounds = 3
export const mostRounds = 30
export const shortestSeconds = 1.5 // of a run that count, where its length is ours
/**
 * In windows of our scenarios' loads that begin later, speedups agree with one another; in the first 1.5 s, they don't.
 */
export const usualWarmUpSeconds = 1.5

/** What sent the requests of a load. */
export interface ClientUse {
  /** lean: the plugin's own client; artillery: the client of Artillery's http engine. */
  name: ClientName
  /** What ruled out the lean client, in plain words; null: nothing, or unknown. */
  because: string | null
}

/** How late an event loop came to what was due, in ms. */
export interface LoopDelay {
  p50: number
  p99: number
  max: number
}

/** How much later than due users came, in ms: percentiles over all of them. */
export type Lateness = Record<'p50' | 'p95' | 'p99' | 'p99.9' | 'max', number>

/** What a process of the app reported about itself during the load. Sizes and counts are maxima. */
export interface WorkerUsage {
  utilization: number // of its event loop, from 0 to 1
  loopDelayMs: LoopDelay | null
  cpu: number // cores, of all its threads: CPU seconds a second
  gc: number // share of the time that went into garbage collection, from 0 to 1
  rssMegabytes: number
  heapMegabytes: number
  openConnections: number
  requestsInFlight: number
  // the longest silence, if it was far longer than usual and above a second
  stall: { seconds: number; cpuSeconds: number } | null
  inApp: TimeInApp | null // null: it could not see, or there are no counted responses
}

/**
 * From a request's arrival in a process of the app, when its headers have been read, to the first byte of its response,
 * in ms: of responses that count as those of latencyMs do, and of failures.
 */
export interface TimeInApp {
  responses: number // measured; above 1000 a second, a random part is measured
  meanMs: number
  idleMs: number // mean time in which the event loop was idle meanwhile: the request waited for something else
}

/** A worker's part in a run. Idle workers are listed too. */
export interface WorkerShare {
  pid: string // as the header gave it
  requests: number // responses from it
  connections: number // that carried them
  usage: WorkerUsage | null // null: it reported nothing, or too little
}

/**
 * How far the clock of the machine that made a load was ahead of ours, by which all of its times were moved; errorMs:
 * so far these may be off.
 */
export interface LoadClock {
  offsetMs: number
  errorMs: number
}

/** What was seen of a machine behind ssh that made a load, or all that took turns in a round, and of the network. */
export interface LoadHostUse {
  name: string // as ssh knows it
  clock: LoadClock
  cycleMs: number // of one of its users, from one answer to the next, while its load was made; 0: it had no users
  roundTripMs: number // to accept a connection of it, before the load: of some, the least
  unsentMs: number // for which what the app had sent was on its way from here, on average, to all of them
  resent: number | null // share of the TCP segments of that machine, or of this if more, that were sent again
  link: number | null // share of its speed that the busiest network interface there used, in its busiest second
  machine: MachineUse | null // app: the load
}

/** What the load generator reported about itself. */
export interface GeneratorUse {
  // of the event loop of its busiest load thread, from 0 to 1; null: the run was too short to tell
  utilization: number | null
  loopDelayMs: LoopDelay | null // of that thread
  lateMs?: Lateness | null // left out: nothing was due
  threads: number // 0: it reported nothing, and what is known of the run comes from Artillery's metrics
  utilizations: (number | null)[] // of the event loop of each load thread
  users: number // that came
  meanUsers: number // that had come, on average over what counts
  skippedUsers: number // because of maxVusers
  shortestSessionMs: number | null // of a user who got through
  arrivalSeconds: number // from the first user's coming to the last user's
  drainSeconds: number // from the last user's coming to the last response
  /** p99 of those who came early, and of what was asked then; null: too few to tell */
  early?: { sessionMs: number | null; latencyMs: number | null } // left out: a metered load that was too short
  leastLatencyMs: number | null // of all responses below 400, counted or not; null: there was none
  queueSeconds: number // median latency of the requests that were in progress when the last user came
  /** that waited for one of the connections that all users share, on average over what counts; left out: unknown */
  usersForConnection?: number
}

/** What used the machine during the load, in cores (CPU seconds per second). */
export interface MachineUse {
  /** Cores that the app and the load generator may use; a fraction under a container's quota. */
  cores: Positive
  /** That these are hyperthreads of; null: each is a core of its own. */
  physicalCores: Positive | null
  /** The app, with the processes that it started, except those in a process group of their own. */
  app: number
  /** The load generator, with the processes that conduct the comparison. */
  generator: number
  /** All other programs; under a CPU quota, those in its cgroup. */
  others: number
  /** Taken by the hypervisor for other machines; 0 under a CPU quota, where it is unknown. */
  stolen: number
  /** Of the periods of the CPU quota around app and load generator, in which it was used up; null: there is none. */
  throttled: Share | null
  /** Resident memory of all processes of the app at the end of the load. */
  appMegabytes: number
}

/** By the kernel's usual setting: what of a CPU quota is used up comes back in the next period. */
export const quotaPeriodMs = 100

/** What an instance used of its limits, over what counts; memory and kills are of the whole run. */
export interface InstanceUse {
  /** Cores that it used. */
  cpu: number
  /** Share of the periods of its quota in which that was used up. */
  throttledPeriods: Share
  /** Share of the time for which it therefore stood still. */
  throttledTime: Share
  /** Highest of all instances and runs. */
  peakMegabytes: number
  /** Processes that the kernel killed for memory, in all runs. */
  oomKills: Count
}

/** Connection attempts that the kernel dropped during the load: of all that listens in this network namespace. */
export interface Drops {
  attempts: number // of which each user makes several
  overflows: number // of these, because a listen queue was full
  queue: number // how many connections wait for a Node server that asks for no other backlog
}

/**
 * First answers on a connection, and requests without an answer, that took a second or more: a connection attempt that
 * was dropped is made again no sooner.
 */
export interface LateEntries {
  count: number // in the whole load
  leastMs: number
  mostMs: number
}

/**
 * How many users were in which state, on average over what counts, whether they got their answer in it or not. The
 * others thought, or were between two requests.
 */
export interface UsersIn {
  first: number // waiting for the first answer on their connection
  later: number // waiting for another answer
  failed: number // waiting for an answer that was none, or an error
}

/** Ways of users through the flow that ended in the whole load, by themselves. */
export interface Passes {
  through: number
  failed: number // a request of theirs did, a capture, an expectation, or a function of the script
  failedOtherwise: number // of these, by nothing that is counted as a failed request
  failureKinds: Record<string, number> // cause -> count
  seconds: number | null // of a pass, on average over what counts; null: unknown, or users go through the flow once
}

/** What the app answered once, to be compared between variants. */
export interface Answer {
  request: string // method and URL
  status: Count
  hash: string // of the body, decoded
  /** Of the body, as it crossed the wire. */
  bytes: Count
  /** Such as gzip; empty: none. */
  encoding: string
  /** Whether the connection ended with it. */
  closes: boolean
}

/** Whether each request is in its samples; else no load thread of ours reported, and Artillery's metrics are all. */
export const isRecorded = ({ generator }: Run) => generator.threads !== 0

/** @returns where Artillery's metrics of a run are that is known by nothing else: its samples are empty */
export const metricsFileOf = (samples: string) => samples.replace(/\.csv(\.gz)?$/, '.metrics.json')

/** One variant's turn, measured: a line of runs.ndjson. Its files are relative to the record's directory. */
export interface Run extends QuestionRun {
  scenario: string
  variant: string
  round: number // from 1; 0: of a search, before its rounds
  startedAt: string // ISO 8601, UTC
  // the same moment by machine/clock.ts, as all times of the run; those of samples and `counted` are from it on
  originMs: number
  readySeconds: number // from starting the app until every worker listened
  loadSeconds: number // that counted
  /**
   * What counts of a load: neither its warm-up, nor its end, when users leave. Latencies, throughput and what processes
   * used are of this part; requests, failures, connections and each worker's share are of the whole load.
   */
  counted: {
    fromMs: number // as start_ms in the samples file
    toMs: number
    requests: number // that ended in it; of users who go through the flow again and again, those of `passes`
    passes?: number // of which parts count; left out: users go through the flow once, or none ended
    // of the slowest request of the script to its last byte, on average; left out: metered
    slowestMs?: number
    byRequest?: Record<number, number> // latencies of each request of the script; left out: of one alone, or unknown
    latencies: number // of responses below 400, less the first ones on their connections where these are apart
    byWhole?: boolean // latencies go to the last byte
    began?: number // requests that began in it; left out: metered
    // users came at a rate: latencies are of the requests that began in it, whenever they ended; left out: of those
    // that ended in it
    byStart?: boolean
    // of a run that took turns with others: latencies are of what began in one of these, however late it ended; left
    // out: all of the time
    slices?: Span[]
  }
  wallSeconds: number // the whole run, from starting the app until it was gone
  requests: number // sent to the target
  failures: number // requests without a response below 400
  failureKinds: Record<string, number> // status or error code -> count
  passes?: Passes // left out: none ended, or unknown
  elsewhere?: Record<string, number> // requests that went to no target, by host; left out: none did, or unknown
  // where most requests of the script that were redirected were sent to: its path, their share of all requests of the
  // script, and how many of these; left out: none was, or unknown
  redirected?: { to: string; share: number; requests: number }
  flow?: RequestFigures[] // each request of the script; left out: it has one, or they are unknown
  // requests of the script that were never sent, by their number, and how many there are; left out: unknown
  unasked?: { names: Record<number, string>; of: number }
  artilleryErrors: Record<string, number> // failed requests, but also functions that threw, captures that found nothing
  latencyMs: LatencySummary | null // of the responses below 400 that count; null: there was none
  firstByte?: Pick<Run, 'latencyMs' | 'inSlices'> // where byWhole: the same to there
  gapMs?: LatencySummary | null // where byWhole: as of single requests
  // on each connection; apart: not in latencyMs
  firstRequests: { apart: boolean; count: number; latencyMs: LatencySummary | null }
  throughputPerSecond: number // responses below 400, of those that count
  usersIn?: UsersIn // left out, as the next: metered
  lateEntries?: LateEntries | null // null: there was none
  drops?: Drops | null // null: unknown on this system; left out: the app is elsewhere
  // that the app used while others had their turn; left out: it was loaded without a rest, or unknown
  restCores?: number
  exitCode?: number // with which a hook or a plugin of its users wants Artillery to exit; left out: 0
  // variance of each metric's logarithm within the run, times seconds; null: unknown, or it took turns with others
  within: Partial<Record<Metric, number>> | null
  // of all its turns, from where users were let go on to where nothing was under way; left out: it took none
  turnSeconds?: number
  // each metric in each slice that counts; left out: it took no turns, or nothing was answered in one of them
  inSlices?: Partial<Record<Metric, number[]>>
  // the same in each half of its slices; left out: also where their number is odd
  inHalves?: Run['inSlices']
  halves?: [number, number] // responses below 400 in each half of what counts; left out: unknown
  workers: WorkerShare[]
  unattributed: number // responses without the header, or all where that names no worker
  headerValues?: number // of the header, which are so many that they name no worker; left out: they do
  connections: number // that carried responses
  /** What all users got, wherever they asked, as Artillery counts it. */
  responses: { byStatus: Record<string, number>; bytes: number } // bytes: of their bodies
  // why it was loaded by itself, although slices were asked for, in words; left out: it was not, or they were not
  apart?: string
  /** Of each that has limits, what it used of them; left out: none has. @sparse */
  instances?: InstanceUse[]
  coresSeen?: number // as os.availableParallelism() told the app; left out: without instances
  // what a process last reported that was killed for memory; null: nothing; left out: none was
  lastReport?: Pick<WorkerUsage, 'rssMegabytes' | 'heapMegabytes'> | null
  printed?: string[] // by the app, at last; left out: no request failed, or nothing is known
  restarts: number // workers that died and were forked again
  forks?: number // cluster workers that the app started itself; left out: none
  killed: boolean // the app did not leave on SIGTERM
  generator: GeneratorUse
  hosts?: LoadHostUse[] // left out: the load was made on this machine
  client: ClientUse | null // null: unknown
  machine: MachineUse | null // null: unknown on this system
  samples: string // CSV file; compressed by gzip where it ends with .gz
  telemetry: string // NDJSON file
}

/** From the first user's coming to the last response, without rests. */
export const wholeLoadSeconds = ({ loadSeconds, turnSeconds, generator: { arrivalSeconds, drainSeconds } }: Run) =>
  turnSeconds ?? Math.max(loadSeconds, arrivalSeconds + drainSeconds)
