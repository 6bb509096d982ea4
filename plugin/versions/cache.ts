import { existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { beginningIn, statFields } from '../processes/proc.ts'
import { fail } from './git.ts'

/** Outside of any project, so that what is installed in it does not find the packages of another. */
export const cacheFolder = (): string =>
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
): Promise<{ folder: string; isNew: boolean }> {
  const root = cacheFolder()
  const [folder, done, lock] = [key, `${key}.done`, `${key}.lock`].map((name) => join(root, name))
  try {
    mkdirSync(root, { recursive: true })
  } catch (error) {
    fail(
      `The folder for checked-out versions can't be made (${(error as Error).message}). Set XDG_CACHE_HOME to one that can.`
    )
  }
  for (let turn = 0; !isTaken(lock); turn++) {
    if (turn === 0) waiting()
    await delay(pollMs, undefined, { signal })
  }
  try {
    const isNew = !existsSync(done) || !existsSync(folder)
    // Its time is that of the last use.
    if (!isNew) writeFileSync(done, '')
    if (!isNew) return { folder, isNew }
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
    await make(folder)
    writeFileSync(done, '')
    return { folder, isNew }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  } finally {
    rmSync(`${folder}.index`, { force: true })
    rmSync(lock, { force: true })
  }
}

/**
 * @returns whether the lock is ours now; one whose owner is gone is removed, for the next turn. A lock is a link, which
 * names its owner from the moment it is there, whenever that is killed.
 */
function isTaken(lock: string) {
  try {
    symlinkSync(ownerOf(process.pid), lock)
    return true
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  const owner = readOwner(lock)
  if (owner !== null && owner !== ownerOf(parseInt(owner, 10))) rmSync(lock, { force: true })
  return false
}

/** Its number may be another's, one day. */
const ownerOf = (pid: number) => `${pid} ${beginningIn(statFields(`/proc/${pid}`))}`

/** @returns null: the lock is gone */
function readOwner(lock: string) {
  try {
    return readlinkSync(lock)
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? null : ''
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

/**
 * Removes those that were not used for longest, beyond a dozen, and what comparisons that were killed have left.
 *
 * @returns how many
 */
export function prune(): number {
  const root = cacheFolder()
  const names = readdirSync(root)
  const isOrphan = (name: string) =>
    !name.includes('.') && !names.includes(`${name}.done`) && !names.includes(`${name}.lock`)
  for (const name of names.filter(isOrphan)) rmSync(join(root, name), { recursive: true, force: true })
  const kept = names
    .filter((name) => name.endsWith('.done'))
    .map((name) => ({ name: name.slice(0, -'.done'.length), usedMs: statSync(join(root, name)).mtimeMs }))
    .sort((a, b) => b.usedMs - a.usedMs)
  for (const { name } of kept.slice(mostKept)) {
    rmSync(join(root, `${name}.done`), { force: true })
    rmSync(join(root, name), { recursive: true, force: true })
  }
  return Math.max(0, kept.length - mostKept)
}
