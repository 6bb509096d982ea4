import { counted, percent, roughMs } from '../../wording.ts'
import { busyLoop, freeCores, isBlocked } from '../bound.ts'
import { connectionsForEachWorker, isUneven } from '../checks/distribution.ts'
import { addsWorkers, estimateOf, gain, keepsUp, loopOf, memory, type Case } from './case.ts'
import { limit, mayReach } from './cpu-bound.ts'
import type { VariantUse } from '../../vocabulary.ts'

// A baseline whose event loop has no time to spare, and what keeps the candidate from gaining all that it could.

export function blocked(of: Case): string | null {
  const { baseline, candidate } = of
  if (!isBlocked(baseline) || baseline.machine === null || freeCores(baseline) < 0.5) return null
  const isHelp = candidate.workers > 1 && gain(of) !== 'slower'
  const what = isHelp ? 'more workers help by waiting at the same time; asynchronous calls would help more' : 'asynchronous calls would help'
  return `The ${loopOf(baseline)}, but took ${Number(baseline.cpu).toFixed(2)} cores only: synchronous calls (files, child processes) block it, and ${what}.`
}

export function garbageCollection({ baseline, candidate }: Case): string | null {
  if (Number(baseline.gc) < 0.3) return null
  const workers = candidate.gc === null ? '' : `, ${percent(candidate.gc)} of the workers’`
  return `Garbage collection dominates: it took ${percent(Number(baseline.gc))} of ${baseline.name}’s busy time${workers}; each worker has a heap of its own to collect, but less garbage would help both more.`
}

export function uneven({ baseline, candidate, result }: Case): string | null {
  const { workers, connections } = candidate
  const [largest] = result.shares
  if (!isUneven(result)) return null
  const few = connections < connectionsForEachWorker * workers ? `; too few connections to balance: ${connections} for ${workers} workers` : ''
  return `CPU-bound (the ${loopOf(baseline)}), but the busiest of ${workers} workers took ${percent(largest)} of the requests: at most ${(1 / largest).toFixed(1)}x${few}.`
}

export function tooManyWorkers({ baseline, candidate }: Case): string | null {
  const cores = candidate.machine?.cores ?? Infinity
  if (candidate.workers <= Math.ceil(cores)) return null
  return `CPU-bound (the ${loopOf(baseline)}), but ${candidate.workers} workers are too many for ${counted(cores, 'core')}: the extra ones only take turns and cost memory${memory({ baseline, candidate })}.`
}

export function moreWorkers(of: Case): string | null {
  const { baseline, candidate } = of
  if (gain(of) !== 'faster' || Number(candidate.utilization) < busyLoop || candidate.machine === null || freeCores(candidate) < 0.7) return null
  return `CPU-bound: the ${loopOf(baseline)}, and so were the workers’ (${percent(Number(candidate.utilization))}), while ${freeCores(candidate).toFixed(1)} of ${counted(candidate.machine.cores, 'core')} stayed free: more workers would help more.`
}

export function machineFull(of: Case): string | null {
  const { baseline, bound } = of
  if (!addsWorkers(of) || gain(of) === 'faster' || bound === null || bound.loop !== null || bound.atMost > 1.25) return null
  const before = baseline.workers === 1 ? 'one' : baseline.workers
  return `CPU-bound (the ${loopOf(baseline)}), but hardly a core was left for more workers than ${before}: ${limit(bound)}; ask again on a machine with more cores, or with the generator elsewhere.`
}

/** Of a machine's cores: where less is free, workers and load generator wait for each other's. */
const hardlyAny = 0.15

/** A request that takes this much more CPU takes it from the other workers, or from the load generator. */
const muchDearer = 1.1

export function noCoreLeft(of: Case): string | null {
  const { baseline, candidate } = of
  const { machine } = candidate
  if (!gainsNothingIdly(of) || machine === null || freeCores(candidate) > hardlyAny * machine.cores) return null
  const [before, after] = [baseline, candidate].map(cpuOfRequest)
  const dearer = after > muchDearer * before ? `, and a request took ${roughMs(after)} ms of the app’s CPU instead of ${roughMs(before)}` : ''
  const others = machine.others + machine.stolen >= 0.05 ? `, others ${(machine.others + machine.stolen).toFixed(2)}` : ''
  return (
    `CPU-bound (the ${loopOf(baseline)}), but no core was left for more: of ${counted(machine.cores, 'core')} the workers took ${machine.app.toFixed(2)}, ` +
    `the load generator ${machine.generator.toFixed(2)}${others}${dearer}; ask again on a machine with more cores, or with the generator elsewhere.`
  )
}

export function contention(of: Case): string | null {
  const { baseline, candidate } = of
  if (!gainsNothingIdly(of)) return null
  return `The ${loopOf(baseline)}, each worker’s only ${percent(Number(candidate.utilization))}, and yet nothing is gained: the workers wait for something that they share (a database, a lock, a disk), or for a core.`
}

/** @returns whether nothing is gained although the workers have time to spare, and more could have been */
function gainsNothingIdly(of: Case): boolean {
  const { candidate, bound, result } = of
  if (candidate.workers < 2 || candidate.utilization === null || candidate.utilization >= busyLoop || gain(of) === 'faster') return false
  // Workers who have served all users who came have nothing else to do.
  if (keepsUp(of) && gain(of) === 'same') return false
  // Nobody is to blame where they may have got as much done as cores, load generator and users allow.
  return bound === null || !mayReach(estimateOf(result, 'throughput').interval[1], bound)
}

/** @returns ms of the app's CPU for each response; NaN: not known */
function cpuOfRequest({ machine, demand }: VariantUse): number {
  return machine === null || demand === null ? NaN : (1000 * machine.app) / demand.responsesPerSecond
}
