import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { SpeedupError } from '../errors.ts'
import type { ScriptSource } from './read-settings.ts'

/**
 * Where a path that the user wrote may lead: it begins at the script's folder, or at that of --config.
 *
 * @returns absolute paths, the first that is there counts
 */
export function placesOf(given: string, { scriptFile, configFile }: ScriptSource): string[] {
  return [...new Set([scriptFile, configFile].map((file) => resolve(dirname(file), given)))]
}

/**
 * @param key that holds it, below plugins.speedup
 * @returns absolute path
 * @throws SpeedupError INVALID_SETTINGS
 */
export function findFile(given: string, source: ScriptSource, key: string): string {
  const places = placesOf(given, source)
  const found = places.find((file) => existsSync(file) && statSync(file).isFile())
  if (found !== undefined) return found
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `plugins.speedup.${key} is ${JSON.stringify(given)}, but there is no file ${places.join(' nor ')}. ` +
      'Paths begin at the scenario file.'
  )
}
