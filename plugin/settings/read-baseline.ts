import { SpeedupError } from '../errors.ts'
import { suggest } from './shapes.ts'
import type { Variant } from '../vocabulary.ts'

/**
 * @param options their shapes already checked
 * @returns the name of the variant that the others are compared with: of one that was written for several numbers of
 *   workers, the one with the fewest
 * @throws SpeedupError INVALID_SETTINGS
 */
export function readBaseline(options: Record<string, any>, variants: Variant[]): string {
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

function rejectUnknown(given: unknown, names: string[]): never {
  const message = `plugins.speedup.baseline is ${JSON.stringify(given)}, which is no variant${suggest(given, names)}.`
  throw new SpeedupError('INVALID_SETTINGS', `${message} Variants: ${names.join(', ')}.`)
}

function rejectThresholds(baseline: string, candidates: string[]): never {
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `plugins.speedup.variants.${baseline}.thresholds is set, but ${baseline} is the baseline, which the others are compared with. ` +
      `Move it to ${candidates.join(' or ')}.`
  )
}
