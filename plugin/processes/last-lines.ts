import { appendFileSync, closeSync, fstatSync, openSync, readSync, statSync, truncateSync } from 'node:fs'
import { quotable } from '../concepts/foreign-text.ts'

/** Of a log, an error message quotes no more. */
const quotedBytes = 16_384

/** The end of a log, for an error message: as endOf. */
export const lastLines = (file: string, count?: number) => endOf(readEnd(file, quotedBytes), count)

/** Of a stack: more of it would take the place of the sentence above, and of the line of the program above that. */
const mostFrames = 3
const isFrame = (line: string) => /^\s+at /.test(line)

/**
 * @returns so many lines, as others may read them, indented, without what Node tells of itself; empty when nothing was
 * written
 */
export function endOf(output: string, count = 12) {
  const lines = quotable(output)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !/^\s+at .*\bnode:|^Node\.js v\d/.test(line))
    .filter((_, i, all) => i < mostFrames || !all.slice(i - mostFrames, i + 1).every(isFrame))
  return lines
    .slice(-count)
    .map((line) => `    ${line}`)
    .join('\n')
}

/** @returns what a program that goes on said last: each line once, without stacks */
export function lastSaid(file: string) {
  const lines = lastLines(file, 100).split('\n')
  return [...new Set(lines.map((line) => line.trim()))].filter((line) => !/^(at |[}\]]|$)/.test(line)).slice(-5)
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

/** Often, since a program that prints without a pause fills 100 MB within it. */
const everyMs = 100
const mostBytes = 16_777_216
const keptBytes = 65_536

/**
 * A program that prints for ever would fill the disk: of the log that it appends to, only the end is of use. A
 * comparison has as many logs as runs.
 *
 * @returns ends the watch when the program has ended: what an error message may quote is left
 */
export function keepShort(logFile: string) {
  const shorten = (most: number, kept: number) => {
    try {
      if (statSync(logFile).size <= most) return
      const end = readEnd(logFile, kept)
      truncateSync(logFile)
      appendFileSync(logFile, end)
    } catch {
      // Its folder has been removed.
    }
  }
  const timer = setInterval(() => shorten(mostBytes, keptBytes), everyMs).unref()
  return () => {
    clearInterval(timer)
    shorten(quotedBytes, quotedBytes)
  }
}
