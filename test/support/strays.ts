import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** How long after the end of Artillery something of ours may still be leaving. */
const patienceSeconds = 5

/**
 * @param mark in the environment of every process that a test's Artillery starts, directly or not
 * @returns the command lines of those that run now
 */
export function livingProcesses(mark: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => read(`/proc/${pid}/environ`).includes(mark) && !/^State:\s+Z/m.test(read(`/proc/${pid}/status`)))
    .map((pid) => `${pid} ${read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')}`)
}

/** @throws naming what is still there after 5 s */
export async function waitUntilGone(mark: string) {
  const deadline = performance.now() + patienceSeconds * 1000
  while (livingProcesses(mark).length > 0) {
    if (performance.now() > deadline) throw new Error(`Left running:\n${livingProcesses(mark).join('\n')}`)
    await delay(50)
  }
}

/** @param file of a process that may end at any moment */
function read(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
