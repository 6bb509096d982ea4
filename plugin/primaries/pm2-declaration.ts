import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, dirname, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { refuse } from '../concepts/errors.ts'
import type { Variant } from '../concepts/settings.ts'
import { list } from '../concepts/wording.ts'
import { preloaded } from './keep-workers.ts'
import type { Wanted } from '../messages/app.ts'

/** Of workers that live for less than a second: a crash loop must end in a clear error, and soon. */
const deathsAllowed = 5

/**
 * @param written the app in the ecosystem file, with the file's folder as `folder`; empty: there is none
 * @returns an app, as PM2 takes it. @throws SpeedupError INVALID_SETTINGS: it is not a Node program
 */
export function declare(
  { folder, ...written }: Record<string, any>,
  { app, variant, target, pidHeader, logFile, preload }: Wanted
): Record<string, any> & { instances: number } {
  const interpreter = String(written.interpreter ?? written.exec_interpreter ?? 'node')
  if (!/^(.*\/)?node$/.test(interpreter))
    refuse(
      `The app ${written.name} of the ecosystem file has the interpreter ${interpreter}. ` +
        'Mode pm2 runs Node programs only; for any other, use mode: command.'
    )
  const nodeArgs = [written.node_args ?? written.interpreterArgs ?? written.interpreter_args ?? []]
    .flat()
    .flatMap(words)
  const instances = variant.workers ?? count(written.instances)
  // Where the file names no mode, PM2 does not share ports unless a number is given.
  const usualMode = variant.workers === null && written.instances == null ? 'fork' : 'cluster'
  const whole =
    folder === undefined
      ? { name: 'app', script: scriptFor(app), cwd: app.cwd, args: app.args }
      : { ...written, cwd: resolve(folder, written.cwd ?? '.') }
  return {
    ...whole,
    args: [...words(whole.args ?? []), ...variant.args],
    env: { ...written.env, ...app.env, ...variant.env, PORT: String(target.port) },
    instances,
    // Only in its cluster mode do several share a port, whatever the file says of one.
    exec_mode: instances > 1 ? 'cluster' : (written.exec_mode ?? usualMode),
    interpreter: process.execPath,
    node_args: preloaded({ nodeArgs: [...nodeArgs, ...app.nodeArgs], pidHeader, preload }),
    ...harmless,
    max_restarts: Math.min(written.max_restarts ?? deathsAllowed, deathsAllowed),
    kill_timeout: 1000 * app.stopTimeoutSeconds,
    out_file: logFile,
    error_file: logFile,
    merge_logs: true
  }
}

/** PM2 takes a path with a space for a command line, wherever the space is. @throws SpeedupError INVALID_SETTINGS */
function scriptFor({ script, cwd }: Wanted['app']) {
  const path = relative(cwd, String(script))
  if (!path.includes(' ')) return path
  const advice = basename(path).includes(' ')
    ? 'Rename the file'
    : `Set app.cwd to ${dirname(String(script))}, or write an ecosystem file with such a cwd`
  refuse(`PM2 can't start ${script}: it takes a path with a space for a command line. ${advice}.`)
}

/** By each of the names that PM2 knows an option by. It takes undefined as not given. */
const leftOut = [
  'interpreter_args',
  'interpreterArgs',
  'cron_restart',
  'cron',
  'cronRestart',
  'post_update',
  'postUpdate',
  'pid_file',
  'pid',
  'pidFile',
  'log_file',
  'log',
  'logFile'
]

/**
 * What would change the app while it is measured, tell others of it, or write over the user's own files; PM2 even
 * removes a PID file.
 */
const harmless = {
  watch: false,
  pmx: false,
  automation: false,
  vizion: false,
  ...Object.fromEntries(leftOut.map((option) => [option, undefined]))
}

/** @param value as PM2 takes arguments */
const words = (value: string | string[]) =>
  Array.isArray(value) ? value.map(String) : value.split(/\s+/).filter((word) => word !== '')

/** @param instances a number, or max; 0 is max, and -1 is one less */
function count(instances: unknown = 1) {
  const number = instances === 'max' ? 0 : Number(instances)
  return number > 0 ? number : Math.max(1, availableParallelism() + number)
}

/**
 * @param pm2 finds PM2's own packages
 * @returns an app as written in PM2's ecosystem file, with `folder`, where its paths begin; empty: there is no file
 * @throws SpeedupError INVALID_SETTINGS
 */
export async function readEcosystem(ecosystem: Variant['ecosystem'], pm2: NodeJS.Require) {
  if (ecosystem === null) return {}
  const { file, app } = ecosystem
  const content = await read(file, pm2)
  const apps = [content?.apps ?? content?.pm2 ?? content]
    .flat()
    .filter((found) => typeof found === 'object' && found !== null)
  const names = apps.map(({ name, script }) => String(name ?? basename(String(script))))
  if (apps.length === 0)
    refuse(
      `${file} has no apps. Write it as an ecosystem file of PM2: { apps: [{ name: 'api', script: './server.js' }] }.`
    )
  if (app === null && apps.length > 1)
    refuse(
      `${file} has ${apps.length} apps: ${list(names)}. Name one: ecosystem: { file: ${basename(file)}, app: ` +
        `${names[0]} }.`
    )
  const index = app === null ? 0 : names.indexOf(app)
  if (index === -1) refuse(`${file} has no app ${JSON.stringify(app)}. Its apps: ${list(names)}.`)
  return { ...apps[index], name: names[index], folder: dirname(file) }
}

/** As PM2 reads it. */
async function read(file: string, pm2: NodeJS.Require) {
  try {
    if (/\.ya?ml$/.test(file)) return pm2('js-yaml').load(readFileSync(file, 'utf8'))
    if (file.endsWith('.json')) return JSON.parse(readFileSync(file, 'utf8'))
    const module = await import(pathToFileURL(file).href)
    return module.default ?? module
  } catch (error) {
    return refuse(
      `${file} can't be read as an ecosystem file (${(error as Error).message}). Fix the file, or name another one.`
    )
  }
}
