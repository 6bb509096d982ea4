import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/**
 * The end of a log, for an error message.
 *
 * @param {string} file
 * @param {number} [count] of lines
 * @returns {string} indented, empty when nothing was written
 */
export function lastLines(file, count = 12) {
  return endOf(readEnd(file, 16_384), count)
}

/**
 * @param {string} output
 * @param {number} [count] of lines
 * @returns {string} indented, empty when nothing was written
 */
export function endOf(output, count = 12) {
  const lines = output.split('\n').map((line) => line.trimEnd()).filter((line) => line !== '')
  return lines.slice(-count).map((line) => `    ${line}`).join('\n')
}

/**
 * @param {string} file
 * @param {number} bytes
 */
export function readEnd(file, bytes) {
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
