import { existsSync, statSync } from 'node:fs'
import { SpeedupError } from '../errors.js'
import { list } from '../wording.js'
import { findFile, placesOf } from './places.js'
/**
 * @import { App, Variant } from '../vocabulary.js'
 * @import { ScriptSource } from './read-settings.js'
 */

const defaults = { args: [], env: {}, nodeArgs: [], ready: null, readyTimeout: 10, stopTimeout: 2 }

/**
 * @param {string | Record<string, any> | undefined} given the option `app`, its shape already checked
 * @param {ScriptSource} source
 * @param {Variant[]} variants
 * @returns {App}
 * @throws {SpeedupError} INVALID_SETTINGS
 */
export function readApp(given, source, variants) {
  const written = typeof given === 'string' ? { script: given } : given
  /** @type {Record<string, any>} */
  const app = { ...defaults, ...written }
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

/**
 * @param {Record<string, unknown>} env
 * @returns {Record<string, string>}
 */
export function asTexts(env) {
  return Object.fromEntries(Object.entries(env).map(([key, value]) => [key, String(value)]))
}

/** @param {Variant} variant */
function needsScript({ mode, ecosystem }) {
  return mode !== 'command' && mode !== 'url' && ecosystem === null
}

/** @type {(key: string, inNeed: string[]) => never} */
function rejectMissing(key, inNeed) {
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `plugins.speedup.${key} is missing. Give the file that starts your app, for example \`app: ../server.js\` ` +
      `(a path from the scenario file): ${inNeed.length === 1 ? 'variant' : 'variants'} ${list(inNeed)} can't be started without it.`
  )
}

/**
 * @param {string} given
 * @param {string[]} candidates absolute paths
 */
function findDirectory(given, candidates) {
  const found = candidates.find((folder) => existsSync(folder) && statSync(folder).isDirectory())
  if (found !== undefined) return found
  const message = `plugins.speedup.app.cwd is ${JSON.stringify(given)}, but there is no folder ${candidates.join(' nor ')}.`
  throw new SpeedupError('INVALID_SETTINGS', message)
}
