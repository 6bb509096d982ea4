import { counted, list } from '../wording.js'
import { interval, perSecond, ranged, times } from './numbers.js'
/** @import { Crossover, CrossoverLevel, Estimate, ScenarioResult, Sweep, SweepPoint } from '../vocabulary.js' */

/**
 * The figures of numbers of workers and of loads as text, for console, page and Markdown alike.
 *
 * @typedef {object} Cell
 * @property {string} value
 * @property {string | null} range its interval; null: it has none
 */

/** What a row of a sweep tells beside its number of workers. */
export const sweepColumns = ['Responses/s', 'Speedup', 'p95 (ms)', 'App (MB)', 'A worker (MB)']

/**
 * @param {SweepPoint} point
 * @returns {Cell[]} one for each of `sweepColumns`
 */
export function sweepCells({ throughputPerSecond, speedup, p95Ms, appMegabytes, workerMegabytes }) {
  const megabytes = (/** @type {number | null} */ value) => ({ value: value === null ? 'unknown' : value.toFixed(0), range: null })
  return [
    ranged(throughputPerSecond),
    { value: times(speedup.value), range: interval(speedup.interval) },
    ranged(p95Ms),
    megabytes(appMegabytes),
    megabytes(workerMegabytes)
  ]
}

/**
 * @param {Sweep} sweep
 * @returns {string[]} sentences: what there is to know beside its recommendation
 */
export function sweepRemarks({ law, whyNoLaw, points, cores }) {
  if (law === null) return whyNoLaw === null ? [] : [whyNoLaw]
  const left = points.filter(({ isFitted }) => !isFitted).map(({ workers }) => workers)
  if (left.length === 0) return []
  const beyond = cores !== null && Math.min(...left) > cores ? `, which are more than the ${counted(cores, 'core')}` : ''
  return [`The law was not fitted to ${list(left.map(String))} workers${beyond}.`]
}

/**
 * @param {Crossover} crossover
 * @returns {string[]} what is true of all its candidates only once
 */
export function crossoverMessages({ candidates }) {
  return [...new Set(candidates.map(({ message }) => message))]
}

/**
 * @param {Crossover} crossover
 * @returns {boolean} whether anyone could not keep up with the users who came
 */
export function isAnyoneBehind({ levels }) {
  return levels.some(({ variants }) => variants.some(({ keepsUp }) => !keepsUp))
}

/**
 * Between the largest load at which the candidate gains nothing and the least from which on it pays off.
 *
 * @param {Crossover} crossover
 * @returns {{ name: string, asGoodUpTo: number, betterFrom: number } | null} null: there are no such two, or several candidates,
 *   whose zones would cover one another
 */
export function turnOf({ candidates }) {
  if (candidates.length !== 1) return null
  const [{ name, asGoodUpTo, betterFrom }] = candidates
  return asGoodUpTo === null || betterFrom === null ? null : { name, asGoodUpTo, betterFrom }
}

/**
 * One load of a crossover.
 *
 * @typedef {object} LevelRow
 * @property {string} factor such as "0.5x"
 * @property {string} offered requests per second
 * @property {LevelCell[]} variants
 *
 * @typedef {object} LevelCell
 * @property {string} name of the variant
 * @property {Cell} p95Ms
 * @property {boolean} keepsUp
 * @property {Cell | null} speedup at p95 over the baseline; null: it is the baseline, or nothing is known
 * @property {boolean} isCarried whether the measurement carries a verdict on that speedup
 */

/**
 * @param {Crossover} crossover
 * @param {readonly ScenarioResult[]} results those of its levels among them
 * @returns {LevelRow[]}
 */
export function levelRows({ levels }, results) {
  return levels.map((level) => {
    const candidates = results.find(({ scenario }) => scenario === level.scenario)?.candidates ?? []
    const p95Of = (/** @type {string} */ name) => candidates.find((one) => one.name === name)?.estimates.find(({ metric }) => metric === 'p95')
    return { factor: `${level.factor}x`, offered: perSecond(level.offeredPerSecond), variants: level.variants.map((variant) => levelCell(variant, p95Of(variant.name))) }
  })
}

/**
 * @param {CrossoverLevel['variants'][number]} variant
 * @param {Estimate | undefined} estimate
 * @returns {LevelCell}
 */
function levelCell({ name, p95Ms, keepsUp }, estimate) {
  const speedup = estimate === undefined ? null : { value: times(estimate.speedup), range: interval(estimate.interval) }
  return { name, p95Ms: ranged(p95Ms), keepsUp, speedup, isCarried: estimate !== undefined && estimate.reason === null }
}
