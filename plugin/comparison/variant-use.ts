import { mean, median } from '../statistics/descriptive.ts'
import type { MachineUse, Run, WorkerUsage } from '../concepts/run.ts'
import type { VariantUse } from '../concepts/comparison.ts'
import type { Demand, ResponseTime } from '../concepts/load-results.ts'
import { isStranger } from './bound.ts'
import type { Variant } from '../concepts/settings.ts'

/**
 * How a variant spent the time of its loads.
 *
 * @param runs of it
 */
export function variantUse({ name, workers }: Pick<CountedVariant, 'name' | 'workers'>, runs: Run[]): VariantUse {
  const usages = runs.map((run) => run.workers.flatMap(({ usage }) => (usage === null ? [] : [usage])))
  const told = usages.filter((of) => of.length > 0)
  const meanOf = (value: (of: typeof told[0]) => number) => meanOrNull(told.map(value))
  const utilization = meanOf((of) => mean(of.map((one) => one.utilization)))
  const gc = meanOf((of) => mean(of.map((one) => one.gc)))
  return {
    name,
    workers,
    utilization,
    busiest: meanOf((of) => Math.max(...of.map((one) => one.utilization))),
    cpu: meanOf((of) => workers * mean(of.map((one) => one.cpu))),
    gc: gc === null || utilization === null || utilization === 0 ? gc : gc / utilization,
    workerMegabytes: meanOf((of) => mean(of.map((one) => one.rssMegabytes))),
    machine: meanMachine(runs),
    generatorUtilization: meanOrNull(runs.flatMap(({ generator }) => generator.utilization ?? [])),
    errorRate: runs.reduce((sum, { failures }) => sum + failures, 0) / runs.reduce((sum, { requests }) => sum + requests, 0),
    connections: median(runs.map((run) => run.workers.reduce((sum, { connections }) => sum + connections, 0))),
    responseTime: responseTime(runs),
    demand: demand(runs)
  }
}

function meanMachine(runs: Run[]) {
  const known = runs.flatMap(({ machine }) => machine ?? [])
  if (known.length === 0) return null
  const keys = Object.keys(known[0]) as (keyof MachineUse)[]
  return Object.fromEntries(keys.map((key) => [key, round(mean(known.map((one) => one[key])))])) as Record<keyof MachineUse, number>
}

function meanOrNull(values: number[]) {
  return values.length === 0 ? null : round(mean(values))
}

function round(value: number) {
  return Math.round(value * 10_000) / 10_000
}

/**
 * Where the time of a mean response goes, in four parts that add up to it:
 *
 *     sent ........ arrived .................... first byte ........ seen
 *     |  (1)  (2)  |  (2)  (3)  (4)  (2) ...     |      (2)  (1)       |
 *
 * 1. The load generator's own delay: of the time that its threads take for a request, half is before it was sent or
 *    after its response was seen; the other half is longer by as much as it has to queue there, as in an M/D/1 queue.
 * 2. Waiting for its turn: on the wire, to be accepted and read, and in the app while that computes for others. It is
 *    what the other parts leave.
 * 3. Waiting inside: while the request was in the app, the event loop was idle. So nobody needed the CPU, and it waited
 *    for a timer, I/O or another service. What it waits for such while others compute counts as (2), so that this is
 *    never too much; CPU that other threads of the process took meanwhile is none of it.
 * 4. Computing: the time in which the event loops were active, or the CPU of all threads where that is more, over the
 *    responses. Where several are computed in turns, that is what one of them takes; its share in the others' is (2).
 *
 * @param runs of one variant
 * @returns mean over the runs that tell; null: none does
 */
export function responseTime(runs: readonly Run[]): ResponseTime | null {
  const known = runs.flatMap((run) => timeOf(run) ?? [])
  if (known.length === 0) return null
  const meanOf = (key: 'latencyMs' | 'queueMs' | 'waitingMs' | 'computingMs') => round(mean(known.map((one) => one[key])))
  const generatorMs = known.flatMap((one) => one.generatorMs ?? [])
  return {
    latencyMs: meanOf('latencyMs'),
    generatorMs: generatorMs.length < known.length ? null : round(mean(generatorMs)),
    queueMs: meanOf('queueMs'),
    waitingMs: meanOf('waitingMs'),
    computingMs: meanOf('computingMs')
  }
}

/**
 * What a request needs of each, and how often it is asked for.
 *
 * @param runs of one variant
 * @returns mean over the runs that tell; null: none does
 */
export function demand(runs: readonly Run[]): Demand | null {
  const known = runs.flatMap((run) => {
    const [generatorMs, computingMs] = [generatorMsOf(run), appMsOf(run)?.computing]
    return generatorMs === null || computingMs === undefined ? [] : [{ run, generatorMs, computingMs }]
  })
  if (known.length === 0) return null
  return {
    users: median(known.map(({ run }) => run.generator.users)),
    threads: median(known.map(({ run }) => run.generator.threads)),
    responsesPerSecond: round(mean(known.map(({ run }) => run.throughputPerSecond))),
    cycleMs: round(mean(known.map(({ run }) => (1000 * usersPresent(run)) / run.throughputPerSecond))),
    generatorMs: round(mean(known.map((one) => one.generatorMs))),
    computingMs: round(mean(known.map((one) => one.computingMs)))
  }
}

/** @param run of users who stay: while they come, half of them are there on average */
function usersPresent({ generator: { users, arrivalSeconds }, loadSeconds }: Run) {
  return users * (1 - Math.min(1, arrivalSeconds / loadSeconds) / 2)
}

function timeOf(run: Run): ResponseTime | null {
  const own = appMsOf(run)
  const seen = inAppOf(run)
  if (run.latencyMs === null || own === null || seen === null) return null
  const latencyMs = run.latencyMs.mean
  const outsideMs = Math.max(0, latencyMs - seen.inAppMs)
  const delayMs = generatorDelayOf(run)
  const generatorMs = delayMs === null ? null : Math.min(delayMs, outsideMs)
  const left = latencyMs - (generatorMs ?? 0)
  const waitingMs = Math.min(Math.max(0, seen.idleMs - own.otherThreads), left)
  const computingMs = Math.min(own.computing, left - waitingMs)
  return { latencyMs, generatorMs, queueMs: left - waitingMs - computingMs, waitingMs, computingMs }
}

/** @returns of a mean response; null: a worker that answered tells nothing */
function inAppOf({ workers }: Run): { inAppMs: number, idleMs: number } | null {
  // How many were measured tells little of how many there were.
  const told = workers.flatMap(({ requests, usage }) => (usage?.inApp ? [{ requests, ...usage.inApp }] : []))
  const responses = told.reduce((sum, one) => sum + one.requests, 0)
  if (responses === 0 || workers.some(({ requests, usage }) => requests > 0 && usage === null)) return null
  const meanOf = (key: 'meanMs' | 'idleMs') => told.reduce((sum, one) => sum + one.requests * one[key], 0) / responses
  return { inAppMs: meanOf('meanMs'), idleMs: meanOf('idleMs') }
}

/** @returns ms for each request; null: a worker tells nothing */
function appMsOf({ workers, loadSeconds }: Run): { computing: number, otherThreads: number } | null {
  const told = workers.flatMap(({ requests, usage }) => (usage === null ? [] : [{ requests, ...usage }]))
  const requests = told.reduce((sum, one) => sum + one.requests, 0)
  if (requests === 0 || workers.some((one) => one.requests > 0 && one.usage === null)) return null
  const msOf = (coresOf: (usage: WorkerUsage) => number) => (1000 * loadSeconds * told.reduce((sum, one) => sum + coresOf(one), 0)) / requests
  return {
    computing: msOf(({ utilization, cpu }) => Math.max(utilization, cpu)),
    otherThreads: msOf(({ utilization, cpu }) => Math.max(0, cpu - utilization))
  }
}

/** @returns ms that the load threads take for a request */
function generatorMsOf({ generator: { utilizations }, requests, loadSeconds }: Run): number | null {
  const busy = utilizations.flatMap((one) => one ?? [])
  return busy.length === 0 || requests === 0 ? null : (1000 * loadSeconds * busy.reduce((sum, one) => sum + one, 0)) / requests
}

function generatorDelayOf(run: Run) {
  const ownMs = generatorMsOf(run)
  // A thread that is busy all the time makes a queue as long as its users are many: what is outside of the app limits it.
  return ownMs === null ? null : ownMs / 2 / (1 - Math.min(0.99, Number(run.generator.utilization)))
}

export type CountedVariant = Omit<Variant, 'workers'> & { workers: number }

/**
 * How many workers a command, a URL or an ecosystem file brings is not known before somebody sees them.
 *
 * @returns each with its number of workers: as it was asked for, or the most that one run showed, at least 1
 */
export function countWorkers(variants: Variant[], runs: Run[]): CountedVariant[] {
  return variants.map((variant) => ({ ...variant, workers: variant.workers ?? mostSeen(runs.filter((run) => run.variant === variant.name)) }))
}

/**
 * Who answers nothing is never seen, where nobody tells how many there are: work that one of four does alone would look
 * as even as work can be.
 *
 * @returns whether there may be more workers than those that were seen
 */
export function mayHaveMore({ mode, workers }: Variant): boolean {
  return workers === null && isStranger(mode)
}

function mostSeen(runs: Run[]) {
  return Math.max(1, ...runs.map(({ workers }) => workers.length))
}
