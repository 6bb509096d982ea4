import { busyLoop, coresOf, freeCores, isBlocked, isSeen, usesThreads } from '../bound.ts'
import { estimateOf } from '../estimate.ts'
import { connectionsForEachWorker, isUneven } from '../warnings/distribution.ts'
import { addsWorkers, fewUsersAllow, gain, isOneProcess, keepsUp, loopOf, memory, remedy, type Case, type Explanation } from './case.ts'
import { counted, percent, roughMs } from '../../concepts/wording.ts'
import type { Bound, VariantUse } from '../../concepts/comparison.ts'

/** Cores that go to other threads of the app than its event loops, or to processes of its own. */
const besidesLoops = 0.5

/** Where a process has time to spare, a speedup below this is too little to look for a cause. */
const muchFaster = 1.2

/** Below this, a process has most of its time to spare. */
const idleLoop = 0.5

/** Of a machine's cores: where less is free, workers and load generator wait for each other's. */
const hardlyAny = 0.15

/** A request that takes this much more CPU takes it from the other workers, or from the load generator. */
const muchDearer = 1.1

/** From this share on, whoever wants a core has to wait for one. */
const fullMachine = 0.9

/** What limits the app, and what keeps the candidate from gaining all that it could. */
export const bottlenecks: Explanation[] = [
  // A baseline whose event loop is not what limits it.

  ['busy-elsewhere', (facts) => {
    const { baseline } = facts
    const cores = coresOf(baseline) - Number(baseline.utilization) * baseline.workers
    if (cores < besidesLoops || Number(baseline.busiest) >= busyLoop) return null
    return `${baseline.name} already uses several cores: ${cores.toFixed(1)} went to threads or processes that the app starts itself, ` +
      `while its event loop was only ${percent(Number(baseline.busiest))} busy, so ${remedy(facts, 'has little to add', 'have little to add')}.`
  }],

  // A low utilization and slow answers tell nothing: the time may be lost on the way there, or in the load generator. What
  // tells is the time in which a request was in the app and its event loop had nothing to do.
  ['waiting', (facts) => {
    const { name, responseTime: time } = facts.baseline
    if (time === null || time.waitingMs < 0.5 * time.latencyMs) return null
    const part = `${roughMs(time.waitingMs)} of the ${roughMs(time.latencyMs)} ms that a response takes`
    return gain(facts, muchFaster) === 'faster'
      ? `${name} waits for something else than the CPU (${part}) that each process has for itself, such as a queue or a pool of connections: ` +
        `${remedy(facts, 'multiplies', 'multiply')} it; to enlarge it could help as much without the memory${memory(facts)}.`
      : `${name} waits for something else than the CPU (a database, the network, a timer): ${part}; ` +
        `${remedy(facts, 'cannot help that and only costs', 'cannot help that and only cost')} memory${memory(facts)}.`
  }],

  ['few-users', (facts) => {
    const { baseline, loop } = facts
    if (loop?.limitedBy !== 'generator' || Number(baseline.busiest) >= busyLoop || gain(facts) !== 'same') return null
    return `The ${loopOf(baseline)}: ${fewUsersAllow(loop)}.`
  }],

  ['idle', (facts) => {
    const { baseline, result } = facts
    const busy = Number(baseline.busiest)
    if (busy >= idleLoop || gain(facts, muchFaster) === 'faster') return null
    const rate = estimateOf(result.estimates, 'throughput').baseline
    const limit = busy === 0 ? '' : `: from about ${rough(rate / busy)} on it would be the limit`
    return `${baseline.name} has time to spare at this load: its event loop was ${percent(busy)} busy at ${rough(rate)} requests/s${limit}; ` +
      `${remedy(facts, 'can help little below that, and costs', 'can help little below that, and cost')} memory${memory(facts)}.`
  }],

  ['partly-busy', (facts) => {
    const { baseline, candidate } = facts
    if (Number(baseline.busiest) >= busyLoop) return null
    const workers = candidate.utilization === null ? '' : `, each worker’s ${percent(candidate.utilization)}`
    return `The ${loopOf(baseline)}${workers}: requests queue now and then, ${effectWithTimeToSpare(facts)}.`
  }],

  // A baseline whose event loop has no time to spare, and what keeps the candidate from gaining all that it could.

  ['blocked', (facts) => {
    const { baseline, candidate } = facts
    if (!isBlocked(baseline) || baseline.machine === null || freeCores(baseline) < 0.5) return null
    const help = candidate.workers > 1 && gain(facts) !== 'slower'
      ? 'more workers help by waiting at the same time; asynchronous calls would help more' : 'asynchronous calls would help'
    return `The ${loopOf(baseline)}, but took ${Number(baseline.cpu).toFixed(2)} cores only: synchronous calls (files, child processes) block it, and ${help}.`
  }],

  ['garbage-collection', ({ baseline, candidate }) => {
    if (Number(baseline.gc) < 0.3) return null
    const workers = candidate.gc === null ? '' : `, ${percent(candidate.gc)} of the workers’`
    return `Garbage collection dominates: it took ${percent(Number(baseline.gc))} of ${baseline.name}’s busy time${workers}; ` +
      'each worker has a heap of its own to collect, but less garbage would help both more.'
  }],

  ['cpu-bound', (facts) => {
    const { baseline, candidate } = facts
    if (candidate.workers > 1 || candidate.utilization === null || !usesThreads(candidate)) return null
    const effect = {
      faster: 'so threads help',
      same: 'so threads should help, but nothing measurable came of them',
      slower: 'and yet threads make it slower'
    }[gain(facts)]
    return `CPU-bound, ${effect}: the ${loopOf(baseline)}; ${candidate.name} used ${coresOf(candidate).toFixed(1)} cores, ` +
      `while its own event loop was ${percent(candidate.utilization)} busy${atMost(facts)}.`
  }],

  ['uneven', ({ baseline, candidate: { workers, connections }, result }) => {
    const [largest] = result.shares
    if (!isUneven(result)) return null
    const few = connections < connectionsForEachWorker * workers ? `; too few connections to balance: ${connections} for ${workers} workers` : ''
    return `CPU-bound (the ${loopOf(baseline)}), but the busiest of ${workers} workers took ${percent(largest)} of the requests: ` +
      `at most ${(1 / largest).toFixed(1)}x${few}.`
  }],

  ['too-many-workers', (facts) => {
    const { machine, workers } = facts.candidate
    if (machine === null || workers <= Math.ceil(machine.cores)) return null
    return `CPU-bound (the ${loopOf(facts.baseline)}), but ${workers} workers are too many for ${counted(machine.cores, 'core')}: ` +
      `the extra ones only take turns and cost memory${memory(facts)}.`
  }],

  ['more-workers', (facts) => {
    const { baseline, candidate } = facts
    const [utilization, free] = [Number(candidate.utilization), freeCores(candidate)]
    if (gain(facts) !== 'faster' || utilization < busyLoop || candidate.machine === null || free < 0.7) return null
    return `CPU-bound: the ${loopOf(baseline)}, and so were the workers’ (${percent(utilization)}), ` +
      `while ${free.toFixed(1)} of ${counted(candidate.machine.cores, 'core')} stayed free: more workers would help more.`
  }],

  ['machine-full', (facts) => {
    const { baseline, bound } = facts
    if (!addsWorkers(facts) || gain(facts) === 'faster' || bound === null || bound.loop !== null || bound.atMost > 1.25) return null
    const before = baseline.workers === 1 ? 'one' : baseline.workers
    return `CPU-bound (the ${loopOf(baseline)}), but hardly a core was left for more workers than ${before}: ${limit(bound)}; ` +
      'ask again on a machine with more cores, or with the generator elsewhere.'
  }],

  ['machine-full', (facts) => {
    const { baseline, candidate } = facts
    const { machine } = candidate
    if (!gainsNothingIdly(facts) || machine === null || freeCores(candidate) > hardlyAny * machine.cores) return null
    const [before, after] = [baseline, candidate].map(cpuOfRequest)
    const dearer = after > muchDearer * before ? `, and a request took ${roughMs(after)} ms of the app’s CPU instead of ${roughMs(before)}` : ''
    return `CPU-bound (the ${loopOf(baseline)}), but no core was left for more: of ${counted(machine.cores, 'core')} ` +
      `the workers took ${machine.app.toFixed(2)}, the load generator ` +
      `${machine.generator.toFixed(2)}${othersTook(machine.others + machine.stolen, ',')}${dearer}; ` +
      'ask again on a machine with more cores, or with the generator elsewhere.'
  }],

  ['contention', (facts) => {
    if (!gainsNothingIdly(facts)) return null
    return `The ${loopOf(facts.baseline)}, each worker’s only ${percent(Number(facts.candidate.utilization))}, and yet nothing is gained: ` +
      'the workers wait for something that they share (a database, a lock, a disk), or for a core.'
  }],

  // Nothing else is to be said of it.
  ['cpu-bound', (facts) =>
    `CPU-bound, ${effectOf(facts)}: the ${loopOf(facts.baseline)}${busyWith(facts.candidate)}${atMost(facts)}${worseTail(facts)}.`]
]

/** @returns two digits that matter */
function rough(rate: number): string {
  return Number(rate.toPrecision(2)).toLocaleString('en-US')
}

function effectWithTimeToSpare(facts: Case) {
  if (isOneProcess(facts)) return 'which one worker cannot help'
  const [who, shorten, help] = addsWorkers(facts) ? ['more workers', 'shorten', 'they help'] : [facts.candidate.name, 'shortens', 'it helps']
  return {
    faster: `and ${who} ${shorten} that queue; the more load, the more ${help}`,
    same: `and ${who} can shorten that queue; the more load, the more ${help}`,
    slower: `but ${remedy(facts, 'makes', 'make')} it slower`
  }[gain(facts)]
}

/** @returns whether nothing is gained although the workers have time to spare, and more could have been */
function gainsNothingIdly(facts: Case): boolean {
  const { candidate, bound, result } = facts
  if (candidate.workers < 2 || candidate.utilization === null || candidate.utilization >= busyLoop || gain(facts) === 'faster') return false
  // Workers who have served all users who came have nothing else to do.
  if (keepsUp(facts) && gain(facts) === 'same') return false
  // Nobody is to blame where they may have got as much done as cores, load generator and users allow.
  return bound === null || !mayReach(estimateOf(result.estimates, 'throughput').interval[1], bound)
}

/** @returns ms of the app's CPU for each response; NaN: not known */
function cpuOfRequest({ machine, demand }: VariantUse): number {
  return machine === null || demand === null ? NaN : (1000 * machine.app) / demand.responsesPerSecond
}

function effectOf(facts: Case) {
  const { candidate: { name }, baseline } = facts
  const without = keepsUp(facts)
    ? `but ${baseline.name} just keeps up with the users who come, so that ${remedy(facts, 'gains', 'gain')} nothing measurable yet`
    : `so ${remedy(facts, 'should help')}, but nothing measurable came of it`
  const nothing = isOneProcess(facts) ? 'which one worker cannot help' : `and ${name} gains nothing measurable`
  const effects = addsWorkers(facts)
    ? { faster: `so ${remedy(facts, 'helps', 'help')}`, same: without, slower: `and yet ${remedy(facts, 'makes', 'make')} it slower` }
    : { faster: `and ${name} gets more done`, same: nothing, slower: `and ${name} is slower` }
  return effects[gain(facts)]
}

function busyWith(candidate: VariantUse) {
  const { name, workers, utilization } = candidate
  if (utilization !== null) return `, ${workers === 1 ? 'its one worker’s' : `each of the ${workers} workers’`} ${percent(utilization)}`
  return isSeen(candidate) ? `; ${name} used ${coresOf(candidate).toFixed(1)} cores` : ''
}

/** A speedup that is above the bound shows that the requests needed less CPU, and the bound is none. */
function atMost({ bound, result }: Case) {
  if (bound === null) return ''
  const { speedup, interval: [low, high] } = estimateOf(result.estimates, 'throughput')
  const part = speedup / bound.atMost
  // What nobody can tell from nothing may well be all that there was to gain.
  return (part > 0.85 && part < 1.1) || (low <= 1 && mayReach(high, bound)) ? `; ${limit(bound)}` : ''
}

function mayReach(speedup: number, bound: Bound) {
  return speedup > 0.9 * bound.atMost
}

function limit({ cores, generator, others, atMost: most, loop }: Bound): string {
  if (loop !== null) return fewUsersAllow(loop)
  return `${counted(cores, 'core')}, of which the load generator took ${generator.toFixed(2)}${othersTook(others, ' and')}: at most ` +
    `about ${most.toFixed(2)}x here`
}

function othersTook(cores: number, link: string) {
  return cores >= 0.05 ? `${link} others ${cores.toFixed(2)}` : ''
}

/** More may get done although some wait for longer. */
function worseTail({ candidate: { machine }, result: { estimates } }: Case) {
  const isWorse = estimateOf(estimates, 'throughput').interval[0] > 1 && estimateOf(estimates, 'p95').interval[1] < 1
  if (!isWorse || machine === null || machine.app + machine.generator < fullMachine * machine.cores) return ''
  return `; p95 is worse all the same, for workers and load generator take turns on ${counted(machine.cores, 'core')}`
}
