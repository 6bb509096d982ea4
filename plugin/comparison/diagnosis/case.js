import { counted, percent, roughMs } from '../../wording.js'
import { usesThreads } from '../bound.js'
import { isStranger } from '../stranger.js'
import { whoKeepsUp } from '../who-keeps-up.js'
/** @import { Bound, CandidateResult, ClosedLoop, Estimate, LoadShape, Metric, Mode, VariantUse } from '../../vocabulary.js' */

/**
 * A candidate, the baseline, and all that may explain the difference.
 *
 * @typedef {object} Case
 * @property {Omit<CandidateResult, 'bound' | 'diagnosis'>} result
 * @property {Bound | null} bound
 * @property {ClosedLoop | null} loop
 * @property {VariantUse} baseline
 * @property {VariantUse} candidate
 * @property {{ baseline: Mode, candidate: Mode }} modes
 * @property {LoadShape} load
 * @property {boolean} isItself the candidate is the baseline once more
 *
 * @typedef {(of: Case) => string | null} Explanation null: that is not it
 */

/**
 * @param {Case} of
 * @param {number} [above] the speedup from which on it is faster
 * @returns {'faster' | 'slower' | 'same'} in what this load makes fair
 */
export function gain({ result, load, baseline, candidate }, above = 1) {
  const alone = whoKeepsUp({ baseline: baseline.name, candidate: candidate.name }, load)
  if (alone !== null) return alone === 'candidate' ? 'faster' : 'slower'
  const { interval: [low, high] } = estimateOf(result, keepsUp({ load, candidate }) ? 'p95' : 'throughput')
  return low > above ? 'faster' : high < 1 ? 'slower' : 'same'
}

/**
 * @param {Pick<Case, 'load' | 'candidate'>} of
 * @returns {boolean} whether users come whatever the app does, and the candidate has time for all of them
 */
export function keepsUp({ load, candidate }) {
  return load.model === 'open' && !load.saturated.includes(candidate.name)
}

/**
 * @param {Case['result']} result
 * @param {Metric} metric
 */
export function estimateOf({ estimates }, metric) {
  return /** @type {Estimate} */ (estimates.find((one) => one.metric === metric))
}

/**
 * @param {Case} of
 * @returns {boolean} whether the candidate has more workers than the baseline, which is all that we know of it
 */
export function addsWorkers({ baseline, candidate, modes }) {
  return candidate.workers > baseline.workers && !isStranger(modes.candidate)
}

/**
 * @param {Case} of
 * @returns {boolean} whether the candidate can't use more than a core
 */
export function isOneProcess({ candidate, modes }) {
  return candidate.workers === 1 && !usesThreads(candidate) && !isStranger(modes.candidate)
}

/**
 * What the candidate does otherwise than the baseline, with a verb for one or for many.
 *
 * @param {Case} of
 * @param {string} one
 * @param {string} many
 * @returns {string} such as "clustering helps", "more workers help" or, by its name, "threads helps"
 */
export function remedy(of, one, many) {
  if (!addsWorkers(of)) return `${of.candidate.name} ${one}`
  return of.modes.baseline === of.modes.candidate ? `more workers ${many}` : `clustering ${one}`
}

/**
 * @param {VariantUse} use
 * @returns {string} how busy it was, after "the"
 */
export function loopOf({ name, busiest }) {
  return `event loop of ${name} was ${percent(Number(busiest))} busy`
}

/**
 * @param {Pick<Case, 'baseline' | 'candidate'>} of
 * @returns {string} what the candidate costs, in brackets; empty: nothing, or the system does not tell
 */
export function memory({ baseline, candidate }) {
  if (baseline.machine === null || candidate.machine === null || candidate.workerMegabytes === null) return ''
  const more = candidate.machine.appMegabytes - baseline.machine.appMegabytes
  if (more <= 0) return ''
  return ` (${more.toFixed(0)} MB more, ${candidate.workerMegabytes.toFixed(0)} MB for each worker)`
}

/**
 * @param {ClosedLoop} loop
 * @returns {string} what so few users allow, and how many were enough
 */
export function fewUsersAllow({ limitedBy, users, generatorMs, cycleMs, enough, atMost }) {
  const more = enough === null ? ', and the load generator can do no more' : `; from about ${enough} users on that no longer matters`
  const cycle = `${roughMs(cycleMs)} ms`
  const part = limitedBy === 'generator' ? ` the load generator’s own ${roughMs(generatorMs)} ms are part of every cycle of ${cycle}` : `, who need ${cycle} from one request to the next even where none waits for another, there is no more to do`
  return `with ${counted(users, 'user')}${part}: at most about ${atMost.toFixed(2)}x here${more}`
}
