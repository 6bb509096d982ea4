import { named } from './variant-use.ts'
import type {
  Bound,
  CandidateResult,
  ClosedLoop,
  LoadModel,
  ScenarioResult,
  VariantUse
} from '../concepts/comparison.ts'
import type { MachineUse } from '../concepts/run.ts'
import { leastCores } from '../concepts/wording.ts'

export const busyLoop = 0.85 // from this utilization on, an event loop has no time to spare
export const idleLoop = 0.5 // below this, a process has most of its time to spare
/** What a second hyperthread adds to the work of a core, from much use of the core's parts by the first to little. */
export const hyperthreadGain = [0.2, 0.4] as const
/** What lowers throughput by this factor is to blame: who takes cores; or a generator, unless users are away longer. */
export const noticeable = 1.1

/**
 * The speedup that this machine and this load could show at most: the cores that are left to the candidate over those
 * that the baseline used, if each request needs as much CPU. Workers use a core each, unless threads of their own do
 * the work.
 *
 * @param limits loop: what a closed load of few users allows, where that is less; isVersion: the two are different
 * code, whose requests may differ in what they take
 * @returns null: the baseline is not limited by its CPU, or unknown on this system
 */
export function bound(
  baseline: VariantUse,
  candidate: VariantUse,
  { loop, isVersion }: { loop: ClosedLoop | null; isVersion: boolean }
): Bound | null {
  const cheaper = isVersion ? Math.max(1, requestCpuMs(baseline) / requestCpuMs(candidate) || 1) : 1
  const left = (freeForApp(baseline, candidate) ?? NaN) * cheaper
  const limiting = loop !== null && loop.atMost < left ? loop : null
  // A process that has some time to spare may still be all that so few users need.
  const isFull = (baseline.busiest ?? 0) >= (limiting === null ? busyLoop : idleLoop)
  if (Number.isNaN(left) || candidate.machine === null || !isFull || isBlocked(baseline)) return null
  // Of a run of some ms, the system, which counts in ticks, may have seen hardly anything of what the workers report.
  if ((baseline.machine?.app ?? NaN) < leastCores) return null
  const { cores, generator } = candidate.machine
  return { atMost: limiting?.atMost ?? left, cores, generator, others: othersOf(candidate.machine), loop: limiting }
}

/**
 * @returns how many times the baseline's work the cores that are free for the candidate could do; null: unknown on this
 * system
 */
function freeForApp(baseline: VariantUse, candidate: VariantUse) {
  if (baseline.machine === null || candidate.machine === null || !isSeen(baseline) || !isSeen(candidate)) return null
  const { cores, generator, others, stolen } = candidate.machine
  const used = coresOf(baseline)
  const usable = usableBy(candidate, cores)
  const shared = cores - others - stolen
  const gained = rateOf(candidate) / rateOf(baseline)
  // Each request takes something of both. How often it was asked for tells what the generator would take of more.
  const left = gained ? (used * shared) / (used + generator / gained) : shared - generator
  const most = Math.max(0, Math.min(left, usable))
  return (most * paceOf(candidate, most + cores - left)) / (used * paceOf(baseline, used + taken(baseline)))
}

/** @returns what of a core's work a busy one does, on average; less than 1 where hyperthreads share cores */
function paceOf({ machine }: VariantUse, busy: number) {
  if (machine?.physicalCores == null) return 1
  const all = Math.min(busy, machine.cores)
  return 1 - ((1 - hyperthreadGain[1]) * Math.max(0, all - machine.physicalCores)) / all
}

/**
 * In a closed load the load generator is one more station on each user's way, however idle it is otherwise: from one
 * request to the next, no user is quicker than the sum of what the stations take. So the throughput is at most users /
 * sum, and at most what the busiest station can do: 1 / its time for each of its servers. The app is a station with a
 * server for each worker, as far as there are cores for them beside the generator. The baseline tells what the app
 * takes, the candidate what the generator takes.
 *
 * @param load networkMs: a round trip to the machine that makes the load; left out: it is this one
 * @returns null: the users are enough for the app, or too little is known
 */
export function closedLoop(
  baseline: VariantUse,
  candidate: VariantUse,
  { model, networkMs = 0 }: LoadModel & { networkMs?: number }
): ClosedLoop | null {
  const before = baseline.demand
  const after = candidate.demand
  const time = baseline.responseTime
  const gain = freeForApp(baseline, candidate)
  if (model !== 'closed' || before === null || after === null || time === null || gain === null) return null
  const { users, threads, generatorMs } = after
  // Neither the app nor the generator works then: users think, or the app waits for something.
  const outsideMs = Math.max(0, before.generatorMs - (time.generatorMs ?? 0))
  const awayMs = Math.max(0, before.cycleMs - time.latencyMs - outsideMs) + time.waitingMs + time.bodyMs + networkMs
  const cycleMs = generatorMs + before.computingMs + awayMs
  const present = (after.cycleMs * after.responsesPerSecond) / 1000
  const perSecond = (ms: number) => (1000 * present) / ms
  const app = gain * before.responsesPerSecond
  // Then the load threads have no time to spare.
  const generator = (1000 * threads) / generatorMs
  const most = Math.min(perSecond(cycleMs), generator)
  // It is no number where no time was seen in which users could do anything.
  if (!(most < app)) return null
  const without = Math.min(perSecond(cycleMs - generatorMs), app)
  const isLong = without >= noticeable * most && awayMs <= cycleMs / 2
  const limitedBy = generator === most || isLong ? 'generator' : 'users'
  const enough = app < generator ? Math.max(users + 1, Math.ceil((app * cycleMs) / 1000)) : null
  return { limitedBy, users, generatorMs, cycleMs, enough, atMost: most / before.responsesPerSecond }
}

/** @returns whether its event loop is busy with what takes no CPU: a synchronous wait, but not that for a quota */
export const isBlocked = ({ cpu, utilization, workers, shape, machine }: VariantUse) =>
  (cpu ?? 0) < 0.5 * (utilization ?? 0) * workers * (1 - Math.max(shape?.throttledTime ?? 0, machine?.throttled ?? 0))

/** A process that uses more cores than this has threads of its own that do work, besides collecting garbage. */
export const usesThreads = (use: VariantUse) => coresOf(use) > 1.2 * use.workers

/** @returns that the app used, as the system tells or the workers do; 0: neither does */
export const coresOf = ({ machine, cpu }: VariantUse) => Math.max(machine?.app ?? 0, cpu ?? 0)

/** @returns whether the cores that it used are known */
export const isSeen = (use: VariantUse) => coresOf(use) >= leastCores

/** How many times as much as it did a candidate could do, beside the baseline: a range, which only withholds. */
export type Alone = { least: number; most: number }
const nothing: Alone = { least: 1, most: 1 }

/**
 * Load generator and other programs take cores from the app, and most from a variant that could use all of them: beside
 * a quick app, a cluster that is 1.4 times as fast looks slower. What it could do if the app had the machine to itself,
 * by what it took for a request: at least with the cores that were taken, too; at most also with those that stayed idle
 * because workers and generator wait for each other, and with requests as cheap as the baseline's, since who is
 * interrupted takes more CPU for the same work (up to 1.5 times where half of the machine is taken).
 *
 * That is of users who wait for an app that computes: who comes at a rate, or waits for something else, leaves cores
 * idle by itself.
 *
 * @returns 1 to 1: nothing was taken that it lacked, or it is unknown on this system
 */
export function withMachineToItself(baseline: VariantUse, candidate: VariantUse, { model }: LoadModel): Alone {
  const isComputing = model === 'closed' && (baseline.busiest ?? 0) >= busyLoop && !isBlocked(baseline)
  if (candidate.machine === null || (!isComputing && freeCores(candidate) >= taken(candidate))) return nothing
  // Where a whole core was free all the time, nobody waited for one.
  const lackedBy = (use: VariantUse) => (isComputing && freeCores(use) >= 1 ? 0 : taken(use))
  // What the workers could use when their event loops have nothing to do.
  const idleLoops = ({ workers, utilization }: VariantUse) => workers * (1 - (utilization ?? 0))
  const idledBy = (use: VariantUse) =>
    isComputing ? Math.min(freeCores(use), use.machine?.generator ?? 0, idleLoops(use)) : 0
  const gained = (more: (use: VariantUse) => number) =>
    gainWith(more(candidate), candidate) / gainWith(more(baseline), baseline)
  const usesMore = isComputing && coresOf(candidate) > noticeable * coresOf(baseline)
  const dearer = usesMore ? requestCpuMs(candidate) / requestCpuMs(baseline) : 1
  const cheaper = Math.max(1, Math.min(dearer || 1, 1 + taken(candidate) / candidate.machine.cores))
  // The baseline, too, would have what others took of it.
  const ceiling = Math.max(1, ceilingOf(baseline, candidate) / gainWith(lackedBy(baseline), baseline))
  const least = Math.min(ceiling, gained(lackedBy))
  const most = cheaper * gained((use) => lackedBy(use) + idledBy(use))
  return { least, most: Math.max(least, Math.min(ceiling, most)) }
}

/** @returns whether it noticeably lacked cores that others took, as none were left */
export const lacksCores = (baseline: VariantUse, candidate: VariantUse, load: LoadModel) =>
  freeCores(candidate) < taken(candidate) && withMachineToItself(baseline, candidate, load).least >= noticeable

/** What the machine and the load allow a candidate to show, and what it could do without what took its cores. */
export interface Reach {
  alone: Alone
  bound: Bound | null
  ever: number // what its workers could do at most, on any machine
}

export function reachOf(
  { variants, baseline, load }: Pick<ScenarioResult, 'variants' | 'baseline'> & { load: LoadModel },
  { name, bound }: Pick<CandidateResult, 'name' | 'bound'>
): Reach {
  const [before, after] = [baseline, name].map((wanted) => named(variants, wanted))
  return {
    // Cores are idle, and taken from nobody, where users do not ask for more.
    alone: bound?.loop?.limitedBy === 'users' ? nothing : withMachineToItself(before, after, load),
    bound,
    ever: usableBy(after, Infinity) / coresOf(before)
  }
}

/** @returns such as "1.4x to 1.6x", of a speedup that was measured beside what took cores */
export function expected(speedup: number, { least, most }: Alone) {
  const [low, high] = [least, most].map((factor) => `${(factor * speedup).toFixed(1)}x`)
  return low === high ? low : `${low} to ${high}`
}

/**
 * @returns what no more cores than it can use, nor more users at once, allow of more than it did: a request that seemed
 * cheap was a chance
 */
function ceilingOf(baseline: VariantUse, candidate: VariantUse) {
  const gained = rateOf(candidate) / rateOf(baseline)
  const atOnce = Math.max(coresOf(candidate), candidate.demand?.users ?? Infinity)
  const most = Math.min(atOnce, usableBy(candidate, candidate.machine?.cores ?? 0)) / coresOf(baseline) / gained
  return Number.isFinite(most) ? most : Infinity
}

/** @param more cores */
function gainWith(more: number, use: VariantUse) {
  if (use.machine === null || !isSeen(use)) return 1
  const used = coresOf(use)
  const most = Math.min(usableBy(use, use.machine.cores), used + more)
  return (most * paceOf(use, most)) / (used * paceOf(use, used + taken(use)))
}

/** @returns CPU time of the app for a request, in ms, on whatever threads and processes; NaN: unknown */
export const requestCpuMs = (use: VariantUse) => (1000 * (use.machine?.app ?? NaN)) / rateOf(use)

const rateOf = ({ demand }: VariantUse) => demand?.responsesPerSecond ?? NaN

const taken = ({ machine }: VariantUse) => (machine === null ? 0 : machine.generator + machine.others + machine.stolen)

/** @returns cores that the app and the load generator lacked, as others had them */
export const othersOf = ({ others, stolen }: MachineUse) => others + stolen

const usableBy = (use: VariantUse, cores: number) => (usesThreads(use) ? cores : Math.max(use.workers, coresOf(use)))

/** @returns cores that stayed idle; 0: unknown on this system */
export const freeCores = ({ machine }: VariantUse) =>
  machine === null ? 0 : machine.cores - machine.app - machine.generator - machine.others - machine.stolen
