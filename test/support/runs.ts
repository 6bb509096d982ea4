import { summaryOf, type LatencySummary } from '../../plugin/concepts/metrics.ts'
import type {
  GeneratorUse,
  InstanceUse,
  LoadHostUse,
  MachineUse,
  Run,
  WorkerShare,
  WorkerUsage
} from '../../plugin/concepts/run.ts'

/** What is other than usual in a run, in its load generator and on its machine. */
export type RunPart = Partial<Omit<Run, 'generator' | 'machine'>> & {
  generator?: Partial<GeneratorUse>
  machine?: Partial<MachineUse> | null
}

/** A run of `single`, in which all went well. */
export function aRun({ generator, machine, ...overrides }: RunPart = {}): Run {
  const run = {
    scenario: 'primes',
    variant: 'single',
    round: 1,
    startedAt: '2026-11-20T12:00:00.000Z',
    originMs: 86_400_000,
    readySeconds: 0.1,
    loadSeconds: 5,
    wallSeconds: 7,
    requests: 1200,
    failures: 0,
    failureKinds: {},
    artilleryErrors: {},
    latencyMs: latencies(100),
    firstRequests: { apart: true, count: 20, latencyMs: latencies(150) },
    throughputPerSecond: 200,
    workers: [aWorker('100', { requests: 1200, connections: 20 })],
    unattributed: 0,
    restarts: 0,
    killed: false,
    disturbances: [],
    lives: [],
    generator: aGenerator(generator),
    client: null,
    machine: machine === null ? null : aMachine(machine),
    samples: 'samples/scenario-1-round-1-1-single.csv',
    telemetry: 'samples/scenario-1-round-1-1-single.telemetry.ndjson',
    within: null,
    ...overrides
  }
  const {
    requests,
    failures,
    firstRequests: { apart, count },
    loadSeconds
  } = run
  const answered = {
    connections: 20,
    responses: { byStatus: { 200: requests - failures }, bytes: 100 * (requests - failures) }
  }
  return {
    ...answered,
    counted: { fromMs: 0, toMs: 1000 * loadSeconds, requests, latencies: requests - failures - (apart ? count : 0) },
    ...run
  }
}

/** One of two workers, with half of the requests. */
export function aWorker(pid: string, share?: Partial<WorkerShare>, usage?: Partial<WorkerUsage>): WorkerShare {
  return { pid, requests: 600, connections: 10, usage: aUsage(usage), ...share }
}

/** @returns of a process that computes all the time */
export function aUsage(overrides?: Partial<WorkerUsage>): WorkerUsage {
  return {
    utilization: 0.99,
    loopDelayMs: { p50: 100, p99: 150, max: 160 },
    cpu: 0.98,
    gc: 0.01,
    rssMegabytes: 90,
    heapMegabytes: 12,
    openConnections: 10,
    requestsInFlight: 1,
    stall: null,
    inApp: { responses: 600, meanMs: 5.1, idleMs: 0.05 },
    ...overrides
  }
}

/** @returns with time to spare; 20 users who all came within a second and stayed */
export function aGenerator(overrides?: Partial<GeneratorUse>): GeneratorUse {
  const { users = 20, arrivalSeconds = 1 } = overrides ?? {}
  return {
    utilization: 0.25,
    loopDelayMs: { p50: 0.1, p99: 5, max: 30 },
    threads: 1,
    utilizations: [0.25],
    users,
    meanUsers: users * (1 - Math.min(1, arrivalSeconds / 5) / 2),
    skippedUsers: 0,
    shortestSessionMs: 4000,
    arrivalSeconds,
    drainSeconds: 4,
    leastLatencyMs: null,
    queueSeconds: 0.1,
    ...overrides
  }
}

/** Of users who come for 10 s whatever the app does: all are answered in time, or late. */
export const [keptUp, fellBehind] = [0.1, 3].map((seconds) => ({
  generator: { shortestSessionMs: 20, arrivalSeconds: 10, drainSeconds: seconds, queueSeconds: seconds }
}))

/** @returns a tenth of a core, and no quota that was used up */
export function anInstanceUse(overrides?: Partial<InstanceUse>): InstanceUse {
  return { cpu: 0.1, throttledPeriods: 0, throttledTime: 0, peakMegabytes: 100, oomKills: 0, ...overrides }
}

/** @returns two cores, of which one process takes one */
export function aMachine(overrides?: Partial<MachineUse>): MachineUse {
  const free = { physicalCores: null, throttled: null }
  return { cores: 2, app: 1, generator: 0.2, others: 0.01, stolen: 0, appMegabytes: 100, ...free, ...overrides }
}

/** @returns another machine that made the load, near and with time to spare */
export function aLoadHost(overrides?: Partial<LoadHostUse>): LoadHostUse {
  const clock = { offsetMs: 9e6, errorMs: 0.1 }
  const network = { roundTripMs: 0.2, unsentMs: 0, resent: 0, link: null }
  return {
    name: 'load1',
    clock,
    cycleMs: 100,
    ...network,
    machine: aMachine({ app: 0.3, generator: 0.01 }),
    ...overrides
  }
}

/** @returns of responses that all took as long */
export function latencies(ms: number): LatencySummary {
  return summaryOf(() => ms, { mean: ms, min: ms, max: ms })
}

/**
 * Whole rounds of `single` and `clustered`, the second faster by a round’s ratio in every metric; overrides: of every
 * run.
 */
export function runsWithSpeedups(
  ratios: number[],
  { single, clustered }: { single?: RunPart; clustered?: RunPart } = {}
): Run[] {
  const workers = [aWorker('101'), aWorker('102')]
  return ratios.flatMap((ratio, i) => {
    const machine = aMachine({ app: Math.min(2, ratio), appMegabytes: 250 })
    const faster = { latencyMs: latencies(100 / ratio), throughputPerSecond: 200 * ratio, workers, machine }
    return [aRun({ round: i + 1, ...single }), aRun({ round: i + 1, variant: 'clustered', ...faster, ...clustered })]
  })
}
