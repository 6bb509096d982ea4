import { appendFileSync, statSync, truncateSync } from 'node:fs'
import { readEnd } from './last-lines.ts'

/** Often, since a program that prints without a pause fills 100 MB within it. */
const everyMs = 100
const mostBytes = 16_777_216
const keptBytes = 65_536

/**
 * A program that prints for ever would fill the disk: of its log, only the end is of use.
 *
 * @param logFile that it appends to
 * @returns ends the watch
 */
export function keepShort(logFile: string): () => void {
  const timer = setInterval(() => shorten(logFile), everyMs).unref()
  return () => {
    clearInterval(timer)
    shorten(logFile)
  }
}

function shorten(logFile: string) {
  try {
    if (statSync(logFile).size <= mostBytes) return
    const end = readEnd(logFile, keptBytes)
    truncateSync(logFile)
    appendFileSync(logFile, end)
  } catch {
    // Its folder has been removed.
  }
}
