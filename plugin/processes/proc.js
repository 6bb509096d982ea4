import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

// What the kernel tells in /proc, of a system that may have none, and of processes that may end at any moment or be
// somebody else's.

/** USER_HZ, which is 100 on every Linux that Node supports, whatever the kernel's own clock. */
export const tickMs = 10

/**
 * @param {string} file
 * @returns {string} empty where it is not there
 */
export function readIfThere(file) {
  return orNothing(() => readFileSync(file, 'utf8'), '')
}

/**
 * @param {string} folder
 * @returns {string[]} empty where it is not there
 */
export function namesIn(folder) {
  return orNothing(() => readdirSync(folder), [])
}

/**
 * @param {string} folder of a process
 * @returns {string[]} what its `stat` tells after its name, the state first; empty where it is not there
 */
export function statFields(folder) {
  const stat = readIfThere(`${folder}/stat`)
  // The name in brackets is whatever the process chose: spaces and brackets too.
  const rest = stat.slice(stat.lastIndexOf(')') + 1).trim()
  return rest === '' ? [] : rest.split(' ')
}

/**
 * @param {string} folder of a process
 * @returns {string[]} what it has open: absolute paths, and such as `socket:[12345]`
 */
export function openFiles(folder) {
  return namesIn(`${folder}/fd`).map((name) => orNothing(() => readlinkSync(`${folder}/fd/${name}`), ''))
}

/**
 * @template T
 * @param {() => T} look
 * @param {T} nothing
 */
function orNothing(look, nothing) {
  try {
    return look()
  } catch {
    return nothing
  }
}
