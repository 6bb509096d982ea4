import { readFileSync } from 'node:fs'

/** USER_HZ, which is 100 on every Linux that Node supports, whatever the kernel's own clock. */
export const tickMs = 10

/**
 * @param {string} file of a system that may not have it, or of a process that may end at any moment
 * @returns {string} empty where it is not there
 */
export function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
