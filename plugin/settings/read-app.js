import { existsSync, statSync } from 'node:fs'
import { SpeedupError } from '../errors.js'
import { placesOf } from './places.js'
/**
 * @import { App } from '../vocabulary.js'
 * @import { ScriptSource } from './read-settings.js'
 */

const defaults = { args: [], env: {}, nodeArgs: [], ready: null, readyTimeout: 10, stopTimeout: 2 }

/**
 * @param {string | Record<string, any> | undefined} given the option `app`, its shape already checked
 * @param {ScriptSource} source
 * @returns {App}
 */
export function readApp(given, source) {
  const asObject = typeof given === 'string' ? { script: given } : given
  if (asObject?.script === undefined) {
    throw new SpeedupError(
      'INVALID_SETTINGS',
      `plugins.speedup.app${given === undefined ? '' : '.script'} is missing. Give the file that starts your app, for example \`app: ../server.js\` ` +
        '(a path from the scenario file).'
    )
  }
  /** @type {Record<string, any>} */
  const app = { ...defaults, ...asObject }
  const script = findFile(app.script, placesOf(app.script, source), typeof given === 'string' ? 'app' : 'app.script')
  return {
    script,
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

/**
 * @param {string} given
 * @param {string[]} candidates absolute paths
 * @param {string} key
 */
function findFile(given, candidates, key) {
  const found = candidates.find((file) => existsSync(file) && statSync(file).isFile())
  if (found !== undefined) return found
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `plugins.speedup.${key} is ${JSON.stringify(given)}, but there is no file ${candidates.join(' nor ')}. ` +
      'Paths begin at the scenario file.'
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
