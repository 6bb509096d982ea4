import { metrics } from '../comparison/metrics.js'
import { SpeedupError } from '../errors.js'
import { suggest } from '../settings/shapes.js'
import { brief } from './subject.js'
/** @import { Metric } from '../vocabulary.js' */

/**
 * @param {unknown} given
 * @param {string} assertion
 * @returns {{ metric: Metric, least: number }}
 * @throws {SpeedupError} INVALID_SETTINGS, as all of this file
 */
export function readFaster(given, assertion) {
  const { at = 'p95', by = 1 } = readOptions(given, { assertion, known: ['at', 'by'], example: "{ at: 'p95', by: 1.3 }" })
  return { metric: readMetric(at, `${assertion}.at`), least: readSpeedup(by, `${assertion}.by`) }
}

/**
 * @param {unknown} metric
 * @param {unknown} given `{ atLeast }` or `{ below }`
 * @returns {{ metric: Metric, least: number, isDenied: boolean }} isDenied: it is to lie below
 */
export function readBound(metric, given) {
  const { atLeast, below } = readOptions(given, { assertion: 'assertSpeedup', known: ['atLeast', 'below'], example: '{ atLeast: 1.3 }' })
  if ((atLeast === undefined) === (below === undefined)) return rejectCount('assertSpeedup takes atLeast or below', below)
  const isDenied = atLeast === undefined
  const least = isDenied ? readSpeedup(below, 'assertSpeedup.below') : readSpeedup(atLeast, 'assertSpeedup.atLeast')
  return { metric: readMetric(metric, 'The metric of assertSpeedup'), least, isDenied }
}

/**
 * @param {unknown} given
 * @returns {{ over: number | null, evenly: number | null }} at least one
 */
export function readSpread(given) {
  const { over, evenly } = readOptions(given, { assertion: 'assertSpread', known: ['over', 'evenly'], example: '{ over: 4, evenly: 0.8 }' })
  if (over === undefined && evenly === undefined) return rejectCount('assertSpread takes over, evenly or both', over)
  return {
    over: over === undefined ? null : readCount(over, 'assertSpread.over'),
    evenly: evenly === undefined ? null : readFairness(evenly, 'assertSpread.evenly')
  }
}

/**
 * @param {unknown} given
 * @param {string} what it is
 * @returns {Metric}
 */
export function readMetric(given, what) {
  const found = metrics.find((metric) => metric === given)
  return found ?? reject(what, given, `one of ${metrics.join(', ')}${suggest(given, metrics)}`)
}

/**
 * @param {unknown} given
 * @param {string} what it is
 * @returns {number} above 0
 */
export function readSpeedup(given, what) {
  return typeof given === 'number' && given > 0 && given < Infinity ? given : reject(what, given, 'a number above 0, such as 1.3')
}

/**
 * @param {unknown} given
 * @param {string} what it is
 * @returns {number} from 1
 */
export function readCount(given, what) {
  return Number.isInteger(given) && Number(given) >= 1 ? Number(given) : reject(what, given, 'a whole number of workers, from 1')
}

/**
 * @param {unknown} given
 * @param {string} what it is
 * @returns {number} above 0, at most 1
 */
export function readFairness(given, what) {
  return typeof given === 'number' && given > 0 && given <= 1 ? given : reject(what, given, 'a number above 0, at most 1 (even), such as 0.8')
}

/**
 * @param {unknown} given
 * @param {{ assertion: string, known: string[], example: string }} options
 * @returns {Record<string, unknown>}
 */
function readOptions(given, { assertion, known, example }) {
  if (given === undefined) return {}
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new SpeedupError('INVALID_SETTINGS', `${assertion} takes options such as ${example}, but was given ${brief(given)}.`)
  }
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown === undefined) return { ...given }
  throw new SpeedupError('INVALID_SETTINGS', `${assertion}.${unknown} is no option${suggest(unknown, known)}. Options of ${assertion}: ${known.join(', ')}.`)
}

/** @type {(what: string, one: unknown) => never} */
function rejectCount(what, one) {
  throw new SpeedupError('INVALID_SETTINGS', `${what}, but was given ${one === undefined ? 'neither' : 'both'}.`)
}

/** @type {(what: string, given: unknown, allowed: string) => never} */
function reject(what, given, allowed) {
  throw new SpeedupError('INVALID_SETTINGS', `${what} is ${given === undefined ? 'missing' : brief(given)}. It must be ${allowed}.`)
}
