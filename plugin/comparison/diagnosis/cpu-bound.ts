import { counted, percent } from '../../wording.ts'
import { coresOf, isSeen, usesThreads } from '../bound.ts'
import { addsWorkers, estimateOf, fewUsersAllow, gain, isOneProcess, keepsUp, loopOf, remedy, type Case } from './case.ts'
import type { Bound } from '../../vocabulary.ts'

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

export function mayReach(speedup: number, bound: Bound) {
  return speedup > 0.9 * bound.atMost
}

/** @returns what this machine allows, or this load */
export function limit({ cores, generator, others, atMost, loop }: Bound): string {
  if (loop !== null) return fewUsersAllow(loop)
  const programs = others >= 0.05 ? ` and others ${others.toFixed(2)}` : ''
  return `${counted(cores, 'core')}, of which the load generator took ${generator.toFixed(2)}${programs}: at most about ${atMost.toFixed(2)}x here`
}
