// What the kernel tells in /proc, of a system that may have none, and of processes that may end at any moment or be
// somebody else's.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** USER_HZ, which is 100 on every Linux that Node supports, whatever the kernel's own clock. */
export const tickMs = 10

/** @returns empty where it is not there */
export function readIfThere(file: string): string {
  return orNothing(() => readFileSync(file, 'utf8'), '')
}

/** @returns empty where it is not there */
export function namesIn(folder: string): string[] {
  return orNothing(() => readdirSync(folder), [])
}

/**
 * @param folder of a process
 * @returns what its `stat` tells after its name, the state first; empty where it is not there
 */
export function statFields(folder: string): string[] {
  const stat = readIfThere(`${folder}/stat`)
  // The name in brackets is whatever the process chose: spaces and brackets too.
  const rest = stat.slice(stat.lastIndexOf(')') + 1).trim()
  return rest === '' ? [] : rest.split(' ')
}

/**
 * @param folder of a process
 * @returns what it has open: absolute paths, and such as `socket:[12345]`
 */
export function openFiles(folder: string): string[] {
  return namesIn(`${folder}/fd`).map((name) => orNothing(() => readlinkSync(`${folder}/fd/${name}`), ''))
}

function orNothing<T>(look: () => T, nothing: T) {
  try {
    return look()
  } catch {
    return nothing
  }
}
