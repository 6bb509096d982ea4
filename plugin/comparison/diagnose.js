import { counted, percent } from '../wording.js'
import { busyLoop, isBlocked } from './bound.js'
import { connectionsForEachWorker, isUneven } from './checks/distribution.js'
import { generatorBusy } from './what-it-carries.js'
/** @import { Bound, CandidateResult, Diagnosis, Estimate, LoadShape, Metric, VariantUse } from '../vocabulary.js' */

/**
 * @typedef {object} Case
 * @property {Omit<CandidateResult, 'bound' | 'diagnosis'>} result
 * @property {Bound | null} bound
 * @property {VariantUse} baseline
 * @property {VariantUse} candidate
 * @property {LoadShape} load
 * @property {boolean} isItself the candidate is the baseline once more
 *
 * @typedef {(of: Case) => string | null} Explanation null: that is not it
 */

/**
 * Why a candidate is faster, or is not, in one sentence. The first explanation that fits is the one: what makes
 * the comparison itself doubtful comes before what the app does.
 *
 * @param {Case} of
 * @returns {Diagnosis}
 */
export function diagnose(of) {
  for (const [code, explain] of explanations) {
    const message = explain(of)
    if (message !== null) return { code, message }
  }
  return { code: 'unknown', message: 'Nothing that was seen explains it.' }
}

/** @type {[Diagnosis['code'], Explanation][]} */
const explanations = [
  ['same', ({ isItself, baseline, candidate }) => (isItself ? `${candidate.name} is ${baseline.name} once more: what differs between them is this machine’s noise.` : null)],
  ['different-errors', differentErrors],
  ['generator-bound', generatorBound],
  ['unknown', toldTooLittle],
  ['busy-elsewhere', busyElsewhere],
  ['waiting', waiting],
  ['idle', idle],
  ['partly-busy', partlyBusy],
  ['blocked', blocked],
  ['garbage-collection', garbageCollection],
  ['uneven', uneven],
  ['too-many-workers', tooManyWorkers],
  ['more-workers', moreWorkers],
  ['machine-full', machineFull],
  ['contention', contention],
  ['cpu-bound', cpuBound]
]

/** @type {Explanation} */
function differentErrors({ baseline, candidate }) {
  if (Math.abs(baseline.errorRate - candidate.errorRate) < 0.01) return null
  return `${candidate.name} failed ${percent(candidate.errorRate)} of its requests, ${baseline.name} ${percent(baseline.errorRate)}: errors are answered faster than real work, so the two did not do the same.`
}

/** @type {Explanation} */
function generatorBound({ baseline, candidate }) {
  const [before, after] = [Number(baseline.generatorUtilization), Number(candidate.generatorUtilization)]
  if (Math.max(before, after) <= generatorBusy) return null
  if (Number(baseline.busiest) >= busyLoop) {
    return `CPU-bound as ${baseline.name} (the ${loopOf(baseline)}), but the load generator was ${percent(Math.max(before, after))} busy, too: ${candidate.name} may be faster than what was measured.`
  }
  const app = baseline.busiest === null ? '' : `, the event loop of ${baseline.name} ${percent(baseline.busiest)}`
  return `The responses are too fast for the load generator: it was ${percent(Math.max(before, after))} busy${app}, so what is compared is mostly the generator, and clustering can show little.`
}

/** @type {Explanation} */
function toldTooLittle({ baseline, candidate }) {
  const silent = [baseline, candidate].filter(({ busiest }) => busiest === null).map(({ name }) => name)
  return silent.length === 0 ? null : `${silent.join(' and ')} told too little of how busy the event loop was: a run was too short, or a process closed its IPC channel.`
}

/** Cores that go to other threads of the app than its event loops, or to processes of its own. */
const elsewhere = 0.5

/** @type {Explanation} */
function busyElsewhere({ baseline }) {
  const cores = Math.max(baseline.machine?.app ?? 0, Number(baseline.cpu)) - Number(baseline.utilization) * baseline.workers
  if (cores < elsewhere || Number(baseline.busiest) >= busyLoop) return null
  return `${baseline.name} already uses several cores: ${cores.toFixed(1)} went to threads or processes that the app starts itself, while its event loop was only ${percent(Number(baseline.busiest))} busy, so clustering has little to add.`
}

/** Below this, a process has most of its time to spare. */
const idleLoop = 0.5

/** Where a process has time to spare, a speedup below this is too little to look for a cause. */
const muchFaster = 1.2

/** @type {Explanation} */
function waiting({ baseline, candidate, result, load }) {
  if (!hasTimeToSpare(baseline) || !waitsForOthers(baseline, result)) return null
  const busy = `its event loop was only ${percent(Number(baseline.busiest))} busy`
  if (gain(result, load, muchFaster) === 'faster') {
    return `${baseline.name} waits for something else than the CPU (${busy}) that each process has for itself, such as a queue or a pool of connections: clustering multiplies it; to enlarge it could help as much without the memory${memory(baseline, candidate)}.`
  }
  return `${baseline.name} waits for something else than the CPU (a database, the network, a timer): ${busy}; clustering cannot help that and only costs memory${memory(baseline, candidate)}.`
}

/** @type {Explanation} */
function idle({ baseline, candidate, result, load }) {
  if (!hasTimeToSpare(baseline) || gain(result, load, muchFaster) === 'faster') return null
  return `${baseline.name} has time to spare at this load: its event loop was only ${percent(Number(baseline.busiest))} busy; clustering can help little as long as that is so, and costs memory${memory(baseline, candidate)}.`
}

/** @param {VariantUse} baseline */
function hasTimeToSpare({ busiest }) {
  return Number(busiest) < idleLoop
}

/**
 * A response that takes far longer than the event loop needs for it.
 *
 * @param {VariantUse} baseline
 * @param {Case['result']} result
 */
function waitsForOthers({ busiest }, result) {
  const loopMs = (1000 * Number(busiest)) / estimateOf(result, 'throughput').baseline
  const latencyMs = estimateOf(result, 'p50').baseline
  return latencyMs > 5 && latencyMs > 5 * loopMs
}

/** @type {Explanation} */
function partlyBusy({ baseline, candidate, result, load }) {
  if (Number(baseline.busiest) >= busyLoop) return null
  const effects = {
    faster: 'and more workers shorten that queue; the more load, the more they help',
    same: 'and more workers can shorten that queue; the more load, the more they help',
    slower: 'but clustering makes it slower'
  }
  const what = candidate.workers === 1 ? 'which one worker cannot help' : effects[gain(result, load)]
  return `The ${loopOf(baseline)}, each worker’s ${percent(Number(candidate.utilization))}: requests queue now and then, ${what}.`
}

/** @type {Explanation} */
function blocked({ baseline, candidate, result, load }) {
  if (!isBlocked(baseline) || baseline.machine === null || free(baseline) < 0.5) return null
  const isHelp = candidate.workers > 1 && gain(result, load) !== 'slower'
  const what = isHelp ? 'more workers help by waiting at the same time; asynchronous calls would help more' : 'asynchronous calls would help'
  return `The ${loopOf(baseline)}, but took ${Number(baseline.cpu).toFixed(2)} cores only: synchronous calls (files, child processes) block it, and ${what}.`
}

/** @type {Explanation} */
function garbageCollection({ baseline, candidate }) {
  if (Number(baseline.gc) < 0.3) return null
  return `Garbage collection dominates: it took ${percent(Number(baseline.gc))} of ${baseline.name}’s busy time, ${percent(Number(candidate.gc))} of the workers’; each worker has a heap of its own to collect, but less garbage would help both more.`
}

/** @type {Explanation} */
function uneven({ baseline, candidate, result }) {
  const { workers, connections } = candidate
  const [largest] = result.shares
  if (!isUneven(result)) return null
  const few = connections < connectionsForEachWorker * workers ? `; too few connections to balance: ${connections} for ${workers} workers` : ''
  return `CPU-bound (the ${loopOf(baseline)}), but the busiest of ${workers} workers took ${percent(largest)} of the requests: at most ${(1 / largest).toFixed(1)}x${few}.`
}

/** @type {Explanation} */
function tooManyWorkers({ baseline, candidate }) {
  const cores = candidate.machine?.cores ?? Infinity
  if (candidate.workers <= Math.ceil(cores)) return null
  return `CPU-bound (the ${loopOf(baseline)}), but ${candidate.workers} workers are too many for ${counted(cores, 'core')}: the extra ones only take turns and cost memory${memory(baseline, candidate)}.`
}

/** @type {Explanation} */
function moreWorkers({ baseline, candidate, result, load }) {
  if (gain(result, load) !== 'faster' || Number(candidate.utilization) < busyLoop || candidate.machine === null || free(candidate) < 0.7) return null
  return `CPU-bound: the ${loopOf(baseline)}, and so were the workers’ (${percent(Number(candidate.utilization))}), while ${free(candidate).toFixed(1)} of ${counted(candidate.machine.cores, 'core')} stayed free: more workers would help more.`
}

/** @type {Explanation} */
function machineFull({ baseline, candidate, bound, result, load }) {
  if (candidate.workers < 2 || gain(result, load) === 'faster' || bound === null || bound.atMost > 1.25) return null
  return `CPU-bound (the ${loopOf(baseline)}), but hardly a core was left for more workers than one: ${limit(bound)}; ask again on a machine with more cores, or with the generator elsewhere.`
}

/** @type {Explanation} */
function contention({ baseline, candidate, result, load }) {
  if (candidate.workers < 2 || gain(result, load) === 'faster' || Number(candidate.utilization) >= busyLoop) return null
  return `The ${loopOf(baseline)}, each worker’s only ${percent(Number(candidate.utilization))}, and yet nothing is gained: the workers wait for something that they share (a database, a lock, a disk), or for a core.`
}

/** @type {Explanation} */
function cpuBound({ baseline, candidate, bound, result, load }) {
  const workers = candidate.workers === 1 ? 'its one worker’s' : `each of the ${candidate.workers} workers’`
  const seen = `the ${loopOf(baseline)}, ${workers} ${percent(Number(candidate.utilization))}`
  return `CPU-bound, ${effect(candidate, gain(result, load))}: ${seen}${isNear(bound, result) ? `; ${limit(bound)}` : ''}.`
}

/**
 * @param {VariantUse} candidate
 * @param {ReturnType<typeof gain>} gained
 */
function effect({ workers }, gained) {
  if (gained === 'faster') return 'so clustering helps'
  if (gained === 'slower') return 'and yet clustering makes it slower'
  return workers === 1 ? 'which one worker cannot help' : 'so clustering should help, but nothing measurable came of it'
}

/**
 * A speedup that is above it shows that the requests needed less CPU, and the bound is none.
 *
 * @param {Bound | null} bound
 * @param {Case['result']} result
 * @returns {bound is Bound}
 */
function isNear(bound, result) {
  if (bound === null) return false
  const part = estimateOf(result, 'throughput').speedup / bound.atMost
  return part > 0.85 && part < 1.1
}

/** @param {Bound} bound */
function limit({ cores, generator, others, atMost }) {
  const programs = others >= 0.05 ? ` and others ${others.toFixed(2)}` : ''
  return `${counted(cores, 'core')}, of which the load generator took ${generator.toFixed(2)}${programs}: at most about ${atMost.toFixed(2)}x here`
}

/**
 * @param {Case['result']} result
 * @param {LoadShape} load
 * @param {number} [above] the speedup from which on it is faster
 * @returns {'faster' | 'slower' | 'same'} in what this load makes fair
 */
function gain(result, load, above = 1) {
  const { interval: [low, high] } = estimateOf(result, load.model === 'open' && load.saturated.length === 0 ? 'p95' : 'throughput')
  return low > above ? 'faster' : high < 1 ? 'slower' : 'same'
}

/**
 * @param {Case['result']} result
 * @param {Metric} metric
 */
function estimateOf({ estimates }, metric) {
  return /** @type {Estimate} */ (estimates.find((one) => one.metric === metric))
}

/**
 * @param {VariantUse} use
 * @returns {string} how busy it was, after "the"
 */
function loopOf({ name, busiest }) {
  return `event loop of ${name} was ${percent(Number(busiest))} busy`
}

/** @param {VariantUse} use of one with a known machine */
function free({ machine }) {
  if (machine === null) return 0
  return machine.cores - machine.app - machine.generator - machine.others - machine.stolen
}

/**
 * @param {VariantUse} baseline
 * @param {VariantUse} candidate
 */
function memory(baseline, candidate) {
  if (baseline.machine === null || candidate.machine === null || candidate.workerMegabytes === null) return ''
  const more = candidate.machine.appMegabytes - baseline.machine.appMegabytes
  if (more <= 0) return ''
  return ` (${more.toFixed(0)} MB more, ${candidate.workerMegabytes.toFixed(0)} MB for each worker)`
}
