// Whether a run's figures can be true, and its percentiles steady: where its users were, whether cores and event loops
// agree with them, and where kinds of responses meet.
import { highest, meanBy, medianBy, sum, sumBy } from '../statistics/descriptive.ts'
import { resolutionMs, type Metric, type Percentile } from '../concepts/metrics.ts'
import { busyLoop } from './bound.ts'
import { byVariant, meanInApp, responseTime, roundTripOf } from './variant-use.ts'
import type { LoadModel } from '../concepts/load-results.ts'
import type { Run } from '../concepts/run.ts'

/**
 * Those users of a closed load whose time shows in no figure, on average over what counts.
 *
 * By Little's law the users of a closed load are its throughput times their mean cycle: the latency and think time. So
 * those who wait are the throughput times the latency, or what they wait for is in neither. Who waits is measured by
 * time, answered or not. A cycle that the end of what counts cuts off does not count, but its time does: there is room
 * for one of each user.
 *
 * @returns null: the load is not closed, or too little is known
 */
export function missingUsers(
  { usersIn, generator, throughputPerSecond, latencyMs, loadSeconds }: Run,
  { model }: LoadModel
) {
  const all = generator.meanUsers
  if (model !== 'closed' || usersIn === undefined || !(all > 0) || !(loadSeconds > 0)) return null
  const { first, later, failed } = usersIn
  const toldMs = latencyMs === null ? 0 : throughputPerSecond * latencyMs.mean + (all / loadSeconds) * latencyMs.p95
  const told = toldMs / 1000
  return {
    all, // missing or not
    first: Math.max(0, first - Math.max(0, told - later)), // waited for the first answer on their connection
    later: Math.max(0, later - told), // waited for another answer, for longer than the latencies tell
    failed, // waited for what failed
    forConnection: generator.usersForConnection ?? 0 // waited for one of the connections that all users share
  }
}

/** @returns cores that the responses took; 0: unknown on this system, or too short to tell */
export function coresTaken({ machine, workers, loadSeconds }: Run) {
  if (machine === null || loadSeconds < 1) return 0
  return Math.max(
    machine.app,
    sumBy(workers, ({ usage }) => usage?.cpu ?? 0)
  )
}

const queuedAtLeast = 4 // users for each worker who wait outside of the app: of fewer, none may be there by chance
const generatorAtEase = 0.5 // users may wait for a load generator that is busier
const otherProcess = 0.5 // of a core: users may wait for a process that is as busy, but answers nothing: a primary

/**
 * Users of a closed load who wait keep the event loops busy, but for known reasons: their requests wait inside, for a
 * timer or I/O; the load generator is busy itself; the cores are taken; or they wait for another process of the app.
 *
 * @returns busiest: utilization, on average; outside: users who waited for an answer while their request was not in the
 * app; null: the event loops are busy enough, or a reason is known, or too little is
 */
export function idleLoops(run: Run, { model }: LoadModel) {
  const { usersIn, workers, generator, machine, counted, loadSeconds } = run
  if (model !== 'closed' || usersIn === undefined || machine === null) return null
  const usages = workers.flatMap(({ usage }) => usage ?? [])
  const inApp = meanInApp(workers)
  if (inApp === null || usages.length < workers.length || (generator.utilization ?? 1) > generatorAtEase) return null
  const busiest = highest(usages, ({ utilization }) => utilization)
  const computed = sumBy(usages, ({ cpu }) => cpu)
  const { cores, app, others, stolen } = machine
  const spare = cores - Math.max(app, computed) - machine.generator - others - stolen
  // Workers and load generator wait for each other where they take turns on a few cores.
  const atEase = Math.max(1 - busyLoop, machine.generator)
  if (busiest >= busyLoop || spare < atEase || app - computed > otherProcess) return null
  const perMs = counted.requests / loadSeconds / 1000
  const idle = sumBy(usages, ({ utilization }) => 1 - utilization) - perMs * inApp.idleMs
  const time = responseTime([run])
  const elsewhereMs = time === null ? NaN : (time.generatorMs ?? 0) + roundTripOf([run]) + time.bodyMs
  // Of answers that came too late to count, nobody knows how long the app had the requests.
  const late = missingUsers(run, { model })?.later ?? 0
  const outside = usersIn.first + usersIn.later - late - perMs * (inApp.ms + elsewhereMs)
  const isQueue = outside > Math.max(queuedAtLeast * workers.length, generator.meanUsers / 2)
  return isQueue && idle > (1 - busyLoop) * workers.length ? { busiest, outside } : null
}

export const mixAllowed = 0.02 // by which the share of a request may differ between variants, and between rounds

/** @returns the share of a request of the script in all that count */
export const shareOf =
  (request: string) =>
  ({ counted: { byRequest = {} } }: Run) =>
    (byRequest[Number(request)] ?? 0) / sum(Object.values(byRequest))

/** Whether each request has the share that it has in most rounds: else the work differs, whatever a response took. */
const hasUsualMix = (run: Run, runs: readonly Run[]) =>
  Object.keys(run.counted.byRequest ?? {}).every(
    (request) => Math.abs(shareOf(request)(run) - medianBy(runs, shareOf(request))) <= mixAllowed
  )

/** @returns CPU time of a response, of one variant; null: unknown, or too few rounds to tell */
export function costs(runs: readonly Run[]) {
  const rounds = runs.flatMap((run) => {
    if (!hasUsualMix(run, runs)) return []
    const {
      workers,
      counted: { requests },
      loadSeconds
    } = run
    const isTold = loadSeconds >= 1 && requests > 0 && workers.every(({ usage }) => usage !== null)
    const ms = (1000 * loadSeconds * sumBy(workers, ({ usage }) => usage?.cpu ?? 0)) / requests
    return isTold && ms > 0 ? { run, ms } : []
  })
  return rounds.length < 3 ? null : { usualMs: medianBy(rounds, ({ ms }) => ms), rounds }
}

const leastLeap = Math.log(1.65)

/**
 * Where a fast and a slow kind of responses meet at a percentile, chance says on which of them it falls: its ratio has
 * no steady value, and intervals miss it in up to half of the comparisons. Latencies leap there, while on either side
 * they rise little; those of one kind, however long its tail is, rise about as much beside the percentile as around it
 * (test/statistics/percentiles-simulated.test.ts).
 *
 * @param runs of one variant
 * @returns where the two kinds meet, in ms; null: they don't, or it is unknown, as for a metric without a percentile
 */
export function twoKinds(runs: readonly Run[], metric: Metric) {
  const all = runs.map(({ latencyMs }) => latencyMs?.around?.[metric as Percentile])
  const [low, fast, slow, high] = [0, 1, 2, 3].map((i) =>
    meanBy(all, (each) => Math.log(Math.max(resolutionMs, each?.[i] ?? NaN)))
  )
  // Of none, or where it is unknown of a run, NaN is above nothing.
  const isLeap = slow - fast > Math.max(leastLeap, 2 * (fast - low), 2 * (high - slow))
  return isLeap ? { fastMs: Math.exp(fast), slowMs: Math.exp(slow) } : null
}

/**
 * @param runs of the baseline and of a candidate
 * @returns by how much the ratio of their percentiles may be off, on the log scale, as each may fall on either kind; 0:
 * two kinds meet at neither
 */
export const leapOfKinds = (runs: readonly Run[], metric: Metric) =>
  sumBy(byVariant(runs), ([, own]) => {
    const kinds = twoKinds(own, metric)
    return kinds === null ? 0 : Math.log(kinds.slowMs / kinds.fastMs)
  })
