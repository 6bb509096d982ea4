import { dirname, resolve } from 'node:path'
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
