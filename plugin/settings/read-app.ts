import { modes } from '../concepts/modes.ts'
import { statSync, type Stats } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { list } from '../concepts/wording.ts'
import { app as appShape, type GivenApp } from './variant-shapes.ts'
import { readAppOptions } from '../questions/settings.ts'
import { secondsOf } from './phases.ts'
import { complete, refuse, refuseValue } from './shapes.ts'
import type { Variant, ScriptSource } from '../concepts/settings.ts'

/** @returns the app, and the header in which its responses name the worker, in lower case */
export function readApp(given: string | GivenApp | undefined, source: ScriptSource, variants: Variant[]) {
  const {
    script,
    args = [],
    env = {},
    nodeArgs = [],
    cwd,
    ready = null,
    readyTimeout,
    stopTimeout,
    pidHeader,
    ...more
  } = complete(appShape, typeof given === 'string' ? { script: given } : given)
  const path = `plugins.speedup.app${typeof given === 'object' ? '.script' : ''}`
  const started = variants.filter(({ mode, ecosystem }) => modes[mode].outside === undefined && ecosystem === null)
  if (started.length > 0 && script === undefined) {
    const names = [...new Set(started.map(({ name, writtenAs }) => writtenAs ?? name))]
    refuse(
      `${path} is missing: ${names.length === 1 ? 'variant' : 'variants'} ${list(names)} can't be started without it. ` +
        'Set it to the file that starts your app, for example `app: ../server.js` (relative to the scenario file).'
    )
  }
  const app = {
    script: started.length === 0 || script === undefined ? null : findPath(path, script, source),
    args: args.map(String),
    env: asTexts(env),
    nodeArgs,
    cwd: cwd === undefined ? source.workingDirectory : findPath('plugins.speedup.app.cwd', cwd, source, folder),
    ...readAppOptions(more, (option, path) => findPath(`plugins.speedup.app.${option}`, path, source, either)),
    ready,
    readyTimeoutSeconds: secondsOf(readyTimeout),
    stopTimeoutSeconds: secondsOf(stopTimeout)
  }
  return { app, pidHeader: pidHeader.toLowerCase() }
}

export const asTexts = (env: object) =>
  Object.fromEntries(Object.entries(env).map(([key, value]) => [key, String(value)]))

/** Any word may stand in the place of a path: one that is too long for it is none. undefined: nothing is there */
const statsOf = (path: string) => {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

export const isFile = (path: string) => statsOf(path)?.isFile() === true

/** Of a script: in it, lines can be named, and options written. */
export const isYaml = (path: string) => /\.ya?ml$/.test(path)

const advice = ' Paths are relative to the scenario file.'
const file = { name: 'file ', fits: (found?: Stats) => found?.isFile(), advice }
const either = { name: 'file or folder ', fits: Boolean, advice }
const folder = { name: 'folder ', fits: (found?: Stats) => found?.isDirectory(), advice: '' }

/**
 * @returns the absolute path of what the user wrote, which is relative to the script's folder, or to that of --config
 */
export function findPath(
  option: string,
  given: string,
  { scriptFile, configFile }: ScriptSource,
  { name, fits, advice } = file
) {
  const places = [...new Set([scriptFile, configFile].map((base) => resolve(dirname(base), given)))]
  const found = places.find((place) => fits(statsOf(place)))
  return found ?? refuseValue(option, given, `but there is no ${name}${places.join(' nor ')}.${advice}`)
}
