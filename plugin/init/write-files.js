import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { SpeedupError } from '../errors.js'

/** @typedef {{ file: string, content: string }} NewFile file: absolute path */

/**
 * Writes what is not there yet, each file as a whole or not at all; what exists is never changed.
 *
 * @param {NewFile[]} files
 * @returns {string[]} those that were written
 * @throws {SpeedupError} NOT_WRITABLE
 */
export function writeFiles(files) {
  return files.filter(writeNew).map(({ file }) => file)
}

/**
 * @param {NewFile} of
 * @returns {boolean} false: it is there
 */
function writeNew({ file, content }) {
  const beside = `${file}.${process.pid}.tmp`
  try {
    mkdirSync(dirname(file), { recursive: true })
    try {
      writeFileSync(beside, content, { flag: 'wx' })
      // A link never takes the place of a file.
      linkSync(beside, file)
    } finally {
      rmSync(beside, { force: true })
    }
    return true
  } catch (thrown) {
    const error = /** @type {NodeJS.ErrnoException} */ (thrown)
    if (error.code === 'EEXIST' && error.syscall === 'link') return false
    throw new SpeedupError('NOT_WRITABLE', `${file} can't be written (${error.message}). Make its folder writable, or remove what is in the way.`)
  }
}
