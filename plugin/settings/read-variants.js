import { availableParallelism } from 'node:os'
import { SpeedupError } from '../errors.js'
import { modes } from './option-shapes.js'
import { asTexts } from './read-app.js'
/** @import { Mode, Variant } from '../vocabulary.js' */

const defaultVariants = { single: { mode: 'single' }, clustered: { mode: 'cluster' } }

/**
 * @param {Record<string, any>} [given] the option `variants`, its shape already checked
 * @returns {Variant[]} at least two
 */
export function readVariants(given = defaultVariants) {
  const variants = Object.entries(given).map(([name, variant]) => readVariant(name, variant))
  if (variants.length >= 2) return variants
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `plugins.speedup.variants has ${variants.length === 1 ? 'only one variant' : 'no variant'}. ` +
      'A comparison needs at least two, for example { single: { mode: single }, clustered: { mode: cluster } }.'
  )
}

/**
 * @param {string} name
 * @param {Record<string, any>} given
 * @returns {Variant}
 */
function readVariant(name, given) {
  const path = `plugins.speedup.variants.${name}`
  if (!/\S/.test(name)) throw new SpeedupError('INVALID_SETTINGS', 'plugins.speedup.variants has a variant without a name.')
  const mode = readMode(path, name, given.mode)
  for (const key of ['workers', 'scheduling']) {
    if (mode === 'single' && given[key] !== undefined) {
      throw new SpeedupError('INVALID_SETTINGS', `${path}.${key} is set, but mode single has one process. Set mode: cluster, or leave ${key} out.`)
    }
  }
  return {
    name,
    mode,
    workers: mode === 'single' ? 1 : readWorkers(given.workers ?? 'auto'),
    scheduling: given.scheduling ?? 'round-robin',
    env: asTexts(given.env ?? {})
  }
}

/**
 * @param {string} path
 * @param {string} name
 * @param {Mode | undefined} given
 * @returns {Mode}
 */
function readMode(path, name, given) {
  const named = modes.find((mode) => mode === name)
  const mode = given ?? named
  if (mode !== undefined) return mode
  throw new SpeedupError('INVALID_SETTINGS', `${path}.mode is missing. It must be one of ${modes.join(', ')}.`)
}

/** @param {number | 'auto'} given */
function readWorkers(given) {
  return given === 'auto' ? availableParallelism() : given
}
