import {
  busyLoop,
  coresOf,
  freeCores,
  idleLoop,
  isBlocked,
  isSeen,
  lacksCores,
  othersOf,
  requestCpuMs,
  usesThreads
} from '../bound.ts'
import { tellingEstimate } from '../estimate.ts'
import { connectionsForEachWorker, isUneven } from '../warnings/distribution.ts'
import { coresAdvice, othersTook } from '../warnings/generator.ts'
import {
  addsWorkers,
  atMost,
  effectOfRemedy,
  fewUsersAllow,
  gain,
  isOneProcess,
  mayGain,
  isSearched,
  keepsUp,
  limit,
  loopOf,
  mayReach,
  ofThroughput,
  remedy,
  takenByOthers,
  throughputOf,
  told,
  type Facts
} from './facts.ts'
import { metricFacts } from '../../concepts/metrics.ts'
import { capitalised, coresWords, counted, generatorTook, percent, roughMs } from '../../concepts/wording.ts'
import type { VariantUse } from '../../concepts/comparison.ts'

const besidesLoops = 0.5 // cores that the app's other threads, or processes of its own, use beside its event loops
const muchFaster = 1.2 // where a process has time to spare, a smaller speedup is not worth explaining
const hardlyAny = 0.15 // of a machine's cores: where less is free, workers and load generator wait for each other
// a request that takes this much more CPU takes it from the other workers, or from the load generator
const muchDearer = 1.1
const fullMachine = 0.9 // from this share on, every process has to wait for a core

/** A baseline whose event loop is not what limits it. */
export function timeToSpare(facts: Facts) {
  const { baseline, candidate, loop } = facts
  const { name, responseTime: time } = baseline
  const busy = baseline.busiest ?? 0
  const cores = coresOf(baseline) - (baseline.utilization ?? 0) * baseline.workers
  if (cores >= besidesLoops && busy < busyLoop) {
    return told(
      'busy-elsewhere',
      `${name} already uses several cores: threads or processes that the app starts itself used ${cores.toFixed(1)}, ` +
        `while its event loop was only ${percent(busy)} busy, ` +
        (gain(facts) === 'faster'
          ? `and ${remedy(facts)} helps all the same.`
          : `so ${remedy(facts)} has little to gain.`)
    )
  }
  const isMuchFaster = gain(facts, muchFaster) === 'faster'
  // A low utilization with slow answers proves nothing: the time may be lost on the way there, or in the load
  // generator. What counts is the time in which a request was in the app and its event loop had nothing to do.
  if (time !== null && time.waitingMs >= 0.5 * time.latencyMs) {
    const part = `${roughMs(time.waitingMs)} of the ${roughMs(time.latencyMs)} ms of an average response`
    return told(
      'waiting',
      isMuchFaster
        ? `${name} waits not for the CPU (${part}) but for something that each process has to itself, such as a ` +
            `queue or a connection pool: ${remedy(facts)} multiplies it; enlarging it could help as much without ` +
            'the memory.'
        : `${name} waits for something other than the CPU (a database, the network, a timer): ${part}; ` +
            `${effectOnWaiting(facts)}.`
    )
  }
  if (busy >= busyLoop) return null
  if (time !== null && time.bodyMs > 0.5 * time.latencyMs) {
    return told(
      'body',
      `The time is in the body: ${roughMs(time.bodyMs)} of the ${roughMs(time.latencyMs)} ms of an average ` +
        `response pass after its first byte, while ${name} has time to spare; ${effectOnWaiting(facts)}.`
    )
  }
  if (loop?.limitedBy === 'generator' && gain(facts) === 'same')
    return told('few-users', `The ${loopOf(baseline)}: ${fewUsersAllow(loop, facts)}.`)
  // Under a ramp, what counts is the part in which it was full, which a mean hides.
  if (facts.load.saturated.includes(name) && !isSearched(facts)) {
    return told(
      'cpu-bound',
      `Probably CPU-bound for a part of the load, ${effectClause(facts)}: ${name} could not keep up with the ` +
        `arrival rate, although the ${loopOf(baseline)} on average.`
    )
  }
  if (busy < idleLoop && !isMuchFaster && !isSearched(facts)) {
    const rate = throughputOf(facts).baseline
    const rough = (value: number) => Number(value.toPrecision(2)).toLocaleString('en-US')
    const limit = busy === 0 ? '' : ` and would be full at about ${rough(rate / busy)}`
    const message =
      `${name} has time to spare at this load: its event loop was ${percent(busy)} busy at ${rough(rate)} ` +
      `requests/s${limit}; ${remedy(facts)} helps little below that, and costs memory.`
    const taken = facts.load.model === 'closed' ? takenByOthers(facts) : null
    return told(
      'idle',
      taken === null
        ? message
        : `${message} ${capitalised(taken)}; on a quiet machine the same users would ask for more.`
    )
  }
  const workers = candidate.utilization === null ? '' : `, each worker’s ${percent(candidate.utilization)}`
  const place = `at its ${metricFacts[facts.result.estimates[0].metric].heading}`
  if (isSearched(facts) && busy < idleLoop) {
    return told(
      'partly-busy',
      `The ${loopOf(baseline)}${workers}: what limits it ${place} comes in bursts, such as users who arrive ` +
        'together, garbage collection, or pauses of the load generator.'
    )
  }
  const queueing = isSearched(facts) ? `${place}, requests that arrive together queue` : 'requests queue now and then'
  return told('partly-busy', `The ${loopOf(baseline)}${workers}: ${queueing}, ${effectWithTimeToSpare(facts)}.`)
}

const effectOnWaiting = (facts: Facts) =>
  gain(facts) === 'faster'
    ? `${remedy(facts)} helps all the same, and costs memory`
    : `${remedy(facts)} cannot help with that and only costs memory`

function effectWithTimeToSpare(facts: Facts) {
  if (isOneProcess(facts)) return 'which one worker cannot help'
  const effect = gain(facts)
  if (effect === 'slower') return `but ${remedy(facts)} makes it slower`
  return (
    `and ${remedy(facts)} ${effect === 'same' ? 'can shorten' : 'shortens'} that ` +
    `queue${isSearched(facts) ? '' : '; the more load, the more it helps'}`
  )
}

/** A baseline whose event loop has no time to spare, and what keeps the candidate from gaining all that it could. */
export function bottleneck(facts: Facts) {
  const { baseline, candidate, result } = facts
  const { workers, machine, connections } = candidate
  const loop = loopOf(baseline)
  const effect = gain(facts)
  const taken = baseline.machine === null ? 0 : othersOf(baseline.machine)
  const used = (baseline.cpu ?? 0).toFixed(2)
  if (isBlocked(baseline) && taken >= (baseline.busiest ?? 0) - (baseline.cpu ?? 0)) {
    return told(
      'machine-full',
      `The ${loop}, but got only ${used} cores, as other programs used ${taken.toFixed(2)}: it waited for a core. ` +
        'Repeat this when the machine is quiet.'
    )
  }
  if (isBlocked(baseline) && freeCores(baseline) >= 0.5) {
    const help =
      workers > 1 && effect === 'faster'
        ? 'more workers help by waiting at the same time; asynchronous calls would help more'
        : 'asynchronous calls would help'
    const calls = 'synchronous calls (files, child processes)'
    const why =
      baseline.machine?.throttled == null
        ? `${calls} block it, and ${help}`
        : `${calls} block it, or programs outside of our CPU quota took its cores`
    return told('blocked', `The ${loop}, but used only ${used} cores: ${why}.`)
  }
  if ((baseline.gc ?? 0) >= 0.3) {
    const theirs = candidate.gc === null ? '' : `, ${percent(candidate.gc)} of the workers’`
    return told(
      'garbage-collection',
      `Garbage collection dominates: it took ${percent(baseline.gc ?? 0)} of ${baseline.name}’s busy time${theirs}; ` +
        'each worker collects its own heap, but less garbage would help both more.'
    )
  }
  if (workers === 1 && candidate.utilization !== null && usesThreads(candidate))
    return told('cpu-bound', byThreads(facts))
  if (isUneven(result, candidate)) {
    const [largest] = result.shares
    const few =
      connections < connectionsForEachWorker * workers
        ? `; too few connections to balance: ${connections} for ${workers} workers`
        : ''
    return told(
      'uneven',
      `CPU-bound (the ${loop}), but the busiest of ${workers} workers took ${percent(largest)} of the requests: ` +
        `${ofThroughput(1 / largest, facts)}${few}.`
    )
  }
  if (machine !== null && workers > Math.ceil(machine.cores)) {
    return told(
      'too-many-workers',
      `CPU-bound (the ${loop}), but ${workers} workers are too many for ${coresWords(machine)}: ` +
        `the extra ones only take turns and cost memory.`
    )
  }
  const free = freeCores(candidate)
  if (effect === 'faster' && (candidate.utilization ?? 0) >= busyLoop && machine !== null && free >= 0.7) {
    return told(
      'more-workers',
      `CPU-bound: the ${loop}, and so were the workers’ (${percent(candidate.utilization ?? 0)}), ` +
        `while ${free.toFixed(1)} of ${coresWords(machine)} stayed free: more workers would help more.`
    )
  }
  const beside = `${busyWith(candidate)}${atMost(facts)}${worseTail(facts)}`
  return (
    (effect === 'faster' ? null : withoutGain(facts)) ??
    told('cpu-bound', `CPU-bound, ${effectClause(facts)}: the ${loop}${beside}.`)
  )
}

function byThreads(facts: Facts) {
  const { baseline, candidate } = facts
  const effect = {
    faster: 'so threads help',
    same:
      'so threads should help, ' +
      `${mayGain(facts) ? 'but whether they did cannot be told' : 'but they gained nothing measurable'}`,
    slower: 'and yet threads make it slower'
  }[gain(facts)]
  return (
    `CPU-bound, ${effect}: the ${loopOf(baseline)}; ${candidate.name} used ${coresOf(candidate).toFixed(1)} cores, ` +
    `while its own event loop was ${percent(candidate.utilization ?? 0)} busy${atMost(facts)}.`
  )
}

/** Why a candidate with more workers is not faster. */
function withoutGain(facts: Facts) {
  const {
    baseline,
    candidate: { machine, utilization, workers },
    result: { bound }
  } = facts
  const loop = loopOf(baseline)
  const elsewhere = coresAdvice(machine?.generator ?? 0)
  if (addsWorkers(facts) && bound !== null && bound.loop === null && bound.atMost <= 1.25) {
    return told(
      'machine-full',
      `CPU-bound (the ${loop}), but hardly any core was left for more than ` +
        `${counted(baseline.workers, 'worker')}: ${limit(bound, facts)}; ${elsewhere}.`
    )
  }
  // Workers that have served all users have nothing else to do.
  if (workers < 2 || utilization === null || (keepsUp(facts) && gain(facts) === 'same')) return null
  const isLacking = lacksCores(baseline, facts.candidate, facts.load)
  if (!isLacking && utilization >= busyLoop) return null
  // Nothing is to blame where they may have done as much as cores, load generator and users allow.
  if (bound !== null && mayReach(throughputOf(facts).interval[1], bound)) return null
  if (machine !== null && (isLacking || freeCores(facts.candidate) <= hardlyAny * machine.cores)) {
    const before = requestCpuMs(baseline)
    const after = requestCpuMs(facts.candidate)
    const dearer =
      after > muchDearer * before
        ? `, and a request took ${roughMs(after)} ms of the app’s CPU instead of ${roughMs(before)} ms`
        : ''
    const others = othersTook(othersOf(machine), ',')
    return told(
      'machine-full',
      `CPU-bound (the ${loop}), but no core was left for more: of ${coresWords(machine)} the workers used ` +
        `${machine.app.toFixed(2)}, the load generator ${generatorTook(machine.generator)}${others}${dearer}; ` +
        `${elsewhere}.`
    )
  }
  return told(
    'contention',
    `The ${loop}, each worker’s only ${percent(utilization)}, and yet there is no gain: ` +
      'the workers wait for a shared resource (a database, a lock, a disk), or for a core' +
      `${facts.load.model === 'closed' ? '; or for users, who each wait for an answer: more of them would tell' : ''}.`
  )
}

function effectClause(facts: Facts) {
  const { baseline, candidate } = facts
  const gained = mayGain(facts) ? 'whether it gained cannot be told' : 'gained nothing measurable'
  if (addsWorkers(facts))
    return effectOfRemedy(
      facts,
      keepsUp(facts)
        ? `but ${baseline.name} just keeps up with the arrival rate, so ${remedy(facts)} gains nothing measurable yet`
        : `so ${remedy(facts)} should help, but ${gained}`
    )
  const { name } = candidate
  const same = isOneProcess(facts) ? 'which one worker cannot help' : `and ${name} gains nothing measurable`
  return { faster: `and ${name} gets more done`, same, slower: `and ${name} is slower` }[gain(facts)]
}

function busyWith(candidate: VariantUse) {
  const { name, workers, utilization } = candidate
  if (utilization !== null)
    return `, ${workers === 1 ? 'its one worker’s' : `each of the ${workers} workers’`} ${percent(utilization)}`
  return isSeen(candidate) ? `; ${name} used ${coresOf(candidate).toFixed(1)} cores` : ''
}

/** More requests may be served although some wait for longer. */
function worseTail(facts: Facts) {
  const { machine } = facts.candidate
  const isWorse = throughputOf(facts).interval[0] > 1 && tellingEstimate(facts.result.estimates, 'p95').interval[1] < 1
  if (!isWorse || machine === null || machine.app + machine.generator < fullMachine * machine.cores) return ''
  return `; p95 is still worse, because workers and load generator take turns on ${coresWords(machine)}`
}
