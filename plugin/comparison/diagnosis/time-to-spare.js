import { percent } from '../../wording.js'
import { busyLoop, coresOf } from '../bound.js'
import { addsWorkers, estimateOf, gain, isOneProcess, loopOf, memory, remedy } from './case.js'
/** @import { Case, Explanation } from './case.js' */

// A baseline whose event loop is not what limits it.

/** Cores that go to other threads of the app than its event loops, or to processes of its own. */
const besidesLoops = 0.5

/** @type {Explanation} */
export function busyElsewhere(of) {
  const { baseline } = of
  const cores = coresOf(baseline) - Number(baseline.utilization) * baseline.workers
  if (cores < besidesLoops || Number(baseline.busiest) >= busyLoop) return null
  return `${baseline.name} already uses several cores: ${cores.toFixed(1)} went to threads or processes that the app starts itself, while its event loop was only ${percent(Number(baseline.busiest))} busy, so ${remedy(of, 'has little to add', 'have little to add')}.`
}

/** Below this, a process has most of its time to spare. */
const idleLoop = 0.5

/** Where a process has time to spare, a speedup below this is too little to look for a cause. */
const muchFaster = 1.2

/** @type {Explanation} */
export function waiting(of) {
  const { baseline, result } = of
  if (!hasTimeToSpare(of) || !waitsForOthers(baseline, result)) return null
  const busy = `its event loop was only ${percent(Number(baseline.busiest))} busy`
  if (gain(of, muchFaster) === 'faster') {
    return `${baseline.name} waits for something else than the CPU (${busy}) that each process has for itself, such as a queue or a pool of connections: ${remedy(of, 'multiplies', 'multiply')} it; to enlarge it could help as much without the memory${memory(of)}.`
  }
  return `${baseline.name} waits for something else than the CPU (a database, the network, a timer): ${busy}; ${remedy(of, 'cannot help that and only costs', 'cannot help that and only cost')} memory${memory(of)}.`
}

/** @type {Explanation} */
export function idle(of) {
  const { baseline } = of
  if (!hasTimeToSpare(of) || gain(of, muchFaster) === 'faster') return null
  return `${baseline.name} has time to spare at this load: its event loop was only ${percent(Number(baseline.busiest))} busy; ${remedy(of, 'can help little as long as that is so, and costs', 'can help little as long as that is so, and cost')} memory${memory(of)}.`
}

/** @param {Case} of */
function hasTimeToSpare({ baseline }) {
  return Number(baseline.busiest) < idleLoop
}

/**
 * A response that takes far longer than the event loop needs for it.
 *
 * @param {Case['baseline']} baseline
 * @param {Case['result']} result
 */
function waitsForOthers({ busiest }, result) {
  const loopMs = (1000 * Number(busiest)) / estimateOf(result, 'throughput').baseline
  const latencyMs = estimateOf(result, 'p50').baseline
  return latencyMs > 5 && latencyMs > 5 * loopMs
}

/** @type {Explanation} */
export function partlyBusy(of) {
  const { baseline, candidate } = of
  if (Number(baseline.busiest) >= busyLoop) return null
  const workers = candidate.utilization === null ? '' : `, each worker’s ${percent(candidate.utilization)}`
  return `The ${loopOf(baseline)}${workers}: requests queue now and then, ${effect(of)}.`
}

/** @param {Case} of */
function effect(of) {
  if (isOneProcess(of)) return 'which one worker cannot help'
  const [who, shorten, help] = addsWorkers(of) ? ['more workers', 'shorten', 'they help'] : [of.candidate.name, 'shortens', 'it helps']
  const effects = {
    faster: `and ${who} ${shorten} that queue; the more load, the more ${help}`,
    same: `and ${who} can shorten that queue; the more load, the more ${help}`,
    slower: `but ${remedy(of, 'makes', 'make')} it slower`
  }
  return effects[gain(of)]
}
