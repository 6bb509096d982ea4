import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { SpeedupError } from '../concepts/errors.ts'
import { modes } from '../concepts/modes.ts'
import { list } from '../concepts/wording.ts'
import type { App, Variant } from '../concepts/settings.ts'
import type { ScriptSource } from './read-settings.ts'

const defaults = { args: [], env: {}, nodeArgs: [], ready: null, readyTimeout: 10, stopTimeout: 2 }

/**
 * @param given the option `app`, its shape already checked
 * @throws SpeedupError INVALID_SETTINGS
 */
export function readApp(given: string | Record<string, any> | undefined, source: ScriptSource, variants: Variant[]): App {
  const written = typeof given === 'string' ? { script: given } : given
  const app: Record<string, any> = { ...defaults, ...written }
  const inNeed = variants.filter((variant) => needsScript(variant)).map(({ name, sweep }) => sweep ?? name)
  if (inNeed.length > 0 && app.script === undefined) rejectMissing(written === undefined ? 'app' : 'app.script', [...new Set(inNeed)])
  return {
    script: inNeed.length === 0 ? null : findFile(app.script, source, typeof given === 'string' ? 'app' : 'app.script'),
    args: app.args.map(String),
    env: asTexts(app.env),
    nodeArgs: app.nodeArgs,
    cwd: app.cwd === undefined ? source.workingDirectory : findDirectory(app.cwd, placesOf(app.cwd, source)),
    ready: app.ready,
    readyTimeoutSeconds: app.readyTimeout,
    stopTimeoutSeconds: app.stopTimeout
  }
}

export function asTexts(env: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).map(([key, value]) => [key, String(value)]))
}

function needsScript({ mode, ecosystem }: Variant) {
  return modes[mode].outside === null && ecosystem === null
}

function rejectMissing(key: string, inNeed: string[]): never {
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `plugins.speedup.${key} is missing. Give the file that starts your app, for example \`app: ../server.js\` ` +
      `(a path from the scenario file): ${inNeed.length === 1 ? 'variant' : 'variants'} ${list(inNeed)} can't be started without it.`
  )
}

/** @param candidates absolute paths */
function findDirectory(given: string, candidates: string[]) {
  const found = candidates.find((folder) => existsSync(folder) && statSync(folder).isDirectory())
  if (found !== undefined) return found
  const message = `plugins.speedup.app.cwd is ${JSON.stringify(given)}, but there is no folder ${candidates.join(' nor ')}.`
  throw new SpeedupError('INVALID_SETTINGS', message)
}

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
