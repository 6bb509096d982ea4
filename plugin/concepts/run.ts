import type { ClientName } from './generators.ts'
import type { Percentile } from './metrics.ts'

/** What sent the requests of a load. */
export interface ClientUse {
  /** lean: the plugin's own; artillery: that of Artillery's http engine */
  name: ClientName
  /** what kept it from being the lean one, in plain words; null: nothing, or nobody tells */
  because: string | null
}

/** how late an event loop came to what was due, in ms */
export interface LoopDelay {
  p50: number
  p99: number
  max: number
}

/** What a process of the app told about itself during the load. */
export interface WorkerUsage {
  /** of its event loop, from 0 to 1 */
  utilization: number
  loopDelayMs: LoopDelay | null
  /** cores, of all its threads: CPU seconds a second */
  cpu: number
  /** share of the time that went into garbage collection, from 0 to 1 */
  gc: number
  /** most */
  rssMegabytes: number
  /** most */
  heapMegabytes: number
  /** most */
  openConnections: number
  /** most */
  requestsInFlight: number
  /** when it was silent for far longer than usual, and for more than a second: the longest time */
  stall: { seconds: number, cpuSeconds: number } | null
  /** null: it could not see, or there was no response that counts */
  inApp: TimeInApp | null
}

/**
 * From a request's arrival in a process of the app, when its headers have been read, to the first byte of its response,
 * in ms: of responses that count as those of latencyMs do, and of failures.
 */
export interface TimeInApp {
  /** that were measured: above 1000 a second, a part that is drawn by chance */
  responses: number
  meanMs: number
  /** mean time in which the event loop was idle meanwhile: the request waited for something else */
  idleMs: number
  p50Ms: number
  p95Ms: number
}

/** A worker's part in a run. Idle workers are listed too. */
export interface WorkerShare {
  /** as the header gave it */
  pid: string
  /** responses from it */
  requests: number
  /** that carried them */
  connections: number
  /** null: it told nothing, or too little */
  usage: WorkerUsage | null
}

/** What the load generator told about itself. */
export interface GeneratorUse {
  /** of the event loop of its busiest load thread, from 0 to 1; null: the run was too short to tell */
  utilization: number | null
  /** of that thread */
  loopDelayMs: LoopDelay | null
  /** 0: it told nothing of itself, and what is known of the run comes from Artillery's metrics */
  threads: number
  /** of the event loop of each load thread */
  utilizations: (number | null)[]
  /** that came */
  users: number
  /** that it left out, for maxVusers */
  skippedUsers: number
  /** of a user who got through */
  shortestSessionMs: number | null
  /** from the first user's coming to the last one's */
  arrivalSeconds: number
  /** from the last user's coming to the last response */
  drainSeconds: number
  /** median latency of the requests that were under way when the last user came */
  queueSeconds: number
}

/** Who used the machine during the load, in cores: CPU seconds a second. */
export interface MachineUse {
  /** that app and load generator may use; a fraction under a container's quota */
  cores: number
  /** with the processes that it started, but for those it gave a process group of their own */
  app: number
  /** with what conducts the comparison */
  generator: number
  /** any other program */
  others: number
  /** given to others by the hypervisor */
  stolen: number
  /** resident memory of all processes of the app at the end of the load */
  appMegabytes: number
}

/** What the app answered once, to be compared between variants. */
export interface Answer {
  /** method and URL */
  request: string
  status: number
  /** of the body */
  hash: string
}

/** time to first byte, in ms; null where there was no such response */
export interface LatencySummary extends Record<Percentile, number> {
  mean: number
  min: number
  max: number
}

/** One variant's turn, measured: a line of runs.ndjson. */
export interface Run {
  scenario: string
  variant: string
  /** from 1 */
  round: number
  /** ISO 8601, UTC */
  startedAt: string
  /** from starting the app until every worker listened */
  readySeconds: number
  /** from the first request to the last response */
  loadSeconds: number
  /** the whole run, from starting the app until it was gone */
  wallSeconds: number
  /** sent to the target */
  requests: number
  /** requests without a response below 400 */
  failures: number
  /** status or error code -> count */
  failureKinds: Record<string, number>
  /** what Artillery counted: failed requests, but also functions that threw, captures that found nothing */
  artilleryErrors: Record<string, number>
  /** of the responses below 400 that count */
  latencyMs: LatencySummary | null
  /** the first on each connection; apart: they are left out of latencyMs */
  firstRequests: { apart: boolean, count: number, latencyMs: LatencySummary | null }
  /** responses below 400 */
  throughputPerSecond: number
  workers: WorkerShare[]
  /** responses without the header */
  unattributed: number
  /** workers that died and were forked again */
  restarts: number
  /** the app did not leave on SIGTERM */
  killed: boolean
  generator: GeneratorUse
  /** null: it is not known */
  client: ClientUse | null
  /** null where the system does not tell */
  machine: MachineUse | null
  /** CSV file, relative to the record's directory; compressed by gzip where it ends with .gz */
  samples: string
  /** NDJSON file, relative to the record's directory */
  telemetry: string
}
