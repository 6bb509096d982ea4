import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** The end of a log, for an error message: as endOf. */
export function lastLines(file: string, count?: number): string {
  return endOf(readEnd(file, 16_384), count)
}

/**
 * @param count of lines
 * @returns indented, empty when nothing was written
 */
export function endOf(output: string, count: number = 12): string {
  const lines = output.split('\n').map((line) => line.trimEnd()).filter((line) => line !== '')
  return lines.slice(-count).map((line) => `    ${line}`).join('\n')
}

export function readEnd(file: string, bytes: number) {
  const handle = openSync(file, 'r')
  try {
    const { size } = fstatSync(handle)
    const buffer = Buffer.alloc(Math.min(size, bytes))
    readSync(handle, buffer, 0, buffer.length, size - buffer.length)
    return buffer.toString('utf8')
  } finally {
    closeSync(handle)
  }
}
