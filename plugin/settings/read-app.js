import { existsSync, statSync } from 'node:fs'
import { dirname, isAbsolute, resolve } from 'node:path'
import { SpeedupError } from '../errors.js'
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
  const bases = [...new Set([dirname(source.scriptFile), dirname(source.configFile)])]
  const script = findFile(app.script, bases, typeof given === 'string' ? 'app' : 'app.script')
  return {
    script,
    args: app.args.map(String),
    env: asTexts(app.env),
    nodeArgs: app.nodeArgs,
    cwd: app.cwd === undefined ? source.workingDirectory : findDirectory(app.cwd, bases),
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
 * @param {string[]} bases where a relative path may begin: the script's folder, and that of --config
 * @param {string} key
 */
function findFile(given, bases, key) {
  const candidates = absoluteCandidates(given, bases)
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
 * @param {string[]} bases
 */
function findDirectory(given, bases) {
  const candidates = absoluteCandidates(given, bases)
  const found = candidates.find((folder) => existsSync(folder) && statSync(folder).isDirectory())
  if (found !== undefined) return found
  const message = `plugins.speedup.app.cwd is ${JSON.stringify(given)}, but there is no folder ${candidates.join(' nor ')}.`
  throw new SpeedupError('INVALID_SETTINGS', message)
}

/**
 * @param {string} given
 * @param {string[]} bases
 */
function absoluteCandidates(given, bases) {
  return isAbsolute(given) ? [given] : bases.map((base) => resolve(base, given))
}
