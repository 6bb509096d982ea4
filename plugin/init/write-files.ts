import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { SpeedupError } from '../errors.ts'

/** file: absolute path */
export type NewFile = { file: string, content: string }

/**
 * Writes what is not there yet, each file as a whole or not at all; what exists is never changed.
 *
 * @returns those that were written
 * @throws SpeedupError NOT_WRITABLE
 */
export function writeFiles(files: NewFile[]): string[] {
  return files.filter(writeNew).map(({ file }) => file)
}

/** @returns false: it is there */
function writeNew({ file, content }: NewFile): boolean {
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
    const error = thrown as NodeJS.ErrnoException
    if (error.code === 'EEXIST' && error.syscall === 'link') return false
    throw new SpeedupError('NOT_WRITABLE', `${file} can't be written (${error.message}). Make its folder writable, or remove what is in the way.`)
  }
}
