import { SpeedupError } from '../errors.js'
import { findFile } from './places.js'
/**
 * @import { Variant } from '../vocabulary.js'
 * @import { ScriptSource } from './read-settings.js'
 */

/**
 * @param {string | { file?: string, app?: string } | undefined} given a variant's option `ecosystem`, its shape already
 *   checked
 * @param {ScriptSource} source
 * @param {string} variant its name
 * @returns {Variant['ecosystem']} the file is there; whether it has the app, only PM2 can tell
 * @throws {SpeedupError} INVALID_SETTINGS
 */
export function readEcosystem(given, source, variant) {
  if (given === undefined) return null
  const key = `variants.${variant}.ecosystem`
  if (typeof given === 'string') return { file: findFile(given, source, key), app: null }
  if (given.file !== undefined) return { file: findFile(given.file, source, `${key}.file`), app: given.app ?? null }
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `plugins.speedup.${key}.file is missing. Give PM2's ecosystem file, for example { file: ../ecosystem.config.cjs, app: api } (a path from the scenario file).`
  )
}
