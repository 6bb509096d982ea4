import { SpeedupError } from '../errors.js'
import { suggest } from './shapes.js'
/** @import { Variant } from '../vocabulary.js' */

/**
 * @param {Record<string, any>} options their shapes already checked
 * @param {Variant[]} variants
 * @returns {string} the name of the variant that the others are compared with: of one that was written for several
 *   numbers of workers, the one with the fewest
 * @throws {SpeedupError} INVALID_SETTINGS
 */
export function readBaseline(options, variants) {
  const given = options.baseline ?? variants[0].name
  const baseline = variants.find(({ name }) => name === given) ?? variants.find(({ sweep }) => sweep === given)
  if (baseline === undefined) return rejectUnknown(given, variants.map(({ name }) => name))
  // Of several that were written as one, the others have to reach it.
  if (baseline.sweep === null && options.variants?.[baseline.name].thresholds !== undefined) {
    const candidates = variants.filter((variant) => variant !== baseline).map(({ name, sweep }) => sweep ?? name)
    rejectThresholds(baseline.name, [...new Set(candidates)])
  }
  return baseline.name
}

/** @type {(given: unknown, names: string[]) => never} */
function rejectUnknown(given, names) {
  const message = `plugins.speedup.baseline is ${JSON.stringify(given)}, which is no variant${suggest(given, names)}.`
  throw new SpeedupError('INVALID_SETTINGS', `${message} Variants: ${names.join(', ')}.`)
}

/** @type {(baseline: string, candidates: string[]) => never} */
function rejectThresholds(baseline, candidates) {
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `plugins.speedup.variants.${baseline}.thresholds is set, but ${baseline} is the baseline, which the others are compared with. ` +
      `Move it to ${candidates.join(' or ')}.`
  )
}
