import { availableParallelism } from 'node:os'
import { SpeedupError } from '../errors.js'
import { counted } from '../wording.js'
import { mostWorkers } from './variant-shapes.js'
/** @import { Mode } from '../vocabulary.js' */

/**
 * @param {string} path of the variant
 * @param {Mode} mode
 * @param {Record<string, any>} given its options, their shapes already checked
 * @returns {number | null | number[]} several, ascending: a variant is made of each; null: as many as are seen
 * @throws {SpeedupError} INVALID_SETTINGS
 */
export function readWorkers(path, mode, { workers, sweep, ecosystem }) {
  if (sweep !== undefined && workers !== undefined) {
    throw new SpeedupError(
      'INVALID_SETTINGS',
      `${path}.sweep is ${JSON.stringify(sweep)}, but ${path}.workers is ${JSON.stringify(workers)}, and both say how many workers there are. Leave one of them out.`
    )
  }
  if (mode === 'single') return 1
  if (mode === 'command' || mode === 'url') return seenWorkers(path, mode, workers)
  if (sweep !== undefined) return powersOfTwo()
  if (workers === undefined) return ecosystem === undefined ? availableParallelism() : null
  if (typeof workers === 'string') return availableParallelism()
  checkMost(path, workers)
  return typeof workers === 'number' ? workers : workers.toSorted((/** @type {number} */ a, /** @type {number} */ b) => a - b)
}

/**
 * @param {string} path
 * @param {Mode} mode
 * @param {unknown} given
 */
function seenWorkers(path, mode, given) {
  if (given === undefined) return null
  if (typeof given === 'number') return given
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `${path}.workers is ${JSON.stringify(given)}, but in mode ${mode} it only tells how many workers there are. Give one number, or leave workers out.`
  )
}

/** From one worker to twice as many as can run at once: beyond, nothing is to be gained. */
function powersOfTwo() {
  const most = Math.min(2 * availableParallelism(), mostWorkers)
  return Array.from({ length: Math.floor(Math.log2(most)) + 1 }, (_, i) => 2 ** i)
}

/**
 * @param {string} path
 * @param {number | number[]} given
 */
function checkMost(path, given) {
  const cores = availableParallelism()
  const most = Math.max(8 * cores, 16)
  const largest = Math.max(...[given].flat())
  if (largest <= most) return
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `${path}.workers is ${JSON.stringify(given)}, but only ${counted(cores, 'core')} may be used: each worker costs memory, and more than a few per core gain nothing. Take at most ${most}.`
  )
}
