import { modes, type Mode } from '../concepts/modes.ts'
import { highest, lowest, mean, meanBy, medianBy, rounded, sum, sumBy } from '../statistics/descriptive.ts'
import type { VariantUse, Demand } from '../concepts/comparison.ts'
import type { Run, WorkerUsage } from '../concepts/run.ts'
import { shapeOf, type Counted, type Variant } from '../concepts/settings.ts'

/**
 * @returns whether it runs without our preload, so that how busy it is, and which process answered, is unknown unless
 * it says so itself
 */
export const isOutside = (mode: Mode) => modes[mode].outside !== undefined

/**
 * Whether there may be workers that were never seen, as they answered nothing: work that one of four does alone would
 * look even.
 */
export const mayHaveMore = ({ mode, workers }: Variant) => workers === null && isOutside(mode)

/** What to do about responses without the header. */
export const headerAdvice = (mode: Mode) =>
  isOutside(mode)
    ? 'To make a Node program send it, start it with `node --import artillery-plugin-speedup/preload server.js`, ' +
      'or use the middleware artillery-plugin-speedup/header.'
    : 'Check whether the app removes headers, or another program answers instead of it.'

/** @returns how a sentence goes on about responses, and what to do */
export function nameless(runs: readonly Run[], mode: Mode, pidHeader: string): [had: string, advice: string] {
  const values = runs.flatMap(({ headerValues }) => headerValues ?? [])
  return values.length === 0
    ? [`had no ${pidHeader} header`, headerAdvice(mode)]
    : [
        `had the ${pidHeader} header, which names no worker (${Math.max(...values)} values in a run)`,
        'Set plugins.speedup.app.pidHeader to a name that the app does not use.'
      ]
}

type UsedVariant = Pick<Variant, 'name'> & Counted

/**
 * How a variant spent the time of its loads, by its runs. How many workers a command, a URL or an ecosystem file brings
 * is not known before they are seen: it is the most that one run showed, at least 1.
 */
export function variantUse(variant: UsedVariant, runs: Run[]): VariantUse {
  const { name, workers: asked } = variant
  const workers = asked ?? Math.max(1, ...runs.map((run) => run.workers.length))
  const told = runs.map((run) => run.workers.flatMap(({ usage }) => usage ?? [])).filter(({ length }) => length > 0)
  const meanOrNull = (values: number[]) => (values.length === 0 ? null : rounded(mean(values), 4))
  const meanOf = (value: (usages: WorkerUsage[]) => number) => meanOrNull(told.map(value))
  const meanOfKey = (key: 'utilization' | 'gc' | 'rssMegabytes') =>
    meanOf((usages) => meanBy(usages, (usage) => usage[key]))
  const utilization = meanOfKey('utilization')
  const gc = meanOfKey('gc')
  return {
    name,
    workers,
    utilization,
    busiest: meanOf((usages) => highest(usages, (usage) => usage.utilization)),
    cpu: meanOf((usages) => workers * meanBy(usages, (usage) => usage.cpu)),
    gc: gc === null || utilization === null || utilization === 0 ? gc : gc / utilization,
    workerMegabytes: meanOfKey('rssMegabytes'),
    machine: meansOf(runs.flatMap(({ machine }) => machine ?? [])),
    generatorUtilization: meanOrNull(runs.flatMap(({ generator }) => generator.utilization ?? [])),
    generatorCpu: generatorCpu(runs),
    errorRate: errorRateOf(runs),
    connections: medianBy(runs, (run) => sumBy(run.workers, ({ connections }) => connections)),
    responseTime: responseTime(runs),
    demand: demand(runs),
    passes: meansOf(runs.flatMap(passesOf)),
    shape: instanceUse(variant, runs)
  }
}

/** Of users who go through a flow of several requests; empty: they don't, or it is unknown. */
const passesOf = ({ counted: { passes = 0 }, flow = [], loadSeconds, usersIn }: Run) => {
  const perSecond = passes / loadSeconds
  // By Little's law.
  return passes === 0 || flow.length < 2 || usersIn === undefined
    ? []
    : [{ perSecond, waitedSeconds: sum(Object.values(usersIn)) / perSecond }]
}

/** @returns CPU of the load generator for a response, in microseconds; null: unknown on this system */
export const generatorCpuUs = ({ machine, throughputPerSecond }: Run) =>
  machine === null || throughputPerSecond === 0 ? null : (1e6 * machine.generator) / throughputPerSecond

function generatorCpu(runs: readonly Run[]) {
  const all = runs.flatMap((run) => generatorCpuUs(run) ?? [])
  return all.length === 0 ? null : { us: rounded(mean(all)), warmUs: rounded(Math.min(...all)) }
}

function instanceUse(variant: UsedVariant, runs: readonly Run[]) {
  const shape = shapeOf(variant)
  const all = runs.flatMap(({ instances = [] }) => instances)
  const means = meansOf(all)
  if (shape === null || means === null) return null
  return {
    ...shape,
    ...means,
    peakMegabytes: highest(all, ({ peakMegabytes }) => peakMegabytes),
    oomKills: sumBy(runs, oomKillsOf)
  }
}

/** @returns processes of the app that the kernel killed, as an instance had reached its limit of memory */
export const oomKillsOf = ({ instances = [] }: Run) => sumBy(instances, ({ oomKills }) => oomKills)

/** @returns those of a variant, in the order given */
export const runsOf = (runs: readonly Run[], name: string) => runs.filter(({ variant }) => variant === name)

/** @returns the one of that name, which there is */
export const named = <T extends { name: string }>(all: readonly T[], wanted: string) =>
  all.find(({ name }) => name === wanted) as T

/** @returns the runs of each variant, with its name */
export const byVariant = (runs: readonly Run[]) => [...Map.groupBy(runs, ({ variant }) => variant)]

/** @returns wall time of a round: of that many in these runs, on average */
export const secondsOfRound = (runs: readonly Run[], rounds: number) =>
  sumBy(runs, ({ wallSeconds }) => wallSeconds) / rounds

/** Those with a latency: the median over the rounds, of the variant with the fewest; Infinity: there are no runs. */
export const responsesPerRun = (runs: readonly Run[]) =>
  lowest(byVariant(runs), ([, own]) => medianBy(own, ({ counted }) => counted.latencies))

/**
 * @returns the share of requests that failed, or of passes of users that failed for another reason (a capture, a
 * function of the script), if that is more; 0 where nothing was asked for
 */
export function errorRateOf(runs: readonly Run[]) {
  const passes = runs.flatMap((run) => run.passes ?? [])
  const requests = sumBy(runs, (run) => run.requests)
  const ways = sumBy(passes, ({ through, failed }) => through + failed)
  return Math.max(
    sumBy(runs, ({ failures }) => failures) / Math.max(1, requests),
    sumBy(passes, ({ failedOtherwise }) => failedOtherwise) / Math.max(1, ways)
  )
}

/** @returns the mean of each key, null where it is; null: of nothing */
function meansOf<T extends { [Key in keyof T]: number | null }>(all: T[]) {
  if (all.length === 0) return null
  const keys = Object.keys(all[0]) as (keyof T)[]
  return Object.fromEntries(
    keys.map((key) => {
      const found = meanBy(all, (one) => one[key] ?? 0)
      return [key, all[0][key] === null ? null : rounded(found, 4)]
    })
  ) as T
}

/**
 * Where the time of a mean response goes, in four parts that add up to it:
 *
 *     sent ........ arrived .................... first byte ........ seen
 *     |  (1)  (2)  |  (2)  (3)  (4)  (2) ...     |      (2)  (1)       |
 *
 * 1. The load generator's own delay: of the time that its threads take for a request, half is before it was sent or
 * after its response
 *    was seen; the other half is longer by as much as it has to queue there, as in an M/D/1 queue.
 * 2. Waiting for its turn: on the wire, to be accepted and read, and in the app while that computes for others. The
 * other parts leave it.
 * 3. Waiting inside, for a timer, I/O or another service: while the request was in the app, the event loop was idle, so
 * nothing needed the
 * CPU. What it waits for such while others compute counts as (2), so that this is never too much; CPU that other
 * threads of the
 *    process took meanwhile is not part of it.
 * 4. Computing: the time in which the event loops were active, or the CPU of all threads where that is more, over the
 * responses. Where
 *    several are computed in turns, that is what one of them takes; its share in the others' is (2).
 *
 * @returns mean over the runs that tell; null: none does
 */
export function responseTime(runs: readonly Run[]) {
  const known = runs.flatMap((run) => timeOf(run) ?? [])
  const isUnknown = known.some(({ generatorMs }) => generatorMs === null)
  return meansOf(isUnknown ? known.map((time) => ({ ...time, generatorMs: null })) : known)
}

/** What a request needs of each, and how often it is asked for: mean over the runs that tell; null: none does. */
export function demand(runs: readonly Run[]): Demand | null {
  const known = runs.flatMap((run) => {
    const generatorMs = generatorMsOf(run)
    const app = appTimeOf(run)
    if (generatorMs === null || app === null || run.throughputPerSecond === 0) return []
    const {
      throughputPerSecond: responsesPerSecond,
      generator: { users, meanUsers, threads }
    } = run
    const cycleMs = (1000 * meanUsers) / responsesPerSecond
    return { users, threads, responsesPerSecond, cycleMs, generatorMs, computingMs: app.computingMs }
  })
  const means = meansOf(known)
  const medianOf = (key: 'users' | 'threads') => medianBy(known, (own) => own[key])
  return means && { ...means, users: medianOf('users'), threads: medianOf('threads') }
}

function timeOf(run: Run) {
  const app = appTimeOf(run)
  if (run.latencyMs === null || app === null || app.inApp === null) return null
  const latencyMs = (run.firstByte ?? run).latencyMs?.mean ?? NaN
  const ownMs = generatorMsOf(run)
  // A thread that is busy all the time makes a queue as long as its users are many: what is outside of the app limits
  // it.
  const delayMs = ownMs && ownMs / 2 / (1 - Math.min(0.99, run.generator.utilization ?? 0))
  const generatorMs = delayMs && Math.min(delayMs, Math.max(0, latencyMs - app.inApp.ms))
  const left = latencyMs - (generatorMs ?? 0)
  const waitingMs = Math.min(Math.max(0, app.inApp.idleMs - app.otherThreadsMs), left)
  const computingMs = Math.min(app.computingMs, left - waitingMs)
  const toFirst = { generatorMs, queueMs: left - waitingMs - computingMs, waitingMs, computingMs }
  return { latencyMs: run.latencyMs.mean, ...toFirst, bodyMs: run.latencyMs.mean - latencyMs }
}

/** @returns to the machines that made the loads, on average, at rest; 0: this one did */
export function roundTripOf(runs: readonly Run[]) {
  const known = runs.flatMap(({ hosts = [] }) => hosts.map(({ roundTripMs }) => roundTripMs))
  return known.length === 0 ? 0 : mean(known)
}

/** @returns no more than the quickest response took: of a bound, nothing may be too long */
export const leastTripOf = (runs: readonly Run[]) =>
  Math.min(roundTripOf(runs), ...runs.map(({ generator }) => generator.leastLatencyMs ?? Infinity))

/** @returns requests that got no answer: what failed with a status was answered */
export const unansweredIn = ({ failureKinds }: Run) =>
  sumBy(Object.entries(failureKinds), ([kind, count]) => (Number.isNaN(Number(kind)) ? count : 0))

/** @returns of a mean response inside the app, in ms; null: no process could see */
export function meanInApp(workers: Run['workers']) {
  const seen = workers.flatMap(({ requests, usage }) => (usage?.inApp ? { requests, ...usage.inApp } : []))
  // How many were measured tells little of how many there were.
  const requests = sumBy(seen, (worker) => worker.requests)
  const meanOf = (key: 'meanMs' | 'idleMs') => sumBy(seen, (worker) => worker.requests * worker[key]) / requests
  return requests === 0 ? null : { ms: meanOf('meanMs'), idleMs: meanOf('idleMs') }
}

/** @returns of a mean response, in ms; null: a worker that answered reported nothing */
function appTimeOf({ workers, loadSeconds, counted, requests: all }: Run) {
  const told = workers.flatMap(({ requests, usage }) => (usage === null ? [] : { requests, ...usage }))
  const requests = sumBy(told, (worker) => worker.requests)
  if (requests === 0 || workers.some((worker) => worker.requests > 0 && worker.usage === null)) return null
  // Which worker a request went to is told of the whole load.
  const msOf = (cores: number[]) => (1000 * loadSeconds * sum(cores)) / (requests * (counted.requests / all))
  return {
    computingMs: msOf(told.map(({ utilization, cpu }) => Math.max(utilization, cpu))),
    otherThreadsMs: msOf(told.map(({ utilization, cpu }) => Math.max(0, cpu - utilization))),
    inApp: meanInApp(workers)
  }
}

function generatorMsOf({ generator: { utilizations }, counted: { requests }, loadSeconds }: Run) {
  const busy = utilizations.flatMap((utilization) => utilization ?? [])
  return busy.length === 0 || requests === 0 ? null : (1000 * loadSeconds * sum(busy)) / requests
}
