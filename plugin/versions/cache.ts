import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { SpeedupError } from '../concepts/errors.ts'
import { lastLines } from '../processes/last-lines.ts'
import { maskSecrets } from '../processes/mask-secrets.ts'
import { howItEnded, startOwned, stopWith } from '../processes/owned-process.ts'
import type { Workbench } from '../processes/guard.ts'

/** Outside of any project, so that what is installed in it does not find the packages of another. */
export const cacheFolder = () =>
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'artillery-plugin-speedup', 'versions')

const mostKept = 12 // each may have hundreds of megabytes
const pollMs = 200

/**
 * A folder of the cache, made once, and then found. Two comparisons that want the same one take turns; what one that
 * was killed has left unfinished is made anew.
 *
 * @param make fills the folder, which is empty
 * @param waiting called once where another comparison makes it now
 */
export async function cached(
  key: string,
  make: (folder: string) => Promise<unknown>,
  { waiting, signal }: { waiting: () => void; signal: AbortSignal }
) {
  const root = cacheFolder()
  const folder = join(root, key)
  const done = `${folder}.done`
  try {
    mkdirSync(root, { recursive: true })
  } catch (error) {
    fail(
      `The folder for checked-out versions can't be made (${(error as Error).message}). ` +
        'Set XDG_CACHE_HOME to one that can.'
    )
  }
  let release = lock(folder)
  if (release === null) waiting()
  for (; release === null; release = lock(folder)) await delay(pollMs, undefined, { signal })
  try {
    const isNew = !existsSync(done) || !existsSync(folder)
    if (isNew) {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder)
      await make(folder)
    }
    // Its time is that of the last use.
    writeFileSync(done, '')
    return { folder, isNew }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  } finally {
    rmSync(`${folder}.index`, { force: true })
    release()
  }
}

/** SQLite's code for a database that somebody else has locked. */
const busy = 5

/**
 * A number of a process says nothing in another container, which may have the same cache. A file's lock is the
 * kernel's, and free again however its owner ends; of what Node has, only a database has one.
 *
 * @returns gives it back; null: another comparison has it
 */
function lock(folder: string) {
  // Loaded here: before Node 24 it warns that it is experimental.
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  const database = new DatabaseSync(`${folder}.lock`)
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return () => database.close()
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode === busy) return null
    throw error
  }
}

/**
 * Removes those that were not used for longest, beyond a dozen, and what comparisons that were killed have left.
 *
 * @returns how many
 */
export function prune() {
  const root = cacheFolder()
  const names = readdirSync(root)
  const remove = (name: string) => {
    const release = lock(join(root, name))
    if (release === null) return
    for (const path of [`${name}.done`, name]) rmSync(join(root, path), { recursive: true, force: true })
    release()
  }
  names.filter((name) => !name.includes('.') && !names.includes(`${name}.done`)).forEach(remove)
  const kept = names
    .filter((name) => name.endsWith('.done'))
    .map((name) => ({ name: name.slice(0, -'.done'.length), usedMs: statSync(join(root, name)).mtimeMs }))
    .sort((a, b) => b.usedMs - a.usedMs)
  const old = kept.slice(mostKept)
  for (const { name } of old) remove(name)
  return old.length
}

/** say: tells what is done now, in a line */
export type Means = { say: (words: string) => void; workbench: Workbench; signal: AbortSignal }

/** Runs a line in a shell, with all that it starts as ours. @throws SpeedupError NOT_PREPARED, with its last lines */
export async function runLine(
  line: string,
  { cwd, path, what }: { cwd: string; path: string; what: string },
  { createLog, guard }: Workbench,
  signal: AbortSignal
) {
  signal.throwIfAborted()
  const logFile = createLog('install')
  const env = { ...process.env, PATH: path }
  const shell = startOwned({ file: '/bin/sh', argv: ['-c', line], isStranger: true, env, cwd, logFile }, guard)
  const stop = stopWith(signal, shell, 0)
  const exit = await shell.exited
  await stop()
  signal.throwIfAborted()
  if (exit.code === 0) return
  fail(`${what}: \`${maskSecrets(line)}\` ${howItEnded(exit)} in ${cwd}. Its last lines:\n${lastLines(logFile)}`)
}

/**
 * The one that runs now, where it is such a version; else that of the npm package `node`, once it is in the cache.
 *
 * @param wanted null: any
 */
export async function findNode(wanted: string | null, variant: string, { say, workbench, signal }: Means) {
  const own = { file: process.execPath, version: process.versions.node }
  if (wanted === null || `${own.version}.`.startsWith(`${wanted}.`)) return own
  // What npm installs for this system beside its package `node`.
  const name = `node-${process.platform}-${process.arch}`
  const install = async (folder: string) => {
    say(`${variant}: npm installs Node ${wanted}`)
    writeFileSync(join(folder, 'package.json'), '{}')
    await runLine(
      `npm install --no-save --no-audit --no-fund --ignore-scripts ${name}@${wanted}`,
      { cwd: folder, path: process.env.PATH ?? '', what: `Variant ${variant}: Node ${wanted} can't be had` },
      workbench,
      signal
    )
  }
  const waiting = () => say(`${variant}: another comparison installs Node ${wanted}; waiting`)
  const { folder } = await cached(`node-${wanted}-${process.arch}`, install, { waiting, signal })
  const file = join(folder, 'node_modules', name, 'bin', 'node')
  if (!existsSync(file))
    fail(`Variant ${variant}: Node ${wanted} was installed, but there is no ${file}. Remove ${folder}, and try again.`)
  return { file, version: spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout.trim().slice(1) }
}

/** @throws SpeedupError NOT_PREPARED */
export function fail(message: string): never {
  throw new SpeedupError('NOT_PREPARED', message)
}
