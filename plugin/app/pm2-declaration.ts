import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SpeedupError } from '../concepts/errors.ts'
import { list } from '../concepts/wording.ts'
import { preloaded } from './worker-options.ts'

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
export function declare({ folder, ...written }: Record<string, any>, wanted: Wanted): Declaration {
  const interpreter = String(written.interpreter ?? written.exec_interpreter ?? 'node')
  if (!/^(.*\/)?node$/.test(interpreter)) {
    const advice = 'Mode pm2 runs programs for Node; for any other, use mode: command.'
    refuse(`The app ${written.name} of the ecosystem file has the interpreter ${interpreter}. ${advice}`)
  }
  const { workers, pidHeader, logFile } = wanted
  const nodeArgs = [written.node_args ?? written.interpreterArgs ?? written.interpreter_args ?? []].flat().flatMap(words)
  const instances = workers ?? count(written.instances)
  // Where the file names no mode, PM2 does not share ports unless a number is given.
  const usualMode = workers === null && written.instances == null ? 'fork' : 'cluster'
  return {
    ...written,
    name: written.name ?? 'app',
    script: wanted.script ?? written.script,
    cwd: folder === undefined ? wanted.cwd : resolve(folder, written.cwd ?? '.'),
    args: [...words(written.args ?? []), ...wanted.args],
    env: { ...written.env, ...wanted.env },
    instances,
    // Only in its cluster mode do several share a port, whatever the file says of one.
    exec_mode: instances > 1 ? 'cluster' : written.exec_mode ?? usualMode,
    interpreter: process.execPath,
    node_args: preloaded({ nodeArgs: [...nodeArgs, ...wanted.nodeArgs], pidHeader }),
    ...harmless,
    max_restarts: Math.min(written.max_restarts ?? deathsAllowed, deathsAllowed),
    kill_timeout: wanted.stopTimeoutMs,
    out_file: logFile,
    error_file: logFile,
    merge_logs: true
  }
}

/** By each of the names that PM2 knows an option by. It takes undefined as not given. */
const leftOut = [
  'interpreter_args', 'interpreterArgs', 'cron_restart', 'cron', 'cronRestart', 'post_update', 'postUpdate',
  'pid_file', 'pid', 'pidFile', 'log_file', 'log', 'logFile'
]

/**
 * Without what would change the app while it is measured, tell others of it, or write over the user's own files: a PID
 * file is even removed in the end.
 */
const harmless = { watch: false, pmx: false, automation: false, vizion: false, ...Object.fromEntries(leftOut.map((option) => [option, undefined])) }

/** @param value as PM2 takes arguments */
function words(value: string | string[]): string[] {
  return Array.isArray(value) ? value.map(String) : value.split(/\s+/).filter((word) => word !== '')
}

/** @param instances a number, or max; 0 is max, and -1 is one less */
function count(instances: unknown = 1): number {
  const number = instances === 'max' ? 0 : Number(instances)
  return number > 0 ? number : Math.max(1, availableParallelism() + number)
}

/**
 * An app of PM2's ecosystem file, as it stands there.
 *
 * @param app its name; null: the only one
 * @param pm2 finds PM2's own packages
 * @returns with `folder`, where its paths begin
 * @throws SpeedupError INVALID_SETTINGS
 */
export async function readEcosystem({ file, app }: { file: string, app: string | null }, pm2: NodeJS.Require): Promise<Record<string, any>> {
  const content = await read(file, pm2)
  const apps = [content?.apps ?? content?.pm2 ?? content].flat().filter((found) => typeof found === 'object' && found !== null)
  const names = apps.map(({ name, script }) => String(name ?? basename(String(script))))
  if (apps.length === 0) refuse(`${file} has no apps. It is read as PM2's ecosystem file: { apps: [{ name: 'api', script: './server.js' }] }.`)
  if (app === null && apps.length > 1) {
    const example = `ecosystem: { file: ${basename(file)}, app: ${names[0]} }`
    refuse(`${file} has ${apps.length} apps: ${list(names)}. Say which one: ${example}.`)
  }
  const index = app === null ? 0 : names.indexOf(app)
  if (index === -1) refuse(`${file} has no app ${JSON.stringify(app)}. Its apps: ${list(names)}.`)
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
