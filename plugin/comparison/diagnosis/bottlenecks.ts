// A baseline whose event loop has no time to spare, and what keeps the candidate from gaining all that it could.
import { counted, percent, roughMs } from '../../concepts/wording.ts'
import { busyLoop, freeCores, isBlocked, coresOf, isSeen, usesThreads } from '../bound.ts'
import { connectionsForEachWorker, isUneven } from '../warnings/distribution.ts'
import { addsWorkers, estimateOf, gain, keepsUp, loopOf, memory, fewUsersAllow, isOneProcess, remedy, type Case } from './case.ts'
import type { VariantUse, Bound } from '../../concepts/comparison.ts'

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

// A baseline whose event loop has no time to spare, and nothing else to be said of it.

export function threads(of: Case): string | null {
  const { baseline, candidate, bound, result } = of
  if (candidate.workers > 1 || candidate.utilization === null || !usesThreads(candidate)) return null
  const effects = { faster: 'so threads help', same: 'so threads should help, but nothing measurable came of them', slower: 'and yet threads make it slower' }
  return (
    `CPU-bound, ${effects[gain(of)]}: the ${loopOf(baseline)}; ${candidate.name} used ${coresOf(candidate).toFixed(1)} cores, ` +
    `while its own event loop was ${percent(candidate.utilization)} busy${atMost(bound, result)}.`
  )
}

export function cpuBound(of: Case): string | null {
  const { baseline, candidate, bound, result } = of
  return `CPU-bound, ${effect(of)}: the ${loopOf(baseline)}${busyWith(candidate)}${atMost(bound, result)}${worseTail(of)}.`
}

/** From this share on, whoever wants a core has to wait for one. */
const fullMachine = 0.9

/** More may get done although some wait for longer. */
function worseTail({ candidate: { machine }, result }: Case) {
  if (machine === null || estimateOf(result, 'throughput').interval[0] <= 1 || estimateOf(result, 'p95').interval[1] >= 1) return ''
  if (machine.app + machine.generator < fullMachine * machine.cores) return ''
  return `; p95 is worse all the same, for workers and load generator take turns on ${counted(machine.cores, 'core')}`
}

function effect(of: Case) {
  const { candidate: { name } } = of
  const nothing = isOneProcess(of) ? 'which one worker cannot help' : `and ${name} gains nothing measurable`
  const without = keepsUp(of)
    ? `but ${of.baseline.name} just keeps up with the users who come, so that ${remedy(of, 'gains', 'gain')} nothing measurable yet`
    : `so ${remedy(of, 'should help', 'should help')}, but nothing measurable came of it`
  const effects = addsWorkers(of)
    ? { faster: `so ${remedy(of, 'helps', 'help')}`, same: without, slower: `and yet ${remedy(of, 'makes', 'make')} it slower` }
    : { faster: `and ${name} gets more done`, same: nothing, slower: `and ${name} is slower` }
  return effects[gain(of)]
}

function busyWith(candidate: Case['candidate']) {
  const { name, workers, utilization } = candidate
  if (utilization !== null) return `, ${workers === 1 ? 'its one worker’s' : `each of the ${workers} workers’`} ${percent(utilization)}`
  return isSeen(candidate) ? `; ${name} used ${coresOf(candidate).toFixed(1)} cores` : ''
}

/** A speedup that is above the bound shows that the requests needed less CPU, and the bound is none. */
function atMost(bound: Bound | null, result: Case['result']) {
  if (bound === null) return ''
  const { speedup, interval: [low, high] } = estimateOf(result, 'throughput')
  const part = speedup / bound.atMost
  // What nobody can tell from nothing may well be all that there was to gain.
  const isReached = (part > 0.85 && part < 1.1) || (low <= 1 && mayReach(high, bound))
  return isReached ? `; ${limit(bound)}` : ''
}

function mayReach(speedup: number, bound: Bound) {
  return speedup > 0.9 * bound.atMost
}

/** @returns what this machine allows, or this load */
function limit({ cores, generator, others, atMost, loop }: Bound): string {
  if (loop !== null) return fewUsersAllow(loop)
  const programs = others >= 0.05 ? ` and others ${others.toFixed(2)}` : ''
  return `${counted(cores, 'core')}, of which the load generator took ${generator.toFixed(2)}${programs}: at most about ${atMost.toFixed(2)}x here`
}

// A baseline whose event loop is not what limits it.

/** Cores that go to other threads of the app than its event loops, or to processes of its own. */
const besidesLoops = 0.5

export function busyElsewhere(of: Case): string | null {
  const { baseline } = of
  const cores = coresOf(baseline) - Number(baseline.utilization) * baseline.workers
  if (cores < besidesLoops || Number(baseline.busiest) >= busyLoop) return null
  return `${baseline.name} already uses several cores: ${cores.toFixed(1)} went to threads or processes that the app starts itself, while its event loop was only ${percent(Number(baseline.busiest))} busy, so ${remedy(of, 'has little to add', 'have little to add')}.`
}

/** Where a process has time to spare, a speedup below this is too little to look for a cause. */
const muchFaster = 1.2

/**
 * A low utilization and slow answers tell nothing: the time may be lost on the way there, or in the load generator. What
 * tells is the time in which a request was in the app and its event loop had nothing to do.
 */
export function waiting(of: Case): string | null {
  const { name, responseTime: time } = of.baseline
  if (time === null || time.waitingMs < 0.5 * time.latencyMs) return null
  const part = `${roughMs(time.waitingMs)} of the ${roughMs(time.latencyMs)} ms that a response takes`
  if (gain(of, muchFaster) === 'faster') {
    return `${name} waits for something else than the CPU (${part}) that each process has for itself, such as a queue or a pool of connections: ${remedy(of, 'multiplies', 'multiply')} it; to enlarge it could help as much without the memory${memory(of)}.`
  }
  return `${name} waits for something else than the CPU (a database, the network, a timer): ${part}; ${remedy(of, 'cannot help that and only costs', 'cannot help that and only cost')} memory${memory(of)}.`
}

export function fewUsers(of: Case): string | null {
  const { baseline, loop } = of
  if (loop?.limitedBy !== 'generator' || Number(baseline.busiest) >= busyLoop || gain(of) !== 'same') return null
  return `The ${loopOf(baseline)}: ${fewUsersAllow(loop)}.`
}

/** Below this, a process has most of its time to spare. */
const idleLoop = 0.5

export function idle(of: Case): string | null {
  const { baseline, result } = of
  const busy = Number(baseline.busiest)
  if (busy >= idleLoop || gain(of, muchFaster) === 'faster') return null
  const rate = estimateOf(result, 'throughput').baseline
  const limit = busy === 0 ? '' : `: from about ${rough(rate / busy)} on it would be the limit`
  return `${baseline.name} has time to spare at this load: its event loop was ${percent(busy)} busy at ${rough(rate)} requests/s${limit}; ${remedy(of, 'can help little below that, and costs', 'can help little below that, and cost')} memory${memory(of)}.`
}

/** @returns two digits that matter */
function rough(rate: number): string {
  return Number(rate.toPrecision(2)).toLocaleString('en-US')
}

export function partlyBusy(of: Case): string | null {
  const { baseline, candidate } = of
  if (Number(baseline.busiest) >= busyLoop) return null
  const workers = candidate.utilization === null ? '' : `, each worker’s ${percent(candidate.utilization)}`
  return `The ${loopOf(baseline)}${workers}: requests queue now and then, ${effectWithTimeToSpare(of)}.`
}

function effectWithTimeToSpare(of: Case) {
  if (isOneProcess(of)) return 'which one worker cannot help'
  const [who, shorten, help] = addsWorkers(of) ? ['more workers', 'shorten', 'they help'] : [of.candidate.name, 'shortens', 'it helps']
  const effects = {
    faster: `and ${who} ${shorten} that queue; the more load, the more ${help}`,
    same: `and ${who} can shorten that queue; the more load, the more ${help}`,
    slower: `but ${remedy(of, 'makes', 'make')} it slower`
  }
  return effects[gain(of)]
}
