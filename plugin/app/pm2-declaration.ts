import { availableParallelism } from 'node:os'
import { resolve, basename, dirname } from 'node:path'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { SpeedupError } from '../concepts/errors.ts'
import { preloaded } from './worker-options.ts'
import { list } from '../concepts/wording.ts'

/** What we want of PM2, beyond what an ecosystem file says. */
export interface Wanted {
  script: string | null // absolute path; null: the ecosystem file's
  args: string[] // after the app's own
  nodeArgs: string[]
  env: Record<string, string> // on top of the app's own
  cwd: string // absolute path, for an app that is in no ecosystem file
  workers: number | null // null: as many as the ecosystem file says
  pidHeader: string
  logFile: string // for what the app prints
  stopTimeoutMs: number
}

/** of an app, as PM2 takes it */
export type Declaration = Record<string, any> & { instances: number }

/** Of workers that live for less than a second: a crash loop must end in a clear error, and soon. */
const deathsAllowed = 5

/**
 * @param written the app in the ecosystem file, with the file's folder as `folder`; empty: there is no such file
 * @throws SpeedupError INVALID_SETTINGS: it is no program for Node
 */
export function declare({ folder, ...written }: Record<string, any>, { script, args, nodeArgs, env, cwd, workers, pidHeader, logFile, stopTimeoutMs }: Wanted): Declaration {
  const interpreter = String(written.interpreter ?? written.exec_interpreter ?? 'node')
  if (!/^(.*\/)?node$/.test(interpreter)) {
    throw new SpeedupError('INVALID_SETTINGS', `The app ${written.name} of the ecosystem file has the interpreter ${interpreter}. Mode pm2 runs programs for Node; for any other, use mode: command.`)
  }
  const own = [written.node_args ?? written.interpreterArgs ?? written.interpreter_args ?? []].flat().flatMap(words)
  const instances = workers ?? count(written.instances)
  return {
    ...written,
    name: written.name ?? 'app',
    script: script ?? written.script,
    cwd: folder === undefined ? cwd : resolve(folder, written.cwd ?? '.'),
    args: [...words(written.args ?? []), ...args],
    env: { ...written.env, ...env },
    instances,
    // Only in its cluster mode do several share a port, whatever the file says of one.
    exec_mode: instances > 1 ? 'cluster' : written.exec_mode ?? usualMode(written, workers),
    interpreter: process.execPath,
    interpreter_args: undefined,
    interpreterArgs: undefined,
    node_args: preloaded({ nodeArgs: [...own, ...nodeArgs], pidHeader }),
    ...watched,
    max_restarts: Math.min(written.max_restarts ?? deathsAllowed, deathsAllowed),
    kill_timeout: stopTimeoutMs,
    out_file: logFile,
    error_file: logFile,
    merge_logs: true
  }
}

/**
 * What would change the app while it is measured, tell others of it, or write over the user's own files: a PID file is
 * even removed in the end. PM2 takes undefined as not given, under each of the names that it knows an option by.
 */
const watched = {
  watch: false,
  pmx: false,
  automation: false,
  vizion: false,
  ...notGiven('cron_restart', 'cron', 'cronRestart', 'post_update', 'postUpdate'),
  ...notGiven('pid_file', 'pid', 'pidFile', 'log_file', 'log', 'logFile')
}

function notGiven(...options: string[]) {
  return Object.fromEntries(options.map((option) => [option, undefined]))
}

/**
 * @param workers that the variant wants
 * @returns what PM2 takes where the file names no mode: it does not share ports unless a number is given
 */
function usualMode({ instances }: Record<string, any>, workers: number | null): string {
  return workers === null && instances == null ? 'fork' : 'cluster'
}

/** @param given as PM2 takes arguments */
function words(given: string | string[]): string[] {
  return Array.isArray(given) ? given.map(String) : given.split(/\s+/).filter((word) => word !== '')
}

/**
 * @param given a number, max; 0 is max, and -1 is one less
 * @returns of workers
 */
function count(given: unknown = 1): number {
  const number = given === 'max' ? 0 : Number(given)
  return number > 0 ? number : Math.max(1, availableParallelism() + number)
}

/**
 * An app of PM2's ecosystem file, as it stands there.
 *
 * @param ecosystem absolute path, and the app's name; null: the only one
 * @param pm2 that finds PM2's own packages
 * @returns with `folder`, where its paths begin
 * @throws SpeedupError INVALID_SETTINGS
 */
export async function readEcosystem({ file, app: wanted }: { file: string, app: string | null }, pm2: NodeJS.Require): Promise<Record<string, any>> {
  const content = await read(file, pm2)
  const apps = [content?.apps ?? content?.pm2 ?? content].flat().filter((app) => typeof app === 'object' && app !== null)
  const names = apps.map(({ name, script }) => String(name ?? basename(String(script))))
  if (apps.length === 0) refuse(`${file} has no apps. It is read as PM2's ecosystem file: { apps: [{ name: 'api', script: './server.js' }] }.`)
  if (wanted === null && apps.length > 1) refuse(`${file} has ${apps.length} apps: ${list(names)}. Say which one: ecosystem: { file: ${basename(file)}, app: ${names[0]} }.`)
  const index = wanted === null ? 0 : names.indexOf(wanted)
  if (index === -1) refuse(`${file} has no app ${JSON.stringify(wanted)}. Its apps: ${list(names)}.`)
  return { ...apps[index], name: names[index], folder: dirname(file) }
}

/** As PM2 reads it. */
async function read(file: string, pm2: NodeJS.Require): Promise<any> {
  try {
    if (/\.ya?ml$/.test(file)) return pm2('js-yaml').load(readFileSync(file, 'utf8'))
    if (file.endsWith('.json')) return JSON.parse(readFileSync(file, 'utf8'))
    const module = await import(pathToFileURL(file).href)
    return module.default ?? module
  } catch (error) {
    return refuse(`${file} can't be read as an ecosystem file (${(error as Error).message}).`)
  }
}

function refuse(message: string): never {
  throw new SpeedupError('INVALID_SETTINGS', message)
}
