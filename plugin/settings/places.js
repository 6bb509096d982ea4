import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { SpeedupError } from '../errors.js'
/** @import { ScriptSource } from './read-settings.js' */

/**
 * Where a path that the user wrote may lead: it begins at the script's folder, or at that of --config.
 *
 * @param {string} given
 * @param {ScriptSource} source
 * @returns {string[]} absolute paths, the first that is there counts
 */
export function placesOf(given, { scriptFile, configFile }) {
  return [...new Set([scriptFile, configFile].map((file) => resolve(dirname(file), given)))]
}

/**
 * @param {string} given
 * @param {ScriptSource} source
 * @param {string} key that holds it, below plugins.speedup
 * @returns {string} absolute path
 * @throws {SpeedupError} INVALID_SETTINGS
 */
export function findFile(given, source, key) {
  const places = placesOf(given, source)
  const found = places.find((file) => existsSync(file) && statSync(file).isFile())
  if (found !== undefined) return found
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `plugins.speedup.${key} is ${JSON.stringify(given)}, but there is no file ${places.join(' nor ')}. ` +
      'Paths begin at the scenario file.'
  )
}
