import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { SpeedupError } from '../errors.js'

/** @typedef {{ file: string, content: string }} NewFile file: absolute path */

/**
 * Writes what is not there yet; what exists is never changed.
 *
 * @param {NewFile[]} files
 * @throws {SpeedupError} NOT_WRITABLE
 */
export function writeFiles(files) {
  for (const { file, content } of files) {
    try {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, content, { flag: 'wx' })
    } catch (error) {
      // Somebody made it meanwhile.
      if (existsSync(file)) continue
      throw new SpeedupError('NOT_WRITABLE', `${file} can't be written (${/** @type {Error} */ (error).message}). Make its folder writable, or remove what is in the way.`)
    }
  }
}
