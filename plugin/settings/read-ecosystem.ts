import { SpeedupError } from '../errors.ts'
import { findFile } from './places.ts'
import type { Variant } from '../vocabulary.ts'
import type { ScriptSource } from './read-settings.ts'

/**
 * @param given a variant's option `ecosystem`, its shape already checked
 * @param variant its name
 * @returns the file is there; whether it has the app, only PM2 can tell
 * @throws SpeedupError INVALID_SETTINGS
 */
export function readEcosystem(given: string | { file?: string, app?: string } | undefined, source: ScriptSource, variant: string): Variant['ecosystem'] {
  if (given === undefined) return null
  const key = `variants.${variant}.ecosystem`
  if (typeof given === 'string') return { file: findFile(given, source, key), app: null }
  if (given.file !== undefined) return { file: findFile(given.file, source, `${key}.file`), app: given.app ?? null }
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `plugins.speedup.${key}.file is missing. Give PM2's ecosystem file, for example { file: ../ecosystem.config.cjs, app: api } (a path from the scenario file).`
  )
}
