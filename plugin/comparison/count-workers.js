import { isStranger } from './stranger.js'
/** @import { Run, Variant } from '../vocabulary.js' */

/**
 * @typedef {Omit<Variant, 'workers'> & { workers: number }} CountedVariant
 */

/**
 * How many workers a command, a URL or an ecosystem file brings is not known before somebody sees them.
 *
 * @param {Variant[]} variants
 * @param {Run[]} runs
 * @returns {CountedVariant[]} each with its number of workers: as it was asked for, or the most that one run showed,
 *   at least 1
 */
export function countWorkers(variants, runs) {
  return variants.map((variant) => ({ ...variant, workers: variant.workers ?? mostSeen(runs.filter((run) => run.variant === variant.name)) }))
}

/**
 * Who answers nothing is never seen, where nobody tells how many there are: work that one of four does alone would look
 * as even as work can be.
 *
 * @param {Variant} variant
 * @returns {boolean} whether there may be more workers than those that were seen
 */
export function mayHaveMore({ mode, workers }) {
  return workers === null && isStranger(mode)
}

/** @param {Run[]} runs */
function mostSeen(runs) {
  return Math.max(1, ...runs.map(({ workers }) => workers.length))
}
