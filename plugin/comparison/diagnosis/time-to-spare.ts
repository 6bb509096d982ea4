import { percent, roughMs } from '../../wording.ts'
import { busyLoop, coresOf } from '../bound.ts'
import { addsWorkers, estimateOf, fewUsersAllow, gain, isOneProcess, loopOf, memory, remedy, type Case } from './case.ts'

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
  return `The ${loopOf(baseline)}${workers}: requests queue now and then, ${effect(of)}.`
}

function effect(of: Case) {
  if (isOneProcess(of)) return 'which one worker cannot help'
  const [who, shorten, help] = addsWorkers(of) ? ['more workers', 'shorten', 'they help'] : [of.candidate.name, 'shortens', 'it helps']
  const effects = {
    faster: `and ${who} ${shorten} that queue; the more load, the more ${help}`,
    same: `and ${who} can shorten that queue; the more load, the more ${help}`,
    slower: `but ${remedy(of, 'makes', 'make')} it slower`
  }
  return effects[gain(of)]
}
