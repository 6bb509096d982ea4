// What the kernel shows in /proc, of a system that may have none, and of processes that may end at any moment or be
// another user's: what is not there is empty.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** USER_HZ, which is 100 on every Linux that Node supports, whatever the kernel's own clock. */
export const tickMs = 10

export const readIfThere = (file: string) => orEmpty(() => readFileSync(file, 'utf8'), '')

export const namesIn = (folder: string) => orEmpty(() => readdirSync(folder), [])

/** @returns what the `stat` in a process's folder tells after its name, the state first */
export function statFields(folder: string) {
  const stat = readIfThere(`${folder}/stat`)
  // The name in brackets is whatever the process chose: spaces and brackets too.
  const rest = stat.slice(stat.lastIndexOf(')') + 1).trim()
  return rest === '' ? [] : rest.split(' ')
}

/** @returns CPU time of a process since it began, with that of its children that have ended; 0: it has ended itself */
export const cpuMsOf = (folder: string) =>
  // utime, stime, cutime and cstime
  statFields(folder)
    .slice(11, 15)
    .reduce((sum, ticks) => sum + Number(ticks) * tickMs, 0)

/** @returns when a process began, by which it is told from another of its number; undefined: there are no fields */
export const beginningIn = (fields: string[]): string | undefined => fields[19]

/** @returns what a process has open: absolute paths, and such as `socket:[12345]` */
export const openFiles = (folder: string) => namesIn(`${folder}/fd`).map((name) => openFile(folder, name))

/** @param name of its descriptor */
export const openFile = (folder: string, name: string) => orEmpty(() => readlinkSync(`${folder}/fd/${name}`), '')

function orEmpty<T>(look: () => T, empty: T) {
  try {
    return look()
  } catch {
    return empty
  }
}
